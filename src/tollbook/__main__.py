"""``tollbook`` and ``python -m tollbook``: the command line."""

import gc

#: Objects made before Python looks for garbage, and for older garbage. Nearly all that the imports of a command make
#: stays; with Python's own 700, looking through it took an eighth of the time until a command starts.
_BETWEEN_COLLECTIONS = (20_000, 10, 10)


def main() -> None:
    """Run a command of ``tollbook``."""
    gc.set_threshold(*_BETWEEN_COLLECTIONS)
    from tollbook.cli import main as run  # noqa: PLC0415 - after the threshold is set

    run()


if __name__ == "__main__":
    main()
