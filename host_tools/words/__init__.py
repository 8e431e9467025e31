"""What people read, made from the codes and facts that game, link and desk give: one module for each kind."""
