;; Exports evaluate_activation with a parameter.
;; expect: vet "evaluate_activation has the signature" "it must be"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (param i32) (result i32) (i32.const 0)))
