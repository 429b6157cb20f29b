"""The websocket side: one connection, and the messages that travel over it."""
