-- Sends a request of two megabytes.
-- expect: bad_request
impressionism.log("debug", ("x"):rep(2e6))
