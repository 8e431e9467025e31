"""What is needed seldom: the menu and its pages. app/menu_pages.py loads and drops them."""
