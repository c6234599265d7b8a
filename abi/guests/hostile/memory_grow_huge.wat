;; Grows its memory by 2^32 − 1 pages, then by 2^31: it gets none.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: rep_overflow.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.ne (i32.const -2) (i32.add (memory.grow (i32.const -1)) (memory.grow (i32.const 0x80000000))))))
