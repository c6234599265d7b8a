;; Imports a function whose name holds escape sequences and line ends.
;; expect: vet "it imports extism:host/env [31m" "the host has no such function"
;; lua: none
(module
  (import "extism:host/env" "\1b[31mred\0anot an error\00" (func))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
