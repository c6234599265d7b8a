//go:build !unix

package foreign

// A path of Windows' file systems leads to files and folders; pipes and devices
// have names of their own, which Stat tells apart.
const noWait, onlyFolder = 0, 0
