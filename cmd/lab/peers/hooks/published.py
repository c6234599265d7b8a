"""Calls a published router's own hook once for each event (a line of stdin) in one process,
and prints what the hook prints, a line for each event. It only saves the interpreter's start:
main() is what its command runs too."""
import io, json, sys

import capability_registry

events = sys.stdin.read().splitlines()
answers = sys.stdout
sys.argv = ["lockkeeper", "route-hook", "--runtime", "claude"]
for event in events:
    sys.stdin, sys.stdout = io.StringIO(event), io.StringIO()
    capability_registry.main()
    print(json.dumps({"output": sys.stdout.getvalue()}), file=answers)
