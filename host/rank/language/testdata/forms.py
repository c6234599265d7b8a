"""Prints, for each block of letters, the letters in Unicode's composed form and
then, after a tab, in its decomposed form: python3 forms.py > forms.txt"""
import unicodedata

BLOCKS = {"Latin": (0xC0, 0x250), "Latin Additional": (0x1E00, 0x1F00), "Greek": (0x386, 0x3CF), "Cyrillic": (0x400, 0x460),
          "kana": (0x3041, 0x30FB), "Hangul": (0xAC00, 0xD7A4)}
for name, (first, last) in BLOCKS.items():
    step = 97 if name == "Hangul" else 1
    letters = [chr(c) for c in range(first, last, step) if unicodedata.normalize("NFC", chr(c)) == chr(c) != unicodedata.normalize("NFD", chr(c))]
    composed = " ".join("x" + c + c.lower() if name.startswith("Latin") else c + c for c in letters)
    print(composed, unicodedata.normalize("NFD", composed), sep="\t")
