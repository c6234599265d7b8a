;; Exports a function as the meter's start function.
;; expect: vet "it exports \"impressionism:start\""
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "impressionism:start"))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
