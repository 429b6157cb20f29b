"""The HTTP side: the application, its endpoints and the pages it serves."""
