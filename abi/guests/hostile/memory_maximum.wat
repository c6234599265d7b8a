;; Announces that its memory may grow to 4 GiB, and asks for nothing. Nothing is reserved beyond
;; the budget.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (memory 1 65536)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
