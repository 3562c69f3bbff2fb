//go:build !unix

// Package peak tells how much memory the process has needed.
package peak

// Bytes is not available on this system.
func Bytes() int64 { return 0 }
