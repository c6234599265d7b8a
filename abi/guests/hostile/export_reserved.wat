;; Exports a global of its own as the counter of fuel.
;; expect: vet "it exports \"impressionism:fuel\": names that begin with impressionism: are the host's own"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (global (export "impressionism:fuel") (mut i64) (i64.const 9223372036854775807))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
