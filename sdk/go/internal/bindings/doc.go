// Package bindings holds the generator of the SDK's generated files to abi.Calls.
// It does not import the SDK, so that it can write what does not compile yet.
package bindings
