"""What tests share: reference profiles and tables drawn as text."""
