;; Takes a global behind its own as the place of a data segment.
;; expect: vet "global 0 does not exist"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (data (global.get 0) "x")
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
