"""The kernel: values, agenda, transactions, events, dice, rulebook, views and sessions."""
