"""Long play, watched for what grows: memory, descriptors, lag, the journal."""
