package relay

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the kernel's unit of a process's start, 100 a second on every Linux.
const tick = 10 * time.Millisecond

// Age is how long ago this process was started, at least: the kernel knows it to a tick. It
// is 0 where that is not known.
func Age() time.Duration {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	uptime, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0
	}
	return ageOf(string(stat), string(uptime))
}

// ageOf reads field 22 of proc_pid_stat(5), counted behind the name in brackets, and the
// first number of proc_uptime(5).
func ageOf(stat, uptime string) time.Duration {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	words := strings.Fields(uptime)
	if len(fields) < 20 || len(words) == 0 {
		return 0
	}
	started, err := strconv.ParseInt(fields[19], 10, 64)
	if err != nil {
		return 0
	}
	up, err := strconv.ParseFloat(words[0], 64)
	if err != nil {
		return 0
	}
	return max(0, time.Duration(up*float64(time.Second))-time.Duration(started+1)*tick)
}
