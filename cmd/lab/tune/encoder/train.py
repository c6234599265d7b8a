"""Fits the low-rank updates that make all-MiniLM-L6-v2-skills of all-MiniLM-L6-v2.

    make encoder

Input are the weights of all-MiniLM-L6-v2 (model.safetensors), its vocabulary and
cmd/lab/tune/bank: concepts, lessons of projects and tools of servers, each with what
it is about and how people ask for it. No labelled prompt is read. An ask should come
nearer to its own item than to others: InfoNCE (van den Oord et al. 2018) over the
items of a batch, which are drawn with what stands near them: a concept with a
neighbour, lessons with others of their project, tools with others of their server.
Only updates of rank 8 of the dense layers are learned (Hu et al. 2021).

One encoder learns concepts alone, another all items. The mean of their weights (Wortsman
et al. 2022) goes on with lessons, tools and as many asks of concepts, and the mean of it
before and after is the model. Before a mean, an encoder finds lessons and tools better, and
the skills of strangers worse; docs/selection.md has the figures.

Output are host/rank/onnx/models/minilm-skills.safetensors.gz and the manifest beside
it. Sums in bfloat16 depend on the machine, so another one writes another file: fit
the recipes again afterwards (make gloss tune).
"""

import argparse
import gzip
import hashlib
import json
import math
import pathlib
import random
import time

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save
from tokenizers import BertWordPieceTokenizer
from torch import nn

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parents[3] / "host" / "rank" / "onnx" / "models"
BASE, OWN, UPDATES = "all-MiniLM-L6-v2", "all-MiniLM-L6-v2-skills", "minilm-skills.safetensors.gz"

LAYERS, HEADS, SIZE = 6, 12, 384
RANK = 8
BATCH = 128  # asks of a step
PASSES, RATE = 2.0, 6e-4  # times that each ask is seen; rate of AdamW
PASSES_ON, RATE_ON = 1.0, 3e-4  # the same for what goes on
WARM_STEPS, RATE_END = 30, 0.02  # the rate falls linearly to a share of it
DECAY, CLIP = 0.01, 1.0
SCALE = 20.0  # of cosines, the inverse of the softmax's temperature; cmd/lab/tune/adapter.go has the same
BACKWARD = 0.5  # weight of finding the ask of a concept, beside the concept of an ask
TOKENS = 64
PART = 32  # texts that are computed at once
NEIGHBOURS, SAME = 10, 0.75  # concepts nearer than SAME are no wrong answer to each other
TOGETHER = 9  # of a project or server so many are drawn at once
SEED = 1

DENSE = [
    "attention.self.query", "attention.self.key", "attention.self.value",
    "attention.output.dense", "intermediate.dense", "output.dense",
]


