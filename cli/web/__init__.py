"""A table in the browser: a server that sends scenes and takes answers, and the pages that draw them."""
