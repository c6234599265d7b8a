;; Calls the function behind its own.
;; expect: vet "it calls a function that does not exist"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call 1)
    (i32.const 0)))
