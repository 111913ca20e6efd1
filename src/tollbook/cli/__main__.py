"""``python -m tollbook.cli``."""

from tollbook.cli import main

if __name__ == "__main__":
    main()
