"""Suggests the skills whose descriptions are nearest to a prompt, by cosine. The event is on
stdin, the settings are in $SKILL_RULES: model, vocabulary, vectors, names, min_score, max.
`build` makes the vectors of the texts (JSON list on stdin). With BATCH=1 every line of stdin
is an event, and every line of stdout its scores."""
import json, os, sys

with open(os.environ["SKILL_RULES"], encoding="utf-8") as file:
    settings = json.load(file)


def encoder():
    """Returns a function from a text to its vector, L2-normalised. One thread is enough for
    one short text, and the file of the model is optimised already: both save time."""
    import numpy, onnxruntime
    from tokenizers import BertWordPieceTokenizer

    tokenizer = BertWordPieceTokenizer(settings["vocabulary"], lowercase=True)
    tokenizer.enable_truncation(256)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(settings["model"], options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def encode(text):
        ids = numpy.array([tokenizer.encode(text).ids], dtype=numpy.int64)
        return session.run(None, {name: ids})[0][0]

    return encode


def ranking(encode, vectors, prompt):
    scores = vectors @ encode(prompt)
    best = scores.argsort()[::-1][:20]
    return [(settings["names"][i], float(scores[i])) for i in best]


def main():
    import numpy

    if sys.argv[1:] == ["build"]:
        encode = encoder()
        numpy.save(settings["vectors"], numpy.stack([encode(text) for text in json.load(sys.stdin)]))
        return
    vectors, batch = numpy.load(settings["vectors"]), os.environ.get("BATCH")
    if batch:
        encode = encoder()
        for line in sys.stdin:
            print(json.dumps({"ranking": ranking(encode, vectors, json.loads(line)["prompt"])}))
        return
    prompt = json.load(sys.stdin)["prompt"]
    if not prompt.strip():
        return
    told = [name for name, score in ranking(encoder(), vectors, prompt) if score >= settings["min_score"]]
    if told:
        lines = ["These skills may fit; load them before answering:"] + ["- " + name for name in told[: settings["max"]]]
        output = {"hookEventName": "UserPromptSubmit", "additionalContext": "\n".join(lines)}
        json.dump({"hookSpecificOutput": output}, sys.stdout)


main()
