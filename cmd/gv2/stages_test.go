package main

import (
	"os/exec"
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
}

// TestExplainPage reads the page: every line of every stage that has an origin is linked.
func TestExplainPage(t *testing.T) {
	code, out, stderr := gv2(stagedKernel, "explain", "--html", "--block-dim", "64", "--grid-dim", "1", "-")
	require.Equal(t, exitProved, code, stderr)
	assert.Equal(t, 5, strings.Count(out, "<section"))
	assert.Equal(t, 5, strings.Count(out, "</section>"))
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

func TestExplainStagesRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--stage", "tree"}, "choose of source, ir, predicated, program, verdict"},
		{[]string{"--plan", "--stage", "ir"}, "--invariants and --plan are other reports"},
		{[]string{"--plan", "--invariants"}, "choose one of --invariants and --plan"},
		{[]string{"--format", "json"}, "stages are text, or --html"},
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
