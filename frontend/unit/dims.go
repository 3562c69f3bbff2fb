package unit

import (
	"fmt"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// parseDims reads 64, 8,8 or [8,8,1]; * in a place means any size and is 0.
// Dimensions that are not given are 1, those of a lone * are all open.
func parseDims(text string, limit [3]int) ([3]int, error) {
	dims := [3]int{1, 1, 1}
	inner := strings.TrimSpace(text)
	if strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") {
		inner = inner[1 : len(inner)-1]
	}
	if strings.TrimSpace(inner) == "*" {
		return [3]int{}, nil
	}
	parts := strings.Split(inner, ",")
	if len(parts) > len(dims) {
		return dims, fmt.Errorf("%q has %d dimensions; at most 3 are possible", text, len(parts))
	}
	for i, part := range parts {
		n, err := parseDim(strings.TrimSpace(part), limit[i])
		if err != nil {
			return dims, fmt.Errorf("%q: %w", text, err)
		}
		dims[i] = n
	}
	return dims, nil
}

func parseDim(text string, limit int) (int, error) {
	if text == "*" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is not a number; write 64, 8,8 or [8,8,1]", text)
	case n < 1 || n > limit:
		return 0, fmt.Errorf("%d is not between 1 and %d", n, limit)
	}
	return n, nil
}

// ParseBlockDim reads the threads of a block.
func ParseBlockDim(text string) ([3]int, error) {
	dims, err := parseDims(text, kernel.MostBlockDim)
	if err == nil && dims[0]*dims[1]*dims[2] > kernel.MostThreads {
		err = fmt.Errorf("%q is more than %d threads", text, kernel.MostThreads)
	}
	return dims, err
}

// ParseGridDim reads the blocks of a grid.
func ParseGridDim(text string) ([3]int, error) { return parseDims(text, kernel.MostGridDim) }

// ParseClusterDim reads the blocks of a cluster.
func ParseClusterDim(text string) ([3]int, error) {
	dims, err := parseDims(text, [3]int{kernel.MostRanks, kernel.MostRanks, kernel.MostRanks})
	if n := dims[0] * dims[1] * dims[2]; err == nil && (n == 0 || n > kernel.MostRanks) {
		err = fmt.Errorf("%q is not between 1 and %d blocks", text, kernel.MostRanks)
	}
	return dims, err
}

// writtenThreads bounds the blocks that a leading comment may ask for. Such a
// file states what it wants verified, which no device needs to run.
const writtenThreads = 1 << 20

// ParseWrittenBlockDim reads the block of a leading comment.
func ParseWrittenBlockDim(text string) ([3]int, error) {
	dims, err := parseDims(text, [3]int{writtenThreads, writtenThreads, writtenThreads})
	if err == nil && Threads(dims) > writtenThreads {
		err = fmt.Errorf("%q is more than %d threads", text, writtenThreads)
	}
	return dims, err
}

// Threads is the number of threads of a block, 0 if it is open.
func Threads(dims [3]int) int64 { return int64(dims[0]) * int64(dims[1]) * int64(dims[2]) }