class Encoder(nn.Module):
    """BERT with mean pooling; of its parameters only the updates are learned."""

    def __init__(self, weights):
        super().__init__()
        self.weights = weights
        self.updates = nn.ParameterDict()
        for layer in range(LAYERS):
            for name in DENSE:
                out, inside = weights[f"encoder.layer.{layer}.{name}.weight"].shape
                key = f"{layer}.{name}".replace(".", "/")
                self.updates[key + "/A"] = nn.Parameter(torch.randn(RANK, inside) / math.sqrt(inside))
                self.updates[key + "/B"] = nn.Parameter(torch.zeros(out, RANK))

    def dense(self, x, layer, name):
        key = f"{layer}.{name}".replace(".", "/")
        full = f"encoder.layer.{layer}.{name}"
        weight = self.weights[full + ".weight"] + self.updates[key + "/B"] @ self.updates[key + "/A"]
        return F.linear(x, weight, self.weights[full + ".bias"])

    def norm(self, x, name):
        return F.layer_norm(x, (SIZE,), self.weights[name + ".weight"], self.weights[name + ".bias"], eps=1e-12)

    def forward(self, ids, mask):
        words = self.weights["embeddings.word_embeddings.weight"][ids]
        places = self.weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self.norm(words + places + self.weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(LAYERS):
            x = self.layer(x, layer, mask[:, None, None, :].bool())
        mask = mask[:, :, None].float()
        return F.normalize((x * mask).sum(1) / mask.sum(1), dim=-1)

    def layer(self, x, layer, mask):
        count, length, _ = x.shape

        def heads(name):
            return self.dense(x, layer, "attention.self." + name).view(count, length, HEADS, SIZE // HEADS).transpose(1, 2)

        mixed = F.scaled_dot_product_attention(heads("query"), heads("key"), heads("value"), attn_mask=mask)
        mixed = mixed.transpose(1, 2).reshape(count, length, SIZE)
        prefix = f"encoder.layer.{layer}."
        x = self.norm(x + self.dense(mixed, layer, "attention.output.dense"), prefix + "attention.output.LayerNorm")
        wide = F.gelu(self.dense(x, layer, "intermediate.dense"))
        return self.norm(x + self.dense(wide, layer, "output.dense"), prefix + "output.LayerNorm")


def padded(rows):
    length = max(map(len, rows))
    ids, mask = torch.zeros(len(rows), length, dtype=torch.long), torch.zeros(len(rows), length, dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)], mask[i, : len(row)] = torch.tensor(row), 1
    return ids, mask


def embed(encoder, rows):
    """Gives the vectors of texts; those of like length are computed together."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    parts = [order[at : at + PART] for at in range(0, len(order), PART)]
    vectors = torch.cat([encoder(*padded([rows[i] for i in part])) for part in parts])
    place = torch.empty(len(rows), dtype=torch.long)
    place[torch.tensor(order)] = torch.arange(len(rows))
    return vectors[place].float()


class Batches:
    """Draws items with what stands near them, and of each an ask that was not drawn lately."""

    def __init__(self, asks, near, groups, even):
        self.asks, self.near, self.groups, self.even = asks, near, groups, even
        self.order, self.left = [], [[] for _ in asks]

    def draws(self):
        """Gives what is drawn in a pass, in which each ask is seen about once; where even, only
        as many of concepts as of the others."""
        grouped = {i for group in self.groups for i in group}
        alone = [
            [i, random.choice(self.near[i])]
            for i in range(len(self.asks)) if i not in grouped for _ in range(len(self.asks[i]) // 2)
        ]
        if self.even:
            random.shuffle(alone)
            del alone[sum(len(self.asks[i]) for i in grouped) // 2 :]
        yield from alone
        for group in self.groups:
            size = min(TOGETHER, len(group))
            yield from (random.sample(group, size) for _ in range(sum(len(self.asks[i]) for i in group) // size))

    def items(self):
        chosen = []
        while len(chosen) < BATCH:
            if not self.order:
                self.order = list(self.draws())
                random.shuffle(self.order)
            for i in self.order.pop():
                if i not in chosen and len(chosen) < BATCH:
                    chosen.append(i)
        return chosen

    def ask(self, item):
        if not self.left[item]:
            self.left[item] = list(self.asks[item])
            random.shuffle(self.left[item])
        return self.left[item].pop()


def train(encoder, items, groups, tokens, passes=PASSES, rate=RATE, even=False):
    torch.manual_seed(SEED)
    random.seed(SEED)
    abouts = [tokens(f"{item['name']}: {item['about']}") for item in items]
    asks = [[tokens(ask) for ask in item["asks"]] for item in items]
    with torch.no_grad():
        vectors = embed(encoder, abouts)
    cosines = vectors @ vectors.T
    same = cosines > SAME
    grouped = torch.tensor([i for group in groups for i in group], dtype=torch.long)
    same[grouped], same[:, grouped] = False, False
    near = cosines.masked_fill(same, -1).index_fill(1, grouped, -1).topk(NEIGHBOURS).indices.tolist()
    batches = Batches(asks, near, groups, even)
    parameters = list(encoder.parameters())
    optimizer = torch.optim.AdamW(parameters, weight_decay=DECAY)
    steps, began = int(passes * (sum(map(len, batches.draws())) // BATCH)), time.time()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / WARM_STEPS) * max(RATE_END, 1 - step / steps)
        items = batches.items()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            asked = embed(encoder, [batches.ask(i) for i in items])
            told = embed(encoder, [abouts[i] for i in items])
        twins = same[items][:, items].fill_diagonal_(False)
        scores = (SCALE * asked @ told.T).masked_fill(twins, -1e9)
        right = torch.arange(len(items))
        loss = F.cross_entropy(scores, right) + BACKWARD * F.cross_entropy(scores.T, right)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, CLIP)
        optimizer.step()
        if (step + 1) % 10 == 0:
            print(f"step {step + 1} of {steps}: loss {loss.item():.3f}, {time.time() - began:.0f} s", flush=True)


def mean(weights, encoders):
    """Gives the encoder with the mean of updates, as the nearest of rank RANK (Eckart and Young 1936)."""
    result = Encoder(weights)
    for key in [key[:-2] for key in result.updates if key.endswith("/A")]:
        changes = [encoder.updates[key + "/B"] @ encoder.updates[key + "/A"] for encoder in encoders]
        left, values, right = torch.linalg.svd(torch.stack(changes).mean(0).detach(), full_matrices=False)
        root = values[:RANK].sqrt()
        result.updates[key + "/A"] = nn.Parameter(root[:, None] * right[:RANK])
        result.updates[key + "/B"] = nn.Parameter(left[:, :RANK] * root)
    return result


def write(encoder):
    arrays = {}
    for layer in range(LAYERS):
        for name in DENSE:
            for part in "AB":
                update = encoder.updates[f"{layer}.{name}".replace(".", "/") + "/" + part]
                arrays[f"encoder.layer.{layer}.{name}.lora_{part}.weight"] = update.detach().half().contiguous()
    data = save(arrays)
    with open(MODELS / UPDATES, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(data)
    manifest = json.loads((MODELS / f"{BASE}.json").read_text())
    manifest["id"], manifest["aliases"] = OWN, ["minilm-skills"]
    manifest["files"].append({
        "name": "lora.safetensors", "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data),
        "origins": [{"embedded": UPDATES}],
    })
    (MODELS / f"{OWN}.json").write_text(json.dumps(manifest, indent=2) + "\n")


def rows(file):
    with open(HERE.parent / "bank" / file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def concepts():
    """Gives the concepts; those of more.jsonl by the name of another add asks to it."""
    items, named = [], {}
    for concept in rows("concepts.jsonl") + rows("more.jsonl"):
        if known := named.get(concept["name"]):
            known["asks"] += concept["asks"]
            continue
        items.append(concept)
        named[concept["name"]] = concept
    return items


def bank():
    """Gives all items, and of those with siblings the places of each project's or server's."""
    items, groups = concepts(), {}
    for item in rows("lessons.jsonl") + rows("tools.jsonl"):
        groups.setdefault(item["project"], []).append(len(items))
        items.append(item)
    return items, list(groups.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", help="model.safetensors of all-MiniLM-L6-v2")
    options = parser.parse_args()
    vocabulary = [word.rstrip("\n") for word in gzip.open(MODELS / "bert-uncased.txt.gz", "rt", encoding="utf-8")]
    tokenizer = BertWordPieceTokenizer({word: i for i, word in enumerate(vocabulary)}, lowercase=True)
    published = json.loads((MODELS / f"{BASE}.json").read_text())["files"][1]
    if hashlib.sha256(pathlib.Path(options.weights).read_bytes()).hexdigest() != published["sha256"]:
        parser.error(f"{options.weights} is not the {published['name']} of {BASE}")
    weights = load_file(options.weights)

    def tokens(text):
        return tokenizer.encode(text).ids[:TOKENS]

    torch.manual_seed(SEED)
    first, second = Encoder(weights), Encoder(weights)
    train(first, concepts(), [], tokens)
    train(second, *bank(), tokens)
    before = mean(weights, [first, second])
    after = mean(weights, [before])
    train(after, *bank(), tokens, PASSES_ON, RATE_ON, even=True)
    write(mean(weights, [before, after]))


if __name__ == "__main__":
    main()
