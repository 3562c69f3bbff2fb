package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/render"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

var update = flag.Bool("update", false, "rewrite golden files")

// kernelRoots are the trees of annotated kernels. The first line of a kernel is
// //pass or //xfail:NOT_ALL_VERIFIED; a line that takes part in a fault carries
// // want "regexp on the message", or // may "regexp" where a finding is allowed
// but another one can stand for it, as when several writes meet one read.
var kernelRoots = []string{"../../testdata/kernels", "../../testdata/demo"}

// exactKernels is the folder of warp-specialised kernels, which only the exact
// engine can judge.
const exactKernels = "/weft/"

// loopKernels is the folder of kernels with loops, which TestLoopKernels checks
// against an index.
const loopKernels = "/loops/"

// slowList names the kernels that take longest. KERNELS=all verifies them too (make
// test-all): the others of their folders need every rule that they need.
const slowList = "testdata/slow.txt"

// inHaste is the list without the kernels that are not verified by default.
func inHaste(t testing.TB, paths []string) []string {
	if os.Getenv("KERNELS") == "all" || *update {
		return paths
	}
	slow := strings.Fields(readFile(t, slowList))
	for _, name := range slow {
		assert.FileExists(t, "../../testdata/kernels/"+name, slowList)
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		return slices.Contains(slow, strings.TrimPrefix(inTestdata(path), "kernels/"))
	})
}

// TestKernels verifies every kernel as a user would and compares verdict,
// property and lines with its annotations.
func TestKernels(t *testing.T) {
	for _, path := range inHaste(t, kernelFiles(t)) {
		t.Run(strings.TrimPrefix(filepath.ToSlash(path), "../../testdata/"), func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			checkKernel(t, path)
			t.Logf("%.2f s", time.Since(start).Seconds())
		})
	}
}

func kernelFiles(t testing.TB) []string {
	var files []string
	for _, root := range kernelRoots {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".cu") && !strings.HasSuffix(path, openSuffix) &&
				!inFolder(path, []string{exactKernels, loopKernels}) {
				files = append(files, path)
			}
			return err
		})
		require.NoError(t, err)
	}
	require.NotEmpty(t, files)
	return files
}

func checkKernel(t *testing.T, path string) {
	// The search for preconditions takes long; it belongs into the goldens of the kernels
	// that are about it.
	safeIf := fmt.Sprintf("--safe-if=%t", strings.Contains(filepath.ToSlash(path), "/preconditions/"))
	reports, stderr := verifyPath(t, path, "--self-check", safeIf, allFaults(path))
	require.Len(t, reports, 1, "one kernel a file; said: %s", stderr)
	r := reports[0]
	wants := wantsOf(t, r.Text)
	switch {
	case r.Expected == "pass" && conditionOf(r.Text) != "":
		assert.Empty(t, wants, "a kernel that passes wants no fault")
		assert.Equal(t, verdict.KernelConditional, r.Outcome, "%s", explain(r))
		assert.Equal(t, conditionOf(r.Text), r.Condition)
		assert.Equal(t, exitUndecided, r.code)
	case r.Expected == "pass":
		assert.Empty(t, wants, "a kernel that passes wants no fault")
		assert.Equal(t, verdict.KernelProved, r.Outcome, "%s", explain(r))
		assert.Equal(t, exitProved, r.code)
	case conditionOf(r.Text) != "":
		assert.Equal(t, "xfail:NOT_ALL_VERIFIED", r.Expected, "a fault exists for some input")
		assert.Equal(t, verdict.KernelConditional, r.Outcome, "%s", explain(r))
		assert.Equal(t, conditionOf(r.Text), r.Condition)
		assert.Equal(t, exitUndecided, r.code)
		checkFindings(t, r, wants)
	case r.Expected == "xfail:NOT_ALL_VERIFIED":
		require.NotEmpty(t, wants, "a faulty kernel says where")
		assert.Equal(t, verdict.KernelRefuted, r.Outcome, "%s", explain(r))
		assert.Equal(t, exitRefuted, r.code)
		checkFindings(t, r, wants)
	default:
		require.Failf(t, "no verdict expected", "first line: %q", r.Expected)
	}
	checkModels(t, r)
	goldenVerdict(t, path, r)
}

// allFaults leaves the search for further faults to the goldens of the kernels that are about it.
func allFaults(path string) string {
	return fmt.Sprintf("--all-faults=%t", strings.Contains(filepath.ToSlash(path), "/further/"))
}

// verifyPath runs the command's own code and returns its reports.
func verifyPath(t testing.TB, path string, flags ...string) ([]*report, string) {
	return verifyWith(t, enough, path, flags...)
}

