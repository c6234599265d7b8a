;; Follows a chain of addresses through 60 MiB, so that nearly every step waits for memory, for
;; which no fuel is counted. Only a deadline ends this sooner.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; takes: 10s
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $x i32) (local $next i32)
    (drop (memory.grow (i32.const 1023)))
    ;; a chain of all lines of 64 bytes: a full period of x·5 + 1 · 64 by linear congruence
    (loop $fill
      (local.set $next (i32.and (i32.add (i32.mul (local.get $x) (i32.const 1664525)) (i32.const 1013904192)) (i32.const 0x3ffffc0)))
      (i32.store (local.get $x) (local.get $next))
      (local.set $x (i32.add (local.get $x) (i32.const 64)))
      (br_if $fill (i32.lt_u (local.get $x) (i32.const 0x4000000))))
    (local.set $x (i32.const 0))
    (loop $again
      (local.set $x (i32.load (local.get $x)))
      (br $again))
    (i32.const 0)))
