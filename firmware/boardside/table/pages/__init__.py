"""The panel and the pages that play needs: what each key means on each of them."""
