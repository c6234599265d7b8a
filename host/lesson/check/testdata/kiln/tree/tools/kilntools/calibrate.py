import argparse
import os


def load_offsets(path):
    return {}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--probe", required=True)
    p.add_argument("--write", action="store_true")
    args = p.parse_args()
    token = os.environ["PROBE_TOKEN"]
    print(args, token)


if __name__ == "__main__":
    main()
