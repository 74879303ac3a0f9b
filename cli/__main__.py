"""`python -m cli` is the same as `rulelang`."""

from cli.main import main

if __name__ == "__main__":
    main()
