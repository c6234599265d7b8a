;; Has a data segment at address 2^32 − 1.
;; expect: vet "out of bounds memory access"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (data (i32.const -1) "0")
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
