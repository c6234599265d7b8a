"""Embeds texts with Python's onnxruntime, as lab bench does, and times the model alone."""
import json, sys, time, unicodedata
from concurrent.futures import ThreadPoolExecutor

import numpy, onnxruntime

job = json.load(sys.stdin)
vocabulary = {}
with open(job["vocabulary"], encoding="utf-8") as lines:
    for line in lines:
        vocabulary.setdefault(line.rstrip("\n"), len(vocabulary))


def words(text):
    text = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
    word = ""
    for c in text:
        alone = unicodedata.category(c)[0] == "P" or (ord(c) < 128 and not c.isalnum())
        if not (alone or c.isspace()):
            word += c
            continue
        if word:
            yield word
            word = ""
        if alone and c.isprintable() and c != " ":
            yield c
    if word:
        yield word


def pieces(word):
    found, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                break
        else:
            return [vocabulary["[UNK]"]]
        found.append(vocabulary[piece])
        start = end
    return found


def tokens(text):
    inner = [id for word in words(text) for id in pieces(word)][: job["tokens_max"] - 2]
    return numpy.array([[vocabulary["[CLS]"], *inner, vocabulary["[SEP]"]]], dtype=numpy.int64)


options = onnxruntime.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = 1
options.add_session_config_entry("session.load_model_format", "ORT")
session = onnxruntime.InferenceSession(job["model"], options, providers=["CPUExecutionProvider"])
name = session.get_inputs()[0].name
inputs = [tokens(text) for text in job["texts"]]
with ThreadPoolExecutor(job["workers"]) as pool:
    began = time.perf_counter()
    vectors = list(pool.map(lambda ids: session.run(None, {name: ids})[0][0].tolist(), inputs))
    seconds = time.perf_counter() - began
json.dump({"seconds": seconds, "vectors": vectors}, sys.stdout)
