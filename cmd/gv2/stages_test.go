package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const stagedKernel = `__device__ int twice(int x) {
  return 2 * x;
}
__global__ void k(int *p) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = twice(t);
  if (t < 32) {
    p[t] = s[t + 1];
  }
}
`

// TestExplainShowsStages follows a line through all stages.
func TestExplainShowsStages(t *testing.T) {
	code, out, stderr := gv2(stagedKernel, "explain", "--block-dim", "64", "--grid-dim", "1", "-")
	require.Equal(t, exitProved, code, stderr)
	for _, want := range []string{
		"kernel k of <stdin>\n\nsource: ",
		"     4 | __global__ void k(int *p) {",
		"    11 | }\n\nir: ",
		"     7 |   s[(i64)t] = 2 * x;",
		"     9 |     p[(i64)t] = t_1;",
		"     8 |   if_8 = t < 32;",
		"     9 |   [if_8] s[(i64)(t + 1)];",
		"     9 |   call CHECK_READ_s(if_8$2, t$2 + 1);",
		"verdict: what is decided, and by whom\n       | data-race            refuted",
	} {
		assert.Contains(t, out, want)
	}
}

func TestExplainLine(t *testing.T) {
	code, out, stderr := gv2(stagedKernel, "explain", "--block-dim", "64", "--grid-dim", "1", "--line", "9", "-")
	require.Equal(t, exitProved, code, stderr)
	for line := range strings.SplitSeq(out, "\n") {
		if strings.Contains(line, " | ") {
			assert.Regexp(t, `^     9 \| `, line)
		}
	}
	assert.Contains(t, out, "     9 |   call CHECK_READ_s(")
	assert.Contains(t, out, "     9 | error: ")
	_, out, _ = gv2(stagedKernel, "explain", "--block-dim", "64", "--stage", "ir", "--line", "5", "-")
	assert.Contains(t, out, "nothing comes of line 5")
	code, _, stderr = gv2(stagedKernel, "explain", "--block-dim", "64", "--line", "99", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "--line 99: <stdin> has ")
}

// Where a function does nothing but synchronise, the lines are those of its calls.
func TestExplainShowsCalls(t *testing.T) {
	const file = "../../testdata/lessons/7-recycling-deadlock/recycled.cu"
	_, ir, _ := gv2("", "explain", "--stage", "ir", "--line", "14", file)
	assert.Contains(t, ir, "14 |     arrive(1, 64);")
	_, run, _ := gv2("", "explain", "--stage", "run", file)
	assert.Regexp(t, `(?m)^ *12 \| 3 +1/1 +arrives at barrier 1 for generation 1$`, run)
	assert.Regexp(t, `(?m)^ *18 \| 7 +1/2 +syncs at barrier 1 for generation 2$`, run)
}

// TestExplainPage reads the page: every line of every stage that has an origin is linked.
func TestExplainPage(t *testing.T) {
	code, out, stderr := gv2(stagedKernel, "explain", "--html", "--block-dim", "64", "--grid-dim", "1", "-")
	require.Equal(t, exitProved, code, stderr)
	assert.Equal(t, 6, strings.Count(out, "<section"), "five stages and a run")
	assert.Equal(t, 6, strings.Count(out, "</section>"))
	assert.Equal(t, 2, strings.Count(out, `class="fault"`), "the two accesses that race")
	assert.GreaterOrEqual(t, strings.Count(out, `data-line="9" tabindex="0"`), 5)
	assert.NotContains(t, out, "t < 32", "text is escaped")
	assert.NotRegexp(t, regexp.MustCompile(`(src|href)="`), out, "nothing is loaded from elsewhere")
	node, err := exec.LookPath("node")
	if err != nil {
		return // the script is looked at where Node.js is there
	}
	script := out[strings.Index(out, "<script>")+len("<script>") : strings.Index(out, "</script>")]
	check := exec.Command(node, "--check", "-")
	check.Stdin = strings.NewReader(script)
	said, err := check.CombinedOutput()
	assert.NoError(t, err, "%s", said)
}

