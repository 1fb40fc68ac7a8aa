"""The release's conversations fed to our memories; what is stored, recalled and answered."""
