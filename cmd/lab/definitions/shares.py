#!/usr/bin/env python3
"""Shares of definitions that host/code/scan finds, against parsers.

Usage: shares.py [--misses N] FOLDER...   from the repository's root

Needs Go, and tree-sitter with the grammars of the languages that the folders hold:
pip install tree-sitter tree-sitter-{go,python,typescript,javascript,rust,java,c,cpp,c-sharp,kotlin,php,ruby,swift,bash}
Python is read by Python's own ast. A definition counts as found where the scanner has one of
the same name on the same line; one that the scanner has counts as right where the parser has
a definition of any kind, at any depth, of that name on that line."""
import ast, collections, importlib, json, re, subprocess, sys

GRAMMARS = {"go": "go", "typescript": "typescript", "tsx": "typescript", "javascript": "javascript",
            "rust": "rust", "java": "java", "c": "c", "cpp": "cpp", "csharp": "c_sharp", "kotlin": "kotlin",
            "php": "php", "ruby": "ruby", "swift": "swift", "shell": "bash"}

# Per language: nodes that are definitions; of these, those whose inside is looked into; other
# nodes that are looked into; nodes that are right if the scanner has them, but not asked for.
FUNCTIONS = "function_declaration generator_function_declaration function_signature"
SCRIPT = (FUNCTIONS + " class_declaration abstract_class_declaration interface_declaration enum_declaration type_alias_declaration internal_module module method_definition abstract_method_signature method_signature",
          "class_declaration abstract_class_declaration internal_module module",
          "program export_statement ambient_declaration class_body statement_block expression_statement lexical_declaration variable_declaration",
          "variable_declarator public_field_definition field_definition pair assignment_expression function_expression class arrow_function property_signature")
NODES = {
    "go": ("function_declaration method_declaration type_spec type_alias const_spec var_spec", "", "source_file type_declaration const_declaration var_declaration var_spec_list", ""),
    "typescript": SCRIPT, "javascript": SCRIPT, "tsx": SCRIPT,
    "rust": ("function_item function_signature_item struct_item enum_item union_item trait_item type_item const_item static_item macro_definition", "trait_item",
             "source_file impl_item mod_item declaration_list foreign_mod_item", "mod_item associated_type impl_item"),
    "java": ("class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration method_declaration constructor_declaration compact_constructor_declaration annotation_type_element_declaration",
             "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
             "program class_body interface_body enum_body enum_body_declarations annotation_type_body", ""),
    "c": ("function_definition struct_specifier union_specifier enum_specifier type_definition preproc_function_def", "",
          "translation_unit preproc_if preproc_ifdef preproc_else preproc_elif linkage_specification declaration_list", "declaration"),
    "cpp": ("function_definition struct_specifier union_specifier enum_specifier class_specifier type_definition preproc_function_def alias_declaration concept_definition",
            "struct_specifier union_specifier class_specifier", "translation_unit preproc_if preproc_ifdef preproc_else preproc_elif linkage_specification declaration_list namespace_definition template_declaration field_declaration_list", "declaration field_declaration"),
    "csharp": ("class_declaration struct_declaration interface_declaration enum_declaration record_declaration delegate_declaration method_declaration constructor_declaration destructor_declaration",
               "class_declaration struct_declaration interface_declaration record_declaration", "compilation_unit namespace_declaration file_scoped_namespace_declaration declaration_list preproc_if preproc_else preproc_elif preproc_region",
               "property_declaration operator_declaration conversion_operator_declaration indexer_declaration event_declaration local_function_statement"),
    "kotlin": ("class_declaration object_declaration function_declaration type_alias", "class_declaration object_declaration", "source_file class_body enum_class_body companion_object", "property_declaration companion_object secondary_constructor"),
    "php": ("class_declaration interface_declaration trait_declaration enum_declaration function_definition method_declaration", "class_declaration interface_declaration trait_declaration enum_declaration",
            "program declaration_list enum_declaration_list namespace_definition compound_statement if_statement", "const_declaration const_element"),
    "ruby": ("class module method singleton_method", "class module singleton_class", "program body_statement begin_block", "assignment"),
    "swift": ("class_declaration protocol_declaration function_declaration protocol_function_declaration typealias_declaration", "class_declaration protocol_declaration",
              "source_file class_body protocol_body enum_class_body", "property_declaration init_declaration deinit_declaration subscript_declaration associatedtype_declaration macro_declaration"),
    "shell": ("function_definition", "", "program if_statement compound_statement list", ""),
}
UNNAMED = {"secondary_constructor": "constructor", "init_declaration": "init", "deinit_declaration": "deinit", "subscript_declaration": "subscript"}
OF_FUNCTION = ("arrow_function", "function_expression", "function", "generator_function", "class")