// The efforts of tests: of questions that are to be answered, and of those that may stay
// open. With them no answer hangs on the machine.
const (
	enough = 30_000_000
	little = 5_000_000
)

// verifyWith is verifyPath with another effort.
func verifyWith(t testing.TB, effort int64, path string, flags ...string) ([]*report, string) {
	var stderr bytes.Buffer
	io := streams{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &stderr}
	var reports []*report
	cmd := newVerifyCommand(io, func(ctx context.Context, io streams, opts *verifyOptions) error {
		opts.settings.effort = effort
		for _, name := range opts.files {
			verifyFile(context.Background(), io, opts, name, func(r *report) { reports = append(reports, r) })
		}
		return nil
	})
	cmd.SetArgs(append([]string{path}, flags...))
	require.NoError(t, cmd.Execute())
	return reports, stderr.String()
}

// conditionOf is the condition that a kernel is to be proved under, empty for others.
func conditionOf(text []byte) string {
	if m := regexp.MustCompile(`(?m)^// condition: (.*)$`).FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

// want is an expectation at a line of the kernel.
type want struct {
	line    int
	message *regexp.Regexp
	// optional wants are those written as may.
	optional bool
}

var wantComment = regexp.MustCompile(`// (want|may) "((?:[^"\\]|\\.)*)"`)

func wantsOf(t *testing.T, text []byte) []want {
	var out []want
	for i, line := range strings.Split(string(text), "\n") {
		if m := wantComment.FindStringSubmatch(line); m != nil {
			re, err := regexp.Compile(m[2])
			require.NoError(t, err)
			out = append(out, want{i + 1, re, m[1] == "may"})
		}
	}
	return out
}

// checkFindings demands a finding at every wanted line, and for a fault of two
// lines one finding that names both. What is found besides must lie on wanted
// lines as well.
func checkFindings(t *testing.T, r *report, wants []want) {
	lines := map[int]bool{}
	for _, w := range wants {
		lines[w.line] = true
		if w.optional {
			continue
		}
		assert.True(t, hasFinding(r, w), "no finding at line %d matches %q\n%s", w.line, w.message, explain(r))
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == claim.BenignSeverity {
			continue
		}
		for i, a := range f.Accesses {
			if i > 0 && f.Property != "data-race" {
				break // where others are is told besides
			}
			assert.True(t, slices.ContainsFunc(linesOf(a.Src), func(line int) bool { return lines[line] }),
				"finding at line %d, where none is wanted\n%s", a.Src.Pos.Line, explain(r))
		}
		if len(wants) == 2 && f.Property == "data-race" && !strings.Contains(f.Message, "may have ended") {
			assert.Len(t, f.Accesses, 2, "a race names both accesses")
		}
	}
}

func hasFinding(r *report, w want) bool {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == claim.BenignSeverity || !w.message.MatchString(f.Message) {
			continue
		}
		for _, a := range f.Accesses {
			if slices.Contains(linesOf(a.Src), w.line) {
				return true
			}
		}
	}
	return false
}

// linesOf are the line of a statement and those of the calls it came through: a
// kernel may mark either.
func linesOf(src kernel.Src) []int {
	lines := []int{src.Pos.Line}
	for _, call := range src.Calls {
		lines = append(lines, call.Line)
	}
	return lines
}

// checkModels demands that the threads of a finding exist in the launch and are
// two different ones.
func checkModels(t *testing.T, r *report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		for _, a := range f.Accesses {
			within(t, a.Thread, r.Launch.BlockDim)
			within(t, a.Block, r.Launch.GridDim)
		}
		if f.Property == "data-race" && len(f.Accesses) == 2 && f.Accesses[0].Thread != nil && f.Accesses[1].Thread != nil &&
			f.Accesses[0].Block != nil && f.Accesses[1].Block != nil && !strings.Contains(f.Message, "a copy that ") && !strings.Contains(f.Message, "a product that ") {
			one := fmt.Sprint(*f.Accesses[0].Thread, *f.Accesses[0].Block)
			two := fmt.Sprint(*f.Accesses[1].Thread, *f.Accesses[1].Block)
			assert.NotEqual(t, one, two, "a thread does not race with itself: %s", f.Message)
		}
	}
}

func within(t *testing.T, index *[3]int64, size [3]int) {
	if index == nil {
		return
	}
	for dim, n := range index {
		assert.GreaterOrEqual(t, n, int64(0))
		if size[dim] > 0 {
			assert.Less(t, n, int64(size[dim]))
		}
	}
}

// explain prints the report as a user sees it, for failing tests.
func explain(r *report) string {
	var out bytes.Buffer
	if text, ok := render.Reports.Open("text", render.Options{Out: &out}); ok {
		text.Add(&r.Report)
	}
	return fmt.Sprintf("%s%s%v", out.String(), r.Diags.String(), r.Err)
}

