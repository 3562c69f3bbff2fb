package main

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// loopFolder holds the kernels with loops, and loopIndex what is expected of
// them. A line of the index has the columns
//
//	file  flags  data-race  barrier-divergence  lines  open
//
// flags are those of the command line, or -. The two properties are proved,
// refuted, or - where nothing is asked. The lines are the pairs 12-15 of the
// accesses that race, or the line of a barrier that is not reached together; all
// of them are found, those with a question mark may be. Open is what gv2 says
// of a kernel that it does not decide as wanted, and why, - of the others.
const (
	loopFolder = "../../testdata/kernels" + loopKernels
	loopIndex  = loopFolder + "INDEX.tsv"
)

// loopCase is a line of the index.
type loopCase struct {
	file  string
	flags []string
	// wanted maps properties to their verdicts.
	wanted map[kernel.Property]claim.Status
	lines  []string
	open   string
}

func (c *loopCase) name() string { return strings.Join(append([]string{c.file}, c.flags...), " ") }

// outcome is the verdict that the case wants for the kernel as a whole.
func (c *loopCase) outcome() verdict.Outcome {
	for _, s := range c.wanted {
		if s == claim.Refuted {
			return verdict.KernelRefuted
		}
	}
	return verdict.KernelProved
}

func loopCases(t testing.TB) []*loopCase {
	var out []*loopCase
	for i, line := range strings.Split(strings.TrimSpace(readFile(t, loopIndex)), "\n")[1:] {
		columns := strings.Split(line, "\t")
		require.Len(t, columns, 6, "%s:%d", loopIndex, i+2)
		c := &loopCase{file: columns[0], wanted: map[kernel.Property]claim.Status{}}
		if columns[1] != "-" {
			c.flags = strings.Fields(columns[1])
		}
		for at, property := range []kernel.Property{kernel.DataRace, kernel.Divergence} {
			if s := columns[2+at]; s != "-" {
				require.Contains(t, []string{"proved", "refuted"}, s, "%s:%d", loopIndex, i+2)
				c.wanted[property] = claim.Status(s)
			}
		}
		if columns[4] != "-" {
			c.lines = strings.Split(columns[4], ",")
		}
		if columns[5] != "-" {
			c.open, _, _ = strings.Cut(columns[5], ":")
		}
		out = append(out, c)
	}
	return out
}

// sampled reports whether the default run takes the case: one in eight, always the
// same ones, which take no more than two seconds each.
func (c *loopCase) sampled() bool {
	h := fnv.New32a()
	h.Write([]byte(c.name()))
	return h.Sum32()%8 == 2
}

// TestLoopKernels verifies the kernels with loops, each with the flags of the
// index, and compares verdicts, properties and lines. A kernel that is marked as
// open must not be decided, so that the mark goes when a rule is found.
// All of them take a long time, make loops; the default run takes a sample.
func TestLoopKernels(t *testing.T) {
	all := os.Getenv("LOOP_KERNELS") != ""
	for _, c := range loopCases(t) {
		if !all && !c.sampled() {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			r := c.verify(t)
			t.Logf("%.2f s", time.Since(start).Seconds())
			switch decided := c.decides(r); {
			case c.open == "":
				c.check(t, r)
			case decided:
				assert.Fail(t, "decided as wanted: the mark of the index can go", "%s", explain(r))
			default:
				assert.Contains(t, []string{c.open, string(verdict.KernelUnknown)}, string(r.Outcome),
					"neither what is wanted nor what is known\n%s", explain(r))
			}
		})
	}
}

func (c *loopCase) verify(t *testing.T) *report {
	effort := int64(enough)
	if c.open != "" {
		effort = little
	}
	reports, stderr := verifyWith(t, effort, loopFolder+c.file, append([]string{"--self-check", "--safe-if=false", "--all-faults=false"}, c.flags...)...)
	require.Len(t, reports, 1, "one kernel a file; said: %s", stderr)
	return reports[0]
}

// decides reports whether the verdicts are those wanted.
func (c *loopCase) decides(r *report) bool {
	for name, s := range c.wanted {
		if p := r.Property(name); p == nil || p.Status != s {
			return false
		}
	}
	return r.Outcome == c.outcome()
}

