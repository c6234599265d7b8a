package notify

// entriesMax bounds the entries of a notified folder: kqueue takes a descriptor for each.
const entriesMax = 500
