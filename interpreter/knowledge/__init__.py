"""What a seat may know: views, events, deals of what is hidden, what can be taken back."""
