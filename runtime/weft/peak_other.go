//go:build !unix

package weft

// peakBytes is not available on this system.
func peakBytes() int64 { return 0 }