func (c *loopCase) check(t *testing.T, r *report) {
	assert.Equal(t, c.outcome(), r.Outcome, "%s", explain(r))
	for name, s := range c.wanted {
		if p := r.Property(name); assert.NotNil(t, p, "%s is not looked at", name) {
			assert.Equal(t, s, p.Status, "%s\n%s", name, explain(r))
		}
	}
	for _, name := range refuted(r) {
		assert.Equal(t, claim.Refuted, c.wanted[kernel.Property(name)], "%s is refuted\n%s", name, explain(r))
	}
	checkModels(t, r)
	c.checkLines(t, r)
}

// checkLines demands that the faults are where the index says.
func (c *loopCase) checkLines(t *testing.T, r *report) {
	found := faultLines(r)
	for _, lines := range c.lines {
		if must, optional := strings.CutSuffix(lines, "?"); !optional {
			assert.Contains(t, found, must, "no fault at these lines\n%s", explain(r))
		}
	}
	for _, lines := range found {
		assert.True(t, slices.Contains(c.lines, lines) || slices.Contains(c.lines, lines+"?"),
			"a fault at %s, where none is expected\n%s", lines, explain(r))
	}
}

// faultLines are the lines of the findings: of a race those of both accesses,
// the smaller one first, else that of the first place.
func faultLines(r *report) []string {
	var out []string
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity != claim.ErrorSeverity {
			continue
		}
		lines := fmt.Sprint(f.Accesses[0].Src.Pos.Line)
		if f.Property == kernel.DataRace && len(f.Accesses) == 2 {
			one, two := f.Accesses[0].Src.Pos.Line, f.Accesses[1].Src.Pos.Line
			lines = fmt.Sprintf("%d-%d", min(one, two), max(one, two))
		}
		if !slices.Contains(out, lines) {
			out = append(out, lines)
		}
	}
	return out
}

// TestLoopIndex compares the index with the folder: every kernel has a line,
// every safe kernel a faulty twin, and the lines of faults are those
// marked in the kernel.
func TestLoopIndex(t *testing.T) {
	indexed := map[string]bool{}
	for _, c := range loopCases(t) {
		indexed[c.file] = true
		marked := map[string]bool{}
		for _, w := range wantsOf(t, []byte(readFile(t, loopFolder+c.file))) {
			marked[fmt.Sprint(w.line)] = true
		}
		assert.Equal(t, c.outcome() == verdict.KernelRefuted, len(c.lines) > 0, "%s: lines for faults", c.name())
		for _, lines := range c.lines {
			for _, line := range strings.Split(strings.TrimSuffix(lines, "?"), "-") {
				assert.True(t, marked[line], "%s: line %s is not marked", c.name(), line)
			}
		}
	}
	faulty := map[string]bool{}
	var safe []string
	err := filepath.WalkDir(loopFolder, func(path string, entry fs.DirEntry, err error) error {
		name := strings.TrimPrefix(filepath.ToSlash(path), loopFolder)
		if err != nil || !strings.HasSuffix(name, ".cu") {
			return err
		}
		assert.True(t, indexed[name], "%s is not in the index", name)
		if strings.HasSuffix(name, "_bug.cu") {
			faulty[family(name)] = true
		} else {
			safe = append(safe, name)
		}
		return nil
	})
	require.NoError(t, err)
	for _, name := range safe {
		assert.True(t, faulty[family(name)], "%s has no faulty twin", name)
	}
}

// family is what a kernel and its twins share: folder and first word.
func family(name string) string {
	first, _, _ := strings.Cut(name, "_")
	return first
}

// TestExecutionsComeBeforeProofs: a place that two threads get by a wrong sum is seen in
// an execution at once, where the prover takes a minute to suspect it.
func TestExecutionsComeBeforeProofs(t *testing.T) {
	reports, stderr := verifyWith(t, little, loopFolder+"sort/radix_split_inclusive_bug.cu", "--safe-if=false", "--all-faults=false")
	require.Len(t, reports, 1, stderr)
	assert.Equal(t, verdict.KernelRefuted, reports[0].Outcome, explain(reports[0]))
	assert.Contains(t, explain(reports[0]), "write-write race on key")
}
