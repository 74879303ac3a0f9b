"""What commands find out and put on paper: findings, coverage, changes, statistics."""
