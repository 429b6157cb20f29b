"""Who somebody is: guests' cookies and accounts."""
