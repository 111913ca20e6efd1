"""The rooms: each module one router, each router one room."""
