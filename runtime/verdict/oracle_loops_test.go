package verdict_test

import (
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// openLaunchOf reads the leading comment of a kernel file whose sizes may be
// open: what is verified, with 0 for an open size, and a small launch of that
// kind to execute.
func openLaunchOf(text string) (verified, executed kernel.Launch, ok bool) {
	for _, m := range launchText.FindAllStringSubmatch(text, -1) {
		open, small := [3]int{1, 1, 1}, [3]int{1, 1, 1}
		for i, part := range strings.Split(strings.Trim(m[2], "[]"), ",") {
			open[i], _ = strconv.Atoi(part)
			small[i] = open[i]
			if part == "*" {
				small[i] = map[string]int{"blockDim": 64, "gridDim": 2}[m[1]]
			}
		}
		if m[1] == "blockDim" {
			verified.BlockDim, executed.BlockDim = open, small
			continue
		}
		if m[2] == "*" && strings.Contains(text, "blockIdx.y") {
			open[1], small[1] = 0, 2
		}
		verified.GridDim, executed.GridDim = open, small
	}
	return verified, executed, executed.Threads() > 0 && executed.Blocks() > 0 && executed.Threads()*executed.Blocks() <= 4096
}

// TestLoopMutantsThatFailAreNotProved changes the loop kernels that have no
// fault: every barrier dropped, every index and every bound moved by one.
// LOOP_MUTANTS=from-to picks others of them, which are in a random order.
func TestLoopMutantsThatFailAreNotProved(t *testing.T) {
	needsZ3(t)
	var all []mutant
	require.NoError(t, filepath.WalkDir("../../testdata/kernels/loops", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_ok.cu") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if verified, executed, ok := openLaunchOf(string(text)); ok {
			for _, m := range mutants(path, string(text)) {
				m.verified, m.executed = verified, executed
				all = append(all, m)
			}
		}
		return nil
	}))
	rand.New(rand.NewSource(1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	tryMutants(t, all, "LOOP_MUTANTS", 5)
}
