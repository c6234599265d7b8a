;; Imports an exception tag.
;; expect: vet "exception"
;; lua: none
(module
  (import "env" "tag" (tag (param i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
