"""Writes reference.jsonl.gz: texts and the ids that SentencePiece makes of them.

    python reference.py sentencepiece.model ../../../../eval/testdata/languages/queries.jsonl

The model is the vocabulary of universal-sentence-encoder-multilingual-3
(`impressionism model install multilingual`); the library is sentencepiece 0.2.
"""

import gzip
import json
import random
import sys

import sentencepiece

model = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])
texts = [json.loads(line)["text"] for line in open(sys.argv[2], encoding="utf-8")]
texts += [
    "", " ", "a", "\u2581", "\u2581\u2581a", "<s> and </s> and <unk>", "  two  spaces  ", "tab\tand\nnew\r\nline",
    "\uff26\uff55\uff4c\uff4c \uff57\uff49\uff44\uff54\uff48\u3000\u30c6\u30b9\u30c8", "\ufb01le \u00bd \u2122 \u2460",
    "e\u0301migre\u0301", "\u1100\u1161\u11a8", "\uff76\uff9e\uff77\uff9e", "\U0001f600\U0001f600 \U0001f389\U0001f3fd",
    "a\u200bb\u200dc\ufeffd", "\u0000x\u0007y", "\ue000\ue001 private", "\U0010ffff", "x" * 3000, "\u6f22" * 700,
]
chance = random.Random(1)
ranges = [(0x20, 0x7F), (0xA0, 0x250), (0x370, 0x530), (0x590, 0x700), (0x900, 0xA00), (0xE00, 0xE80),
          (0x1100, 0x1200), (0x2000, 0x2C00), (0x3000, 0x3400), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xFE00, 0xFFFE),
          (0x1F300, 0x1FA00)]
for _ in range(600):
    low, high = chance.choice(ranges)
    texts.append("".join(chr(chance.randrange(low, high)) if chance.random() < 0.85 else " "
                         for _ in range(chance.randrange(1, 40))))
with gzip.GzipFile("reference.jsonl.gz", "wb", mtime=0) as out:
    for text in texts:
        row = {"text": text, "ids": model.encode(text)[:254]}
        out.write((json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass"))
