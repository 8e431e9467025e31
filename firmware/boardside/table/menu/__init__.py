"""What is needed seldom: the menu and its pages. app/seldom.py loads and drops them."""
