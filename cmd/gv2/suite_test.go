package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/suite"
)

// inThisProcess verifies without starting gv2, which tests have not built.
func inThisProcess(ctx context.Context, args []string) suite.Run {
	var out, said bytes.Buffer
	run(ctx, args, streams{in: strings.NewReader(""), out: &out, err: &said})
	return suite.Run{Stdout: out.Bytes(), Stderr: said.Bytes()}
}

// suiteTree writes files below a new directory.
func suiteTree(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

// verifySuite runs the command with another verifier and returns its exit code and
// output.
func verifySuite(t *testing.T, start suite.Verifier, args ...string) (code int, out, stderr string) {
	var o, e bytes.Buffer
	io := streams{in: strings.NewReader(""), out: &o, err: &e}
	cmd := newSuiteCommand(io, func(ctx context.Context, io streams, opts *suiteOptions) error {
		opts.start = start
		return runSuite(ctx, io, opts)
	})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	cmd.SetContext(context.Background())
	err := cmd.Execute()
	if err != nil {
		e.WriteString(err.Error())
	}
	return codeOf(err), o.String(), e.String()
}

const (
	suiteQuiet = "//pass\n//--blockDim=64 --gridDim=2 --no-inline -DONE=1\n\n__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = ONE; }\n"
	suiteRacy  = "//XFAIL:NOT_ALL_VERIFIED\n//--blockDim=64 --gridDim=1\n//error: possible write-write race on p\\[0\\]\n//Write by thread [\\d]+ in thread block 0 \\(global id [\\d]+\\), .+kernel.cu:7:\n//no such words\n// This is said to people.\n__global__ void k(int *p) { p[0] = threadIdx.x; }\n"
)

func TestSuiteTable(t *testing.T) {
	dir := suiteTree(t, map[string]string{
		"quiet/kernel.cu": suiteQuiet, "racy/kernel.cu": suiteRacy,
		"wrong/kernel.cu": strings.Replace(suiteQuiet, "pass", "xfail:NOT_ALL_VERIFIED", 1),
		"none/kernel.cu":  "__global__ void k() {}\n", "readme.txt": "//pass\n",
	})
	code, out, stderr := verifySuite(t, inThisProcess, dir)
	assert.Equal(t, exitRefuted, code, "one verdict contradicts what is expected")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 4, "a line for each file that states a verdict: %s", out)
	assert.Regexp(t, `^quiet/kernel.cu +pass +proved +weft +\d+\.\d\d +yes`, lines[1])
	assert.Regexp(t, `^racy/kernel.cu +xfail:NOT_ALL_VERIFIED +refuted +weft +\d+\.\d\d +yes +write-write race on p\[0\]`, lines[2])
	assert.Regexp(t, `^wrong/kernel.cu +xfail:NOT_ALL_VERIFIED +proved +weft +\d+\.\d\d +no`, lines[3])
	assert.Contains(t, stderr, "2 as expected, 1 failed, 0 undecided (2 proved, 1 refuted, 0 conditional, 0 unknown, 0 unsupported, 0 error)")
	assert.Contains(t, stderr, "failed: wrong/kernel.cu: expected xfail:NOT_ALL_VERIFIED, got proved\n")
	assert.Contains(t, stderr, "ignored in 2 kernels: --no-inline")
	assert.Contains(t, stderr, "patterns: 2 of 3 match the output\nno match in racy/kernel.cu: no such words\n")
}