def name_of(n):
    """The node of a definition's name."""
    if n.type in ("const_spec", "var_spec", "variable_declarator", "public_field_definition", "field_definition", "pair", "assignment_expression", "assignment"):
        return n.child_by_field_name("name") or n.child_by_field_name("property") or n.child_by_field_name("key") or n.child_by_field_name("left") or n.named_children[0]
    m = n.child_by_field_name("name")
    if m is None:
        m = n.child_by_field_name("declarator")
        while m is not None and m.type not in ("identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "qualified_identifier", "operator_cast"):
            inner = m.child_by_field_name("declarator")
            if inner is None:
                inner = next((c for c in m.named_children if "identifier" in c.type or "declarator" in c.type or c.type in ("operator_name", "destructor_name")), None)
            m = inner
    if m is None:
        m = next((c for c in n.named_children if c.type in ("simple_identifier", "type_identifier", "identifier", "word", "variable_declaration", "variable_declarator")), None)
    return m


def last(name):
    name = re.split(r"(?<!:):(?!:)", name)[0].strip() or name  # x: Int
    while "operator" not in name and re.search(r"<[^<>]*>", name):
        name = re.sub(r"<[^<>]*>", "", name)
    return re.split(r"::|\.|->", name.strip("'\"`"))[-1].strip("'\"`$# ") or name


def wanted(language, n, parents):
    """Whether a node is a definition by itself."""
    if language == "cpp" and any(c.type in ("default_method_clause", "delete_method_clause") for c in n.children):
        return False
    if language == "swift" and any(c.type == "extension" for c in n.children):
        return False
    if language in ("c", "cpp") and n.type.endswith("_specifier"):
        return n.child_by_field_name("body") is not None and n.child_by_field_name("name") is not None
    if n.type == "type_item" and any(p.type in ("impl_item", "trait_item") for p in parents):
        return False
    if n.type in ("const_item", "function_signature_item") and any(p.type == "impl_item" for p in parents) and n.type == "const_item":
        return False
    if n.type == "const_item" and any(p.type == "trait_item" for p in parents):
        return False
    if n.type in ("alias_declaration", "type_definition", "type_item", "typealias_declaration") and any("body" in p.type or p.type in ("field_declaration_list", "impl_item", "trait_item") for p in parents):
        return False  # of their type's own lines
    if n.type == "method_signature" and not any(p.type == "class_body" for p in parents[-1:]):
        return False
    return True


def tree(language, path):
    """Definitions asked for, and all that are right: sets of (name, line)."""
    import tree_sitter
    grammar = "tsx" if path.endswith("x") and language == "typescript" else language
    module = importlib.import_module("tree_sitter_" + GRAMMARS[grammar])
    get = getattr(module, "language_" + {"typescript": "typescript", "tsx": "tsx", "php": "php"}.get(grammar, ""), None) or module.language
    key = (language, grammar)
    if key not in PARSERS:
        PARSERS[key] = tree_sitter.Parser(tree_sitter.Language(get()))
    root = PARSERS[key].parse(open(path, "rb").read()).root_node
    defs, into, through, right = (set(x.split()) for x in NODES[language])
    asked, known = [], set()

    def told(n):
        if n.type in UNNAMED:
            return UNNAMED[n.type], n.start_point[0] + 1, n.start_point[0] + 1
        m = name_of(n)
        if m is None:
            return None
        return last(m.text.decode("utf8", "replace")), m.start_point[0] + 1, n.start_point[0] + 1

    stack = [(root, [], True)]
    while stack:
        n, parents, open_ = stack.pop()
        t = told(n) if n.type in defs or n.type in right else None
        if t:
            known.add(t[:2])
            known.add((t[0], t[2]))
        if open_ and n.type in defs and wanted(language, n, parents) and t and not n.has_error:
            asked.append((t[0], t[1], n.type))
        inside = open_ and (n.type in into or n.type in through)
        if open_ and language in ("typescript", "javascript"):
            v = n.child_by_field_name("value")
            if n.type in ("public_field_definition", "field_definition") and v is not None and v.type in OF_FUNCTION and not n.has_error:
                asked.append((t[0], t[1], n.type))
            if n.type == "variable_declarator" and parents and len(parents) >= 2 and parents[-1].type in ("lexical_declaration", "variable_declaration") and parents[-2].type in ("program", "export_statement") and n.child_by_field_name("name").type == "identifier" and n == parents[-1].named_children[0]:
                asked.append((t[0], t[1], n.type))
            if n.type == "statement_block" and not (parents and parents[-1].type in ("internal_module", "module", "program")):
                inside = False
        for c in n.named_children:
            stack.append((c, parents + [n], inside))
    return asked, None if root.has_error else known


PARSERS = {}


def python(path):
    text = open(path, "rb").read()
    root = ast.parse(text)
    asked, known = [], set()
    for n in ast.walk(root):
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            known.add((n.name, n.lineno))
        if isinstance(n, (ast.Assign, ast.AnnAssign)):
            for t in n.targets if isinstance(n, ast.Assign) else [n.target]:
                if isinstance(t, ast.Name):
                    known.add((t.id, n.lineno))

    def walk(body, module):
        for n in body:
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)):
                asked.append((n.name, n.lineno, "function"))
            elif isinstance(n, ast.ClassDef):
                asked.append((n.name, n.lineno, "class"))
                walk(n.body, False)
            elif module and isinstance(n, (ast.Assign, ast.AnnAssign)) and n in root.body:
                t = n.targets[0] if isinstance(n, ast.Assign) else n.target
                if isinstance(t, ast.Name) and (not isinstance(n, ast.Assign) or len(n.targets) == 1):
                    asked.append((t.id, n.lineno, "variable"))
            else:
                for f in ("body", "orelse", "finalbody"):
                    walk(getattr(n, f, None) or [], module) if isinstance(getattr(n, f, None), list) else None
                for h in getattr(n, "handlers", []):
                    walk(h.body, module)
    walk(root.body, True)
    return asked, known