// TestExplainRun shows what leads to a fault, in text and in JSON.
func TestExplainRun(t *testing.T) {
	code, out, stderr := gv2(stagedKernel, "explain", "--block-dim", "64", "--grid-dim", "1", "--stage", "run", "-")
	require.Equal(t, exitProved, code, stderr)
	for _, want := range []string{
		"\nrun: write-read race on s[1]: thread (1,0,0) writes here, thread (0,0,0) reads at <stdin>:9:12\n",
		"what thread (0,0,0) and thread (1,0,0) do",
		"step  generation  thread (0,0,0)",
		"log of thread (0,0,0) on s\n",
		"     6 | 1     1           t = 0\n",
	} {
		assert.Contains(t, out, want)
	}
	assert.Regexp(t, `(?m)^     9 \| \d+ +1 +reads s\[1\] = \d+ .*<-- here$`, out)
	assert.Regexp(t, `(?m)^     7 \| \d+ +1 +writes s\[1\] = 2 +has: reads s\[1\] \(line 9\)   <-- here$`, out)

	_, out, _ = gv2(stagedKernel, "explain", "--block-dim", "64", "--grid-dim", "1", "--stage", "run", "--format", "json", "-")
	var doc struct {
		Results []struct {
			Stages []struct {
				Name string
				Run  struct {
					Threads []struct{ Thread [3]int }
					Steps   []struct {
						Thread, Line int
						Text         string
						Log          []string
						Fault        bool
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	run := doc.Results[0].Stages[0].Run
	assert.Len(t, run.Threads, 2)
	last := run.Steps[len(run.Steps)-1]
	assert.True(t, last.Fault)
	assert.Equal(t, 7, last.Line)
	assert.Contains(t, last.Log, "reads s[1] (line 9)")

	_, out, stderr = gv2("", "explain", "--stage", "run", "../../testdata/kernels/bounds/02_open_length_bug.cu")
	assert.Contains(t, out, " Table::next[i] is outside the array: Table::next has 64 elements   <-- here\n", stderr)

	_, out, _ = gv2(quietKernel, "explain", "--block-dim", "64", "--stage", "run", "-")
	assert.Contains(t, out, "there is no fault to show")
	_, out, _ = gv2(quietKernel, "explain", "--block-dim", "64", "-")
	assert.NotContains(t, out, "\nrun", "where nobody asks for it")
}

// TestFaultsAsRuns: an execution shows the faults of bundled kernels, whatever they are.
func TestFaultsAsRuns(t *testing.T) {
	for _, folder := range []string{"faults", "divergence", "named", "weft"} {
		files, err := filepath.Glob("../../testdata/kernels/" + folder + "/*_bug.cu")
		require.NoError(t, err)
		for i, file := range files {
			if i%4 != 0 {
				continue
			}
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				code, out, stderr := gv2("", "explain", "--stage", "run", file)
				assert.Equal(t, exitProved, code, stderr)
				assert.Contains(t, out, "<-- here\n")
			})
		}
	}
}

// TestRunsOfWhatIsStarted: a race with a copy that somebody else, or the thread itself, has started, and one that only a run of
// all blocks shows; of what the memory model alone allows there is no run, and the page says so.
func TestRunsOfWhatIsStarted(t *testing.T) {
	for file, want := range map[string]string{
		"async/tensor_load_no_wait_bug": `starts a copy that writes left\[0\] to left\[63\] +has: reads left\[31\] \(line 26\)   <-- here`,
		"async/gemm_stages_n_depth_bug": `reads a\[0\]\[0\]\[0\] +a copy that writes a\[0\]\[0\]\[0\] \(line 13\); reads a\[0\]\[0\]\[0\] \(line 27\)   <-- here`,
		"async/wgmma_depth_bug":         `starts a product that reads sa\[0\]\[0\] to sa\[0\]\[1023\]`,
		"locks/02_last_block_bug":       `has: writes partial\[7\] \(line 19\)   <-- here`,
		"model/05_dekker_bug":           `no order of the threads' steps shows it`,
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			_, out, stderr := gv2("", "explain", "--stage", "run", "../../testdata/kernels/"+file+".cu")
			assert.Regexp(t, want, out, stderr)
		})
	}
}

func TestExplainStagesRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--stage", "tree"}, "choose of source, ir, predicated, program, verdict"},
		{[]string{"--plan", "--stage", "ir"}, "--invariants and --plan are other reports"},
		{[]string{"--plan", "--invariants"}, "choose one of --invariants and --plan"},
		{[]string{"--format", "json", "--html"}, "--html is a page"},
		{[]string{"--html", "--line", "3"}, "links all lines"},
		{[]string{"--line", "-3"}, "lines count from 1"},
	} {
		code, out, stderr := gv2(stagedKernel, append(append([]string{"explain"}, c.args...), "-")...)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, out+stderr, c.want)
	}
	code, out, _ := gv2(`__global__ void k(int *p) { asm volatile("bar.sync 1, 32;"); p[threadIdx.x] = 1; }`, "explain", "--block-dim", "64", "--warp-sync", "--stage", "program", "-")
	assert.Equal(t, exitProved, code)
	assert.Contains(t, out, "there is none: ")
}
