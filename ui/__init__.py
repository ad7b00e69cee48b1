"""What people see: the command line and the web page."""
