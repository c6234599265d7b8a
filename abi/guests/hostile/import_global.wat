;; Imports the counter of fuel as a global.
;; expect: vet "it imports extism:host/env impressionism:fuel, a global: the host gives functions only"
;; lua: none
(module
  (import "extism:host/env" "impressionism:fuel" (global (mut i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
