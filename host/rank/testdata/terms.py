"""Prints the checksum of the reference's terms for each file of ../shared/eval:
python3 terms.py PATH-TO-EVAL > terms.txt
Texts with letters, digits or accents outside ASCII are left out: the reference
does not know them."""
import gzip, hashlib, json, pathlib, sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "harness"))
import rankers

FIELDS = ("name", "description", "keywords", "body", "body500", "text")

def beyond(c):
    return ord(c) > 127 and (c.isalpha() or c.isdecimal() or 0x300 <= ord(c) <= 0x36F)

files = sorted([*root.glob("*/*/corpus.jsonl"), *root.glob("*/*/queries.jsonl"), *root.glob("corpora/*.jsonl"), *root.glob("wild/*.gz")])
for path in files:
    digest, count = hashlib.sha256(), 0
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for field in FIELDS:
                value = row.get(field) or ""
                text = " , ".join(value) if isinstance(value, list) else value
                if any(map(beyond, text)):
                    continue
                for term in rankers.tokens(text):
                    digest.update(term.encode() + b"\n")
                    count += 1
                digest.update(b"\n")
    print(path.relative_to(root).as_posix(), count, digest.hexdigest())
