;; Reads and writes numbers that lie across two pages.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (i64.store (i32.const 4093) (i64.add (i64.load (i32.const 4093)) (i64.const 1)))
      (br $again))
    (i32.const 0)))
