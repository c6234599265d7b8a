package notify

// entriesMax bounds the entries of a notified folder; 0: a folder takes one watch, whatever
// is in it.
const entriesMax = 0
