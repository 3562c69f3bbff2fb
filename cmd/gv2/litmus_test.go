package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLitmusCommand decides the kernels of testdata/litmus; their names say what is right.
func TestLitmusCommand(t *testing.T) {
	files, err := filepath.Glob("../../testdata/litmus/*.cu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".cu")
		t.Run(name, func(t *testing.T) {
			code, out, stderr := gv2("", "litmus", "--format", "json", file)
			require.Equal(t, exitProved, code, stderr)
			var doc struct {
				Results []struct {
					Outcome, Axiom, Condition string
					Threads                   []struct{ Events []struct{ Line int } }
				}
			}
			require.NoError(t, json.Unmarshal([]byte(out), &doc))
			require.Len(t, doc.Results, 1)
			r := doc.Results[0]
			want := name[strings.LastIndex(name, "_")+1:]
			assert.Equal(t, want, r.Outcome)
			assert.Equal(t, want == "forbidden", r.Axiom != "", "an axiom forbids")
			assert.Equal(t, want == "allowed" || !strings.Contains(name, "thin_air"), len(r.Threads) > 0)
		})
	}
}

// TestLitmusExplains looks at what people read.
func TestLitmusExplains(t *testing.T) {
	code, out, stderr := gv2("", "litmus", "../../testdata/litmus/02_message_passing_forbidden.cu")
	require.Equal(t, exitProved, code, stderr)
	assert.Contains(t, out, "kernel fenced: forbidden: r[0]==1 && r[1]==0\n  by the axiom causality")
	assert.Contains(t, out, "fence.sc.gpu (line 9, block 0)  synchronizes with  fence.sc.gpu (line 13, block 1)")
	assert.Contains(t, out, "line 14   reads data = 0 (relaxed.sys), the initial value")
}

func TestLitmusRefuses(t *testing.T) {
	const kernel = "__device__ int x;\n// exists: %s\n__global__ void k(const int *in, int n) { BODY }\n"
	for _, c := range []struct {
		condition, body, flags string
		code                   int
		want                   string
	}{
		{"x==1", "x = 1;", "", exitProved, "allowed"},
		{"x==", "x = 1;", "", exitUsage, "<stdin>:2: error: a condition such as"},
		{"y==1", "x = 1;", "", exitUsage, "<stdin>:2: error: y is no memory that the kernel writes"},
		{"x==2", "x = in[0] > 0 ? 1 : 2;", "", exitUndecided, "depends on inputs that nothing fixes"},
		{"x==3", "if (n > 3) x = n;", "", exitUndecided, "depends on inputs that nothing fixes"},
		{"x==3", "if (n > 3) x = n;", "--param n=4", exitProved, "forbidden"},
		{"x==1", "x = 1;", "--grid-dim 64,64", exitUndecided, "too large"},
		{"x==1", "x = __shfl_sync(~0u, 1, 0);", "", exitUndecided, "an exchange between lanes"},
		{"x==1", "x = 1; while (x != 2) {}", "", exitUndecided, "no execution of the kernel ends"},
		{"x==1", "x = __float_as_int(rsqrtf(4.0f)) == 1;", "", exitUndecided, "depends on a value that gv2 does not compute"},
		{"x==1", "goto", "", exitUsage, "<stdin>:3"},
	} {
		text := strings.Replace(strings.Replace(kernel, "%s", c.condition, 1), "BODY", c.body, 1)
		args := append([]string{"litmus", "--block-dim", "1", "--grid-dim", "1", "-"}, strings.Fields(c.flags)...)
		code, out, stderr := gv2(text, args...)
		assert.Equal(t, c.code, code, "%s: %s%s", c.body, out, stderr)
		assert.Contains(t, out+stderr, c.want, c.body)
	}
	code, _, stderr := gv2("__global__ void k() {}\n", "litmus", "--block-dim", "1", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "no kernel below a comment // exists: CONDITION")
}