func TestSuiteFormats(t *testing.T) {
	dir := suiteTree(t, map[string]string{"quiet/kernel.cu": suiteQuiet, "racy/kernel.cu": suiteRacy})
	code, out, _ := verifySuite(t, inThisProcess, dir, "--format", "csv", "--jobs", "2")
	assert.Equal(t, exitProved, code)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"kernel", "expected", "verdict", "engine", "seconds", "agreement", "reason", "cpu_seconds", "solver", "version"}, rows[0])
	assert.Contains(t, rows[1][8], "z3")
	assert.Equal(t, version(), rows[1][9])
	assert.Equal(t, "quiet/kernel.cu", rows[1][0])
	assert.Equal(t, "yes", rows[2][5])

	_, out, _ = verifySuite(t, inThisProcess, dir, "--format", "json")
	var doc struct {
		Totals map[string]int
		Suite  []struct {
			Kernel    string
			Unmatched []string
			Results   []map[string]any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	assert.Equal(t, 2, doc.Totals["agreement yes"])
	require.Len(t, doc.Suite, 2)
	assert.Equal(t, []string{"no such words"}, doc.Suite[1].Unmatched)
	assert.NotEmpty(t, doc.Suite[0].Results[0]["stats"])

	_, out, _ = verifySuite(t, inThisProcess, dir, "--format", "junit")
	var x struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	require.NoError(t, xml.Unmarshal([]byte(out), &x))
	assert.Equal(t, []int{2, 0, 0}, []int{x.Tests, x.Failures, x.Skipped})
}

// TestSuiteFailures: what goes wrong with one kernel costs that kernel only.
func TestSuiteFailures(t *testing.T) {
	dir := suiteTree(t, map[string]string{"a.cu": suiteQuiet, "b.cu": suiteQuiet, "c.cu": suiteQuiet, "d.cu": suiteQuiet})
	start := func(ctx context.Context, args []string) suite.Run {
		switch filepath.Base(args[len(args)-1]) {
		case "a.cu":
			return suite.Run{Stderr: []byte("fatal error: stack overflow\n"), Err: errors.New("exit status 2")}
		case "b.cu":
			return suite.Run{Err: context.DeadlineExceeded}
		case "c.cu":
			return suite.Run{Stdout: []byte("{")}
		}
		return inThisProcess(ctx, args)
	}
	code, out, _ := verifySuite(t, start, dir, "--format", "csv")
	assert.Equal(t, exitUndecided, code)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"error", "open", "crashed: fatal error: stack overflow"}, []string{rows[1][2], rows[1][5], rows[1][6]})
	assert.Equal(t, []string{"unknown", "open"}, []string{rows[2][2], rows[2][5]})
	assert.Contains(t, rows[2][6], "stopped after")
	assert.Equal(t, "error", rows[3][2])
	assert.Equal(t, "proved", rows[4][2])
}

func TestSuiteShards(t *testing.T) {
	dir := suiteTree(t, map[string]string{"a.cu": suiteQuiet, "b.cu": suiteQuiet, "c.cu": suiteQuiet})
	seen := map[string]int{}
	for _, shard := range []string{"1/2", "2/2"} {
		_, out, _ := verifySuite(t, inThisProcess, dir, "--format", "csv", "--shard", shard)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		require.NoError(t, err)
		for _, row := range rows[1:] {
			seen[row[0]]++
		}
	}
	assert.Equal(t, map[string]int{"a.cu": 1, "b.cu": 1, "c.cu": 1}, seen)
	for _, bad := range []string{"0/2", "3/2", "2", "1/2/3", "a/b"} {
		code, _, said := verifySuite(t, inThisProcess, dir, "--shard", bad)
		assert.Equal(t, exitUsage, code, bad)
		assert.Contains(t, said, "--shard "+bad)
	}
}

