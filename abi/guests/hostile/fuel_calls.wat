;; Calls small functions from small functions, none of which looks at the counter by itself.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $a (call $b) (call $b))
  (func $b (call $c) (call $c))
  (func $c (call $d) (call $d))
  (func $d (global.set $kept (i32.add (global.get $kept) (i32.const 1))))
  (global $kept (mut i32) (i32.const 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (call $a) (br $again))
    (i32.const 0)))
