;; Yields to nobody without end: the cheapest way to the host and back.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "wasi_snapshot_preview1" "sched_yield" (func $sched_yield (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (call $sched_yield)) (br $again))
    (i32.const 0)))