func TestSuiteBaseline(t *testing.T) {
	dir := suiteTree(t, map[string]string{"quiet/kernel.cu": suiteQuiet, "racy/kernel.cu": suiteRacy})
	old := filepath.Join(t.TempDir(), "old.csv")
	require.NoError(t, os.WriteFile(old, []byte("kernel,expected,got,seconds\nCUDA/quiet/kernel.cu,SUCCESS,SUCCESS,2.5\nCUDA/racy/kernel.cu,NOT_ALL_VERIFIED,SUCCESS,1.5\n"), 0o644))
	_, _, said := verifySuite(t, inThisProcess, dir, "--baseline", old)
	assert.Contains(t, said, "changed: racy/kernel.cu: proved, now refuted (expected xfail:NOT_ALL_VERIFIED)")
	assert.NotContains(t, said, "changed: quiet")
	assert.Contains(t, said, "baseline: 2 of 2 kernels are in it, 1 changed; 4.0 s then")

	_, out, _ := verifySuite(t, inThisProcess, dir, "--format", "csv")
	require.NoError(t, os.WriteFile(old, []byte(out), 0o644))
	_, _, said = verifySuite(t, inThisProcess, dir, "--baseline", old)
	assert.Contains(t, said, "0 changed")

	require.NoError(t, os.WriteFile(old, []byte("kernel,verdict\nCUDA/quiet/kernel.cu,refuted\nquiet/kernel.cu,proved\n"), 0o644))
	_, _, said = verifySuite(t, inThisProcess, dir, "--baseline", old)
	assert.Contains(t, said, "1 of 2 kernels are in it, 0 changed", "the very path counts first")

	require.NoError(t, os.WriteFile(old, []byte("a,b\n1,2\n"), 0o644))
	code, _, said := verifySuite(t, inThisProcess, dir, "--baseline", old)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "needs the columns")
}

// TestSuitePoints: all points or none, by what the list expects, or by the file's first line where the
// list leaves the answer open; a kernel that is missing is worth its points, too.
func TestSuitePoints(t *testing.T) {
	dir := suiteTree(t, map[string]string{"quiet.cu": suiteQuiet, "racy.cu": suiteRacy,
		"cheated.cu": strings.Replace(suiteRacy, "//XFAIL:NOT_ALL_VERIFIED", "//xfail:data-race", 1), "more.cu": suiteQuiet})
	list := filepath.Join(t.TempDir(), "points.csv")
	require.NoError(t, os.WriteFile(list, []byte("kernel,points,expected\nquiet.cu,2,pass\nracy.cu,1.5,\ncheated.cu,4,pass\nmissing.cu,8,pass\n"), 0o644))
	code, out, said := verifySuite(t, inThisProcess, dir, "--points", list, "--format", "csv")
	assert.Equal(t, exitRefuted, code)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	earned := map[string][]string{}
	for _, row := range rows {
		earned[row[0]] = append([]string{row[1]}, row[len(row)-2:]...)
	}
	assert.Equal(t, map[string][]string{
		"kernel": {"expected", "points", "of"}, "quiet.cu": {"pass", "2", "2"}, "racy.cu": {"xfail:NOT_ALL_VERIFIED", "1.5", "1.5"},
		"cheated.cu": {"pass", "0", "4"}, "missing.cu": {"pass", "0", "8"}, "more.cu": {"pass", "", ""},
	}, earned)
	assert.Contains(t, said, "points: 3.5 of 15.5\n")
	_, out, _ = verifySuite(t, inThisProcess, dir, "--points", list)
	assert.Regexp(t, `(?m)^cheated.cu +pass +refuted +weft +\d+\.\d\d +no +0 +4 +write-write`, out)
	_, out, _ = verifySuite(t, inThisProcess, dir, "--points", list, "--format", "json")
	assert.Contains(t, out, `"points": 1.5,`)

	// The list has the block, whatever the file says, and the row what the file takes for granted.
	const racy = "__global__ void k(int *p) { __shared__ int s[64]; s[threadIdx.x] = 1; p[threadIdx.x] = s[threadIdx.x ^ 1]; }\n"
	dir = suiteTree(t, map[string]string{"small.cu": "//pass\n//--blockDim=1 --gridDim=1\n" + racy,
		"never.cu": "//pass\n//--blockDim=64 --gridDim=1\n" + strings.Replace(racy, "{", "{ __assume(0);", 1)})
	require.NoError(t, os.WriteFile(list, []byte("kernel,points,expected,options\nsmall.cu,1,pass,--blockDim=64 --gridDim=1\nnever.cu,1,pass,\n"), 0o644))
	_, out, said = verifySuite(t, inThisProcess, dir, "--points", list)
	assert.Contains(t, said, "points: 1 of 2\n")
	assert.Regexp(t, `(?m)^small.cu +pass +refuted .* 0 +1 +write-read race`, out)
	assert.Regexp(t, `(?m)^never.cu +pass +proved .* 1 +1 +takes for granted: .*assumed there`, out)

	for text, want := range map[string]string{
		"a,b\n": "needs the columns kernel and points", "": "needs the columns", "kernel,points\nk.cu,many\n": `"many" is not the number of points of k.cu`,
		"kernel,points,expected\nk.cu,1,maybe\n": `"maybe" is no verdict`, "kernel,points,expected\nk.cu,1,xfail:LUCK\n": `"xfail:LUCK" is no verdict`,
		"kernel,points\nk.cu,NaN\n": `"NaN" is not`,
	} {
		require.NoError(t, os.WriteFile(list, []byte(text), 0o644))
		code, _, said := verifySuite(t, inThisProcess, dir, "--points", list)
		assert.Equal(t, exitUsage, code, text)
		assert.Contains(t, said, want)
	}
}

