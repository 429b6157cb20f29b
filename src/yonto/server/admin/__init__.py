"""Keeping order: what those who may can see and do, through the page or the command."""
