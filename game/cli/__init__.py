"""The command line: one module for each command. What a command needs is loaded when it runs, not before."""
