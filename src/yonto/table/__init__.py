"""What a table is: commands become events, events make the table. No asyncio, no sockets, no SQL."""
