;; Takes the counter as the first value of a global of its own.
;; expect: vet "global 1 does not exist"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (global i64 (global.get 1))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
