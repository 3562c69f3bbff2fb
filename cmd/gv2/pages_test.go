//go:build linux

package main

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The part of the heap that largePages asks for has the advice, as /proc tells it: "hg" among the flags of a
// mapping of that size.
func TestHeapInLargePages(t *testing.T) {
	largePages()
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil || !strings.Contains(string(text), "VmFlags:") {
		t.Skip("the system does not tell what it was advised")
	}
	advised, size := 0, 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		switch {
		case fields[0] == "Size:":
			size, err = strconv.Atoi(fields[1])
			require.NoError(t, err)
		case fields[0] == "VmFlags:" && strings.Contains(line, " hg"):
			advised += size
		}
	}
	if huge, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil {
		require.Zero(t, advised)
		t.Skip("no large pages here: ", string(huge))
	}
	assert.GreaterOrEqual(t, advised, (heapInLargePages-8<<20)/1024, "KB with the advice")
}
