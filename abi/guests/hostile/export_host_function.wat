;; Exports a function of the host as its own.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (export "evaluate_activation" (func $yield)))
