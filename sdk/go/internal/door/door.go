// Package door is where host calls leave a ruleset that runs natively. Only tests
// open it; a guest does not link it.
package door

// Invoke answers a host call, as abi.Sandbox.Invoke does; nil: nobody does.
var Invoke func(call string, request []byte) (reply []byte)
