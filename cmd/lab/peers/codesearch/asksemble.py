"""Asks semble: stdin {"folder", "queries"} a line each; stdout a line for each query.
argv: a folder for a model of no meaning. Its model comes from a hub. Where that cannot be reached, its
own weight alpha = 0 leaves words alone, and the model's vectors count for nothing."""
import json
import os
import sys

from semble import SembleIndex
from semble.index.dense import load_model
from semble.utils import format_results


def without_meaning(folder):
    import numpy
    from model2vec import StaticModel
    from tokenizers import Tokenizer, models, pre_tokenizers
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "[PAD]": 1}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    StaticModel(numpy.ones((2, 2), dtype=numpy.float32), tokenizer).save_pretrained(folder)
    return folder


alpha, path, why = None, None, ""
try:
    load_model()
except Exception as e:
    alpha, path, why = 0.0, without_meaning(os.path.join(sys.argv[1], "no-meaning")), str(e).split("\n")[0]
print(json.dumps({"why": why}), flush=True)
for line in sys.stdin:
    row = json.loads(line)
    index = SembleIndex.from_path(row["folder"], model_path=path)
    for query in row["queries"]:
        results = index.search(query, top_k=10, alpha=alpha)
        shown = results[:5]  # and ten lines of each: what its tool answers unless it is asked otherwise
        print(json.dumps({
            "answer": json.dumps(format_results(query, shown, 10, index.sources)), "shown": len(shown),
            "hits": [{"path": r.chunk.file_path, "start": r.chunk.start_line, "end": r.chunk.end_line} for r in results],
        }), flush=True)
