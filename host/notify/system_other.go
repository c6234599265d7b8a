//go:build !linux && !darwin

package notify

// entriesMax bounds the entries of a notified folder; 0: it does not matter how many they are.
const entriesMax = 0
