"""The builds as data: what is bought, which leg goes to which net, where it is drawn."""