func TestSuiteUsage(t *testing.T) {
	dir := suiteTree(t, map[string]string{"a.txt": "//pass\n"})
	for _, c := range []struct {
		said string
		args []string
	}{
		{"begins with //pass", []string{dir}},
		{"nowhere", []string{filepath.Join(dir, "nowhere")}},
		{"--format xml", []string{dir, "--format", "xml"}},
		{"--jobs 0", []string{dir, "--jobs", "0"}},
		{"no such file", []string{dir, "--baseline", "none.csv"}},
	} {
		code, _, said := verifySuite(t, inThisProcess, c.args...)
		assert.Equal(t, exitUsage, code, c.said)
		assert.Contains(t, said, c.said)
	}
}

// TestGPUVerifyMessages: what scripts for GPUVerify look for.
func TestGPUVerifyMessages(t *testing.T) {
	code, out, _ := gv2(racyKernel, "verify", "--messages", "gpuverify", "--block-dim", "64", "--grid-dim", "1", "-")
	assert.Equal(t, exitRefuted, code)
	assert.Regexp(t, `<stdin>: error: possible write-write race on p\[0\]:`, out)
	assert.Regexp(t, `Write by thread \d+ in thread block 0 \(global id \d+\), <stdin>:1:29:`, out)
	assert.Contains(t, out, "GPUVerify kernel analyser finished with 0 verified, 1 error\n")
	_, out, _ = gv2("__constant__ int c[4];\n__global__ void k(int *p) {\n int *q = 0;\n if (threadIdx.x == 3) *q = 1;\n if (threadIdx.x == 4) c[0] = 1;\n if (threadIdx.x < 3) __syncthreads(); }\n",
		"verify", "--messages", "gpuverify", "--block-dim", "64", "--grid-dim", "1", "-")
	for _, want := range []string{"<stdin>:4:24: error: possible null pointer access", "<stdin>:5:24: error: possible attempt to modify constant memory",
		"error: barrier may be reached by non-uniform control flow"} {
		assert.Contains(t, out, want)
	}
	_, out, _ = gv2(quietKernel, "verify", "--messages", "gpuverify", "--block-dim", "64", "-")
	assert.Contains(t, out, "finished with 1 verified, 0 errors\n")
	for _, args := range [][]string{{"--messages", "clang"}, {"--messages", "gpuverify", "--format", "json"}} {
		code, _, said := gv2(quietKernel, append([]string{"verify", "--block-dim", "64", "-"}, args...)...)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, said, "--messages")
	}
}

// TestWrittenBlocks: a comment may ask for a block that no device runs.
func TestWrittenBlocks(t *testing.T) {
	code, out, said := gv2("//pass\n//--blockDim=2048 --gridDim=2\n__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n", "verify", "-")
	assert.Equal(t, exitProved, code, out+said)
	assert.Contains(t, said, "a block of 2048 threads is larger than any device supports")
	code, _, said = gv2(quietKernel, "verify", "--block-dim", "2048", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "2048")
}
