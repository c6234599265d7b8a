;; Has _start besides what is asked for. The host never calls it.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "_start") unreachable)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
