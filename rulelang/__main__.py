"""`python -m rulelang` is the same as `rulelang`."""

from rulelang.rooms import expect_ours


def main() -> None:
    expect_ours("cli", "interpreter")
    from cli.main import main as run

    run()


if __name__ == "__main__":
    main()
