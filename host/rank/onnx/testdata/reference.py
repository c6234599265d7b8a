"""Records what the reference makes of many texts: reference.json.gz (texts and
token ids), reference.f32.gz (vectors), codepoints.txt.gz (ids of every code
point between two letters).

    python3 reference.py DIR    # with vocab.txt and model.safetensors of all-MiniLM-L6-v2

It needs tokenizers, numpy and scipy. Tokens are those of the package tokenizers,
with names of special tokens taken as ordinary text; vectors are computed here, in
float64, straight from the paper: it shares no line with the program.
"""

import gzip
import json
import pathlib
import random
import struct
import sys

import numpy as np
from scipy.special import erf
from tokenizers import BertWordPieceTokenizer

TOKENS_MAX, LAYERS, HEADS = 256, 6, 12
here = pathlib.Path(__file__).parent
model = pathlib.Path(sys.argv[1])


def tokenizer():
    bert = BertWordPieceTokenizer(str(model / "vocab.txt"), lowercase=True)
    bert.encode_special_tokens = True
    bert._tokenizer.encode_special_tokens = True
    bert.enable_truncation(TOKENS_MAX)
    return bert


def weights():
    data = (model / "model.safetensors").read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    arrays = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if entry.get("dtype") == "F32":
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            arrays[name] = np.frombuffer(data[start:end], dtype="<f4").reshape(entry["shape"]).astype(np.float64)
    return arrays


