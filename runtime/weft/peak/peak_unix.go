//go:build unix

// Package peak tells how much memory the process has needed.
package peak

import (
	"runtime"
	"syscall"
)

// Bytes is the most memory that this process has held, 0 if the system does not tell.
func Bytes() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) // bytes there, kilobytes elsewhere
	}
	return int64(usage.Maxrss) * 1024
}