// goldenVerdict compares what is stable in a verdict. Times are not, nor is how
// it was found, nor the values that the solver happened to choose; nor is which of several accesses it
// puts together first, so of the findings only the array and the property are
// kept here, and the annotations in the kernel say the lines.
func goldenVerdict(t *testing.T, path string, r *report) {
	j := render.JSONOf(&r.Report)
	j.File, j.Stats = filepath.Base(j.File), nil
	for i := range j.Properties {
		j.Properties[i].Seconds, j.Properties[i].Detail = 0, ""
	}
	j.Findings = stableFindings(j.Findings)
	text, err := json.MarshalIndent(j, "", "  ")
	require.NoError(t, err)
	here := strings.ReplaceAll(string(text), filepath.ToSlash(filepath.Dir(path))+"/", "")
	golden(t, strings.TrimSuffix(path, ".cu")+".verdict.json", here+"\n")
}

func stableFindings(findings []render.JSONFinding) []render.JSONFinding {
	out := []render.JSONFinding{}
	seen := map[string]bool{}
	for _, f := range findings {
		key := strings.Join([]string{string(f.Property), f.Severity, f.Array, f.Space}, " ")
		if !seen[key] {
			seen[key] = true
			out = append(out, render.JSONFinding{Property: f.Property, Severity: f.Severity, Array: f.Array, Space: f.Space})
		}
	}
	slices.SortFunc(out, func(a, b render.JSONFinding) int {
		return strings.Compare(string(a.Property)+" "+a.Array, string(b.Property)+" "+b.Array)
	})
	return out
}

// golden compares text with a file, or rewrites the file under -update.
func golden(t *testing.T, path, text string) {
	if *update {
		if t.Failed() {
			return // the golden file of a failing test would be wrong
		}
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "no golden file; make it with -update")
	assert.Equal(t, string(want), text, "differs from %s", path)
}

// goldenTranslations are the folders whose translations are kept as golden
// files; those of all kernels would be megabytes that nobody reviews.
var goldenTranslations = []string{"/faults/", "/demo/", "/generations/01_single_buffer_ok"}

// partialBarriers are the folders of kernels with barriers for a part of the
// block, or asynchronous operations, which only the exact engine models.
var partialBarriers = []string{"/named/", "/generations/", "/async/", "/cluster/", exactKernels}

func inFolder(path string, folders []string) bool {
	for _, folder := range folders {
		if strings.Contains(filepath.ToSlash(path), folder) {
			return true
		}
	}
	return false
}

// refusedTranslation reports whether the kernel is not translated, and demands
// that it is said where.
func refusedTranslation(t *testing.T, path string) bool {
	code, out, stderr := gv2("", "translate", path)
	if code != exitUnsupported {
		return false
	}
	assert.Empty(t, out)
	assert.Regexp(t, `(?m)^\S+\.cu:\d+:\d+: unsupported: `, stderr)
	return true
}

// TestTranslations demands of every kernel that its translation is the same
// twice, and compares those of goldenTranslations with their golden files.
func TestTranslations(t *testing.T) {
	for _, path := range kernelFiles(t) {
		t.Run(strings.TrimPrefix(filepath.ToSlash(path), "../../testdata/"), func(t *testing.T) {
			t.Parallel()
			if inFolder(path, partialBarriers) && refusedTranslation(t, path) {
				return
			}
			first := translation(t, path)
			assert.Equal(t, first, translation(t, path), "the translation changes from run to run")
			if inFolder(path, goldenTranslations) {
				golden(t, strings.TrimSuffix(path, ".cu")+".bpl", first)
			}
		})
	}
}

// translation is the text that gv2 translate prints when it is run in the
// kernel's folder.
func translation(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var out, stderr bytes.Buffer
	code := run(context.Background(), []string{"translate", "--self-check", "-"}, streams{in: bytes.NewReader(text), out: &out, err: &stderr})
	require.Equal(t, exitProved, code, "said: %s", stderr.String())
	return strings.ReplaceAll(out.String(), "<stdin>", filepath.Base(path))
}

// TestLoopFreeTranslationsVerifyByThemselves pipes translations into Boogie as
// the contract promises: gv2 translate kernel.cu | boogie stdin.bpl.
func TestLoopFreeTranslationsVerifyByThemselves(t *testing.T) {
	needsBoogie(t)
	for file, verified := range map[string]bool{"proved.cu": true, "racy.cu": false, "divergent.cu": false} {
		text := translation(t, "../../testdata/demo/"+file)
		out := runBoogie(t, text)
		require.Contains(t, out, "Boogie program verifier finished with", file)
		assert.Equal(t, verified, strings.Contains(out, ", 0 errors"), "%s: %s", file, out)
	}
}