def embed(w, ids):
    def norm(x, name):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * w[name + ".weight"] + w[name + ".bias"]

    def dense(x, name):
        return x @ w[name + ".weight"].T + w[name + ".bias"]

    x = w["embeddings.word_embeddings.weight"][ids]
    x = x + w["embeddings.position_embeddings.weight"][: len(ids)] + w["embeddings.token_type_embeddings.weight"][0]
    x = norm(x, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        q, k, v = (
            dense(x, name + "attention.self." + part).reshape(len(ids), HEADS, -1).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (shares / shares.sum(-1, keepdims=True)) @ v
        mixed = mixed.transpose(1, 0, 2).reshape(len(ids), -1)
        x = norm(x + dense(mixed, name + "attention.output.dense"), name + "attention.output.LayerNorm")
        wide = dense(x, name + "intermediate.dense")
        wide = wide * 0.5 * (1 + erf(wide / np.sqrt(2)))
        x = norm(x + dense(wide, name + "output.dense"), name + "output.LayerNorm")
    mean = x.mean(0)
    return (mean / np.sqrt((mean * mean).sum())).astype("<f4")


WRITTEN = """\
Add a migration that splits the users table in two.
Why does the build fail only on the second run?
write unit tests for the parser, please
Refactor this function; it's 300 lines long and nobody dares touch it.
Make the spreadsheet's totals bold & export it as PDF
deploy to staging, then to production after the smoke tests pass
HTTP 502 Bad Gateway from nginx behind a load balancer
It's won't can't shouldn't've O'Reilly's rock'n'roll
e-mail, well-known, state-of-the-art, re-index
$12.50 + 7% = ? ~approx <b>bold</b> [link](http://example.com/a?b=c&d=e#f)
func main() { fmt.Println("hello, world") } // comment
SELECT * FROM t WHERE a >= 1 AND b LIKE '%x_y%';
git rebase -i HEAD~3 && git push --force-with-lease
/usr/local/bin/../lib/libfoo.so.1.2.3: undefined symbol: _ZN3fooEv
C:\\Users\\me\\AppData\\Local\\Temp\\x.tmp
{"key": [1, 2.5, null, true], "nested": {"a": "b"}}
snake_case camelCase PascalCase SCREAMING_SNAKE kebab-case dot.case
[CLS] [SEP] [PAD] [MASK] [UNK] as plain text
The literal [SEP] token must not end a sentence.[SEP]Here is more.
[SEP][SEP][CLS][MASK][MASK]
[sep] [Cls] [ MASK ] [UNK
##ing ##s un##able
Café naïve façade jalapeño Ångström crème brûlée
cafe\u0301 nai\u0308ve A\u030angstro\u0308m (decomposed)
Zażółć gęślą jaźń; Příliš žluťoučký kůň úpěl ďábelské ódy
Straße, Größe, Übermut, ẞ and ß
İstanbul ISPARTA ılık ığdır Iğdır
Dvě stě padesát šest; Đorđe; Łódź; Øresund; Þingvellir; Æsir; œuvre
Ελληνικά: Ὁδυσσεύς, ΟΔΥΣΣΕΥΣ, λόγος, ἀρχή
Русский текст: Ёлка, съёмка, Щука, й и й
Українська: їжак, ґанок, європа; Беларуская: ў
Српски: Ђорђе, љубав, њега, џеп
עברית עם ניקוד: שָׁלוֹם עוֹלָם
العربية: السَّلَامُ عَلَيْكُمْ، كيف الحال؟ ١٢٣
فارسی: می‌خواهم بنویسم (با نیم‌فاصله)
اردو: یہ ایک جملہ ہے۔
हिन्दी: नमस्ते दुनिया, क्षत्रिय, ज़रूर
বাংলা: আমার সোনার বাংলা
தமிழ்: வணக்கம் உலகம்
తెలుగు: నమస్కారం
ไทย: สวัสดีชาวโลก
ລາວ: ສະບາຍດີ; မြန်မာ: မင်္ဂလာပါ; ខ្មែរ: សួស្តី
ქართული: გამარჯობა; ᲥᲐᲠᲗᲣᲚᲘ
Հայերեն: Բարեւ աշխարհ
አማርኛ: ሰላም ለዓለም።
한국어: 안녕하세요, 세계! 각 값 갂 뷁
한글 자모: ㄱㄴㄷ ᄀ\u1161\u11a8
中文:你好,世界。這是繁體字與简体字。
日本語:こんにちは、世界!カタカナ、ひらがな、漢字、が か\u3099
半角カタカナ ガギグ and 全角ABC123!
㐀㐁 𠀀𠀁 𪜀 𫝀 𫠠 豈更 丽丸
Tiếng Việt: Trường đại học Bách khoa, nghiêng, ửng
Yorùbá: Ẹ káàárọ̀; Igbo: Ị̀; Hausa: ɓ ɗ ƙ
ᏣᎳᎩ Cherokee Ꮳ ꮳ; ᐃᓄᒃᑎᑐᑦ; ᚠᚢᚦᚨᚱᚲ
👍 🎉🎉 👩‍👩‍👧‍👦 🏳️‍🌈 🇨🇿 1️⃣ ❤️ ☺️ 🧑🏽‍💻
emoji🙂inside🙂words and text-style ☕︎ emoji-style ☕️
math: ∑ᵢ xᵢ² ≤ ∫₀^∞ e^{−x} dx, ∀ε>0 ∃δ, ℝ ⊂ ℂ, ½ ⅓ Ⅳ
mathematical 𝐛𝐨𝐥𝐝 𝑖𝑡𝑎𝑙𝑖𝑐 𝔣𝔯𝔞𝔨𝔱𝔲𝔯 𝕕𝕠𝕦𝕓𝕝𝕖 𝚖𝚘𝚗𝚘
ligatures: fi fl ffi st; ① ② Ⓐ ㎏ ㍿ ™ © ®
quotes: “double” ‘single’ «guillemets» „low“ ‹x› 「kagi」 『 』
dashes: – — ― − ‐ ‑ ‒ … ‥ · • ‣ ⁃
currencies: € £ ¥ ₹ ₽ ₿ ¢ ¤
arrows → ← ⇒ ⟶ ↯; boxes ┌─┐│└┘ ▓▒░ █
superscripts ⁰¹²³ subscripts ₀₁₂ primes ′ ″
soft\u00adhyphen zero\u200bwidth joiner\u200d non\u200cjoiner bom\ufeff word\u2060joiner
bidi \u202eoverride\u202c \u2066isolate\u2069 \u200fmark\u200e
null\x00byte bell\x07 escape\x1b[31mred\x1b[0m delete\x7f c1\x85next\x9f
tab\tnewline\nreturn\r\nvertical\x0bfeed\x0cend
nbsp\u00a0thin\u2009hair\u200aem\u2003ideographic\u3000ogham\u1680line\u2028para\u2029end
replacement\ufffdcharacter \ufffe \uffff \U0001fffe
private \ue000 \uf8ff \U000f0000 \U0010fffd
unassigned \u0378 \u0530 \U0001e7e7 \U000e0fff \u2fe0
tags \U000e0001\U000e0041\U000e007f variation \ufe0f\U000e0100
combining alone: \u0301 \u0300\u0301\u0302 \u20dd
zalgo: h\u0321\u0313e\u0334\u0301l\u0335\u0300l\u0336\u0302o\u0337\u0303
greek question mark \u037e kelvin \u212a angstrom \u212b ohm \u2126 grave \u1fef
e\u0323\u0301 e\u0301\u0323 order of marks; \u1e69 s\u0323\u0307
hangul tone marks \u302e\u302f after 가\u302e
musical \U0001d15e \U0001d1bb decomposed
late additions \u061d \u2e52 \u1abf \u07fd \U00011a01 \u166d \u1734 \U000111c9
a
I
?
!!!???...
0
3.14159265358979323846
1234567890123456789012345678901234567890
supercalifragilisticexpialidocious antidisestablishmentarianism
pneumonoultramicroscopicsilicovolcanoconiosis
 leading and trailing spaces \t 
multiple     spaces\n\n\n\nand lines"""


def texts():
    random.seed(384)
    yield ""
    yield " \t\n "
    yield "\u200b"
    for line in WRITTEN.split("\n"):
        yield line
    yield "a" * 99
    yield "a" * 100
    yield "a" * 101
    yield "\u00e9" * 100 + " " + "\u00e9" * 101
    yield "e\u0301" * 60 + " " + "\u0301" * 40
    yield "x" + "\u0301" * 50 + "y"
    yield "word " * 253 + "[SEP]"
    yield "word " * 254
    yield "word " * 255
    yield "unbelievably " * 200
    yield "漢" * 300
    yield "가" * 300
    yield "🙂" * 300
    yield "." * 1000
    yield ("lorem ipsum dolor sit amet, " * 100).strip()
    yield "-".join(str(n) for n in range(300))
    yield "".join(f"line {n}: value = {n * n};\n" for n in range(120))
    pool = WRITTEN.split()
    for _ in range(90):  # mixtures of scripts
        yield " ".join(random.choice(pool) for _ in range(random.randint(1, 40)))
    ranges = [(0, 0x250), (0x250, 0x800), (0x800, 0x3000), (0x3000, 0xD800), (0xE000, 0x10000), (0x10000, 0x30000)]
    for low, high in ranges:  # characters at random between letters
        for _ in range(8):
            yield "".join(random.choice(["a", "b c", chr(random.randrange(low, high))]) for _ in range(60))
    vocabulary = (model / "vocab.txt").read_text(encoding="utf8").split("\n")[999:30000]
    for _ in range(60):  # pieces at random, with and without spaces, capitals, marks
        glue = random.choice([" ", "", "-", "\u0301 ", "\n", ". "])
        words = [random.choice(vocabulary).replace("##", "") for _ in range(random.randint(1, 60))]
        yield glue.join(random.choice([word, word.upper(), word.capitalize()]) for word in words)


def write(name, data):
    with open(here / name, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
        packed.write(data)


def codepoints(bert):
    """Runs of code points of which "a" + point + "a" gives the same ids."""
    points = [point for point in range(0x110000) if not 0xD800 <= point < 0xE000]
    runs = []
    for start in range(0, len(points), 10000):
        part = points[start : start + 10000]
        for point, encoded in zip(part, bert.encode_batch([f"a{chr(point)}a" for point in part])):
            ids = encoded.ids[1:-1]
            if runs and runs[-1][2] == ids and runs[-1][1] in (point - 1, 0xD7FF):
                runs[-1][1] = point
            else:
                runs.append([point, point, ids])
    return "".join(f"{first:X} {last:X} {' '.join(map(str, ids))}\n" for first, last, ids in runs)


def main():
    bert, arrays = tokenizer(), weights()
    every = list(dict.fromkeys(texts()))
    ids = [bert.encode(text).ids for text in every]
    assert max(map(len, ids)) == TOKENS_MAX
    vectors = [embed(arrays, one) for one in ids]
    cases = [{"text": text, "ids": one} for text, one in zip(every, ids)]
    write("reference.json.gz", json.dumps(cases, ensure_ascii=True, separators=(",", ":")).encode())
    write("reference.f32.gz", b"".join(vector.tobytes() for vector in vectors))
    write("codepoints.txt.gz", codepoints(bert).encode())
    print(len(cases), "texts,", sum(len(one) == TOKENS_MAX for one in ids), "of them cut")


main()
