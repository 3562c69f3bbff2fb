package main

import (
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// encodingList names what one encoding of barriers decides and the other leaves
// open: file, property, the answer with --encoding barrier, that with generation, and
// the reason of the one that is open, but for those that are open for want of effort.
const encodingList = "testdata/encodings.txt"

// One kernel in so many is asked unless ENCODINGS=all asks for all of them (make
// encodings); ENCODINGS=text asks for those with text in their names.
const encodingShare = 40

// TestEncodingsAgree asks about kernels with barriers of the whole block with both
// encodings. What the barrier encoding refutes the generation encoding must not
// prove, nor the other way round.
func TestEncodingsAgree(t *testing.T) {
	var open []string
	asked := os.Getenv("ENCODINGS")
	for _, path := range encodingFiles(t, asked) {
		t.Run(inTestdata(path), func(t *testing.T) { open = append(open, encodingsOf(t, path)...) })
	}
	slices.Sort(open)
	if *update {
		require.Equal(t, "all", asked, "the list is that of all kernels")
		require.NoError(t, os.WriteFile(encodingList, []byte(strings.Join(open, "\n")+"\n"), 0o644))
		return
	}
	known := map[string]bool{}
	for _, line := range strings.Split(readFile(t, encodingList), "\n") {
		known[withoutReason(line)] = true
	}
	for _, line := range open {
		assert.True(t, known[withoutReason(line)], "%s\nis not among the known ones of %s", line, encodingList)
	}
}

// withoutReason are the first four columns: which of several failures a reason tells
// is not stable.
func withoutReason(line string) string {
	columns := strings.SplitN(line, "\t", 5)
	return strings.Join(columns[:min(4, len(columns))], "\t")
}

// encodingFiles are the kernels with barriers of the whole block and no others, the
// share of them that is asked for. The choice is by name, so that one more kernel does
// not change which others are taken.
func encodingFiles(t *testing.T, asked string) []string {
	var out []string
	for _, root := range kernelRoots {
		require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			name := fnv.New32a()
			name.Write([]byte(inTestdata(path)))
			wanted := asked == "all" || asked != "" && strings.Contains(path, asked) || asked == "" && name.Sum32()%encodingShare == 0
			if err == nil && wanted && strings.HasSuffix(path, ".cu") && wholeBlockOnly(t, path) {
				out = append(out, path)
			}
			return err
		}))
	}
	require.NotEmpty(t, out)
	// Those with loops take longest and come last.
	slices.SortStableFunc(out, func(a, b string) int {
		return strings.Count(inTestdata(a), loopKernels) - strings.Count(inTestdata(b), loopKernels)
	})
	return out
}

// wholeBlockOnly reports whether a kernel has barriers of the block, and none that
// need generations.
func wholeBlockOnly(t *testing.T, path string) bool {
	if len(ruleFlags(readFile(t, path))) > 0 {
		return false // other rules than those that the translation knows
	}
	k := loweredKernel(t, path)
	return k != nil && hasBlockBarrier(k.Body) && !rewrite.NeedsGenerations(k)
}

// hasBlockBarrier reports whether there is a barrier below the statements.
func hasBlockBarrier(body []kernel.Stmt) bool {
	found := false
	kernel.Walk(body, func(s kernel.Stmt) bool {
		_, is := s.(*kernel.Barrier)
		found = found || is
		return !found
	})
	return found
}

// encodingsOf compares the two encodings on one kernel and returns a line for each
// property that only one decides.
func encodingsOf(t *testing.T, path string) []string {
	var both [2]*report
	for i, encoding := range []string{"barrier", "generation"} {
		reports, stderr := verifyWith(t, little, path, "--engine", "boogie", "--encoding", encoding, "--safe-if=false", "--all-faults=false")
		require.Len(t, reports, 1, stderr)
		require.NoError(t, reports[0].Err)
		both[i] = reports[0]
	}
	if lateAnswer(both[0]) || lateAnswer(both[1]) {
		return nil
	}
	var out []string
	for _, p := range both[0].Properties {
		other := both[1].Property(p.Name)
		if other == nil || p.Status == other.Status {
			continue
		}
		reason := p.Reason() + other.Reason()
		assert.Contains(t, []claim.Status{p.Status, other.Status}, claim.Unknown, "%s: the encodings contradict each other\n%s\n%s",
			p.Name, explain(both[0]), explain(both[1]))
		line := strings.Join([]string{inTestdata(path), string(p.Name), string(p.Status), string(other.Status), folderText.ReplaceAllString(reason, "$1")}, "\t")
		t.Log(line)
		out = append(out, line)
	}
	return out
}

// lateAnswer reports whether the effort was not enough.
func lateAnswer(r *report) bool {
	return slices.ContainsFunc(r.Properties, func(p verdict.Property) bool { return strings.Contains(p.Reason(), "effort of") })
}

// folderText is the folder of a place in a reason.
var folderText = regexp.MustCompile(`\S*/([^/\s]+\.cu:)`)