def main():
    folders, misses = sys.argv[1:], 0
    if folders and folders[0] == "--misses":
        misses, folders = int(folders[1]), folders[2:]
    out = subprocess.run(["go", "run", "./cmd/lab/definitions", *folders], capture_output=True, text=True, check=True).stdout
    files, language = collections.defaultdict(list), {}
    windows = collections.Counter()
    for line in out.splitlines():
        r = json.loads(line)
        if r["symbol"]:
            files[r["path"]].append(r)
        elif r["language"] in NODES or r["language"] == "python":
            language[r["path"]] = r["language"]
            if r.get("windows"):
                windows[r["language"]] += 1
                print(r["path"], r["windows"], file=sys.stderr)
    count = collections.defaultdict(collections.Counter)
    for path, l in sorted(language.items()):
        try:
            asked, known = python(path) if l == "python" else tree(l, path)
        except (SyntaxError, ValueError, RecursionError) as e:
            print("no parse:", path, e, file=sys.stderr)
            count[l]["unparsed"] += 1
            continue
        have = files[path]
        exact = {(last(r["symbol"]), r["line"]) for r in have}
        c = count[l]
        c["files"] += 1
        for name, line, kind in asked:
            within = any(r["start"] <= line <= r["end"] and last(r["symbol"]) == name for r in have)
            grouped = kind in ("const_spec", "var_spec") and any(r["start"] <= line <= r["end"] and r["kind"] == "variable" for r in have)
            signature = within  # an overload, told with the next
            c["asked"] += 1
            if (name, line) in exact or grouped or signature:
                c["found"] += 1
            elif misses:
                print(f"missed {path}:{line} {name} ({kind})")
        for r in have if known is not None else []:
            c["have"] += 1
            if r["symbol"] == "default":
                c["right"] += 1
                continue
            if (last(r["symbol"]), r["line"]) in known or any((last(r["symbol"]), x) in known for x in range(r["start"], min(r["end"], r["line"] + 3) + 1)):
                c["right"] += 1
            elif misses:
                print(f"wrong  {path}:{r['line']} {r['symbol']} ({r['kind']})")
    print(f"{'language':11} {'files':>6} {'asked':>7} {'found':>6} {'told':>7} {'right':>6}  cut into windows")
    for l, c in sorted(count.items()):
        print(f"{l:11} {c['files']:6} {c['asked']:7} {c['found'] / max(c['asked'], 1):6.3f} {c['have']:7} {c['right'] / max(c['have'], 1):6.3f}  {windows[l]}")


main()
