package main

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// graphDocument is what the tests read of gv2 graph --format json.
type graphDocument struct {
	Graphs []struct {
		Lanes       []struct{ Threads [][2]int }
		Generations []struct{ Name string }
		Pair        *struct {
			Element, Order string
			Accesses       []struct{ Thread, Line int }
		}
	}
}

func graphOfFile(t *testing.T, args ...string) graphDocument {
	code, out, stderr := gv2("", append([]string{"graph", "--format", "json"}, args...)...)
	require.Equal(t, exitProved, code, stderr)
	var doc graphDocument
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	require.Len(t, doc.Graphs, 1)
	return doc
}

// TestGraphAgreesWithTheEngine draws the kernels on barriers: the accesses of a race within a block have no
// path between them, and in a kernel without one, every pair of lines has.
func TestGraphAgreesWithTheEngine(t *testing.T) {
	files, err := filepath.Glob("../../testdata/kernels/weft/*/*.cu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	subscript := regexp.MustCompile(`\w\[`)
	races, ordered, asked := 0, 0, 0
	for _, file := range files {
		_, out, _ := gv2("", "weft", "--format", "json", file)
		var report struct {
			Results []struct {
				Properties []struct{ Name, Status string }
				Findings   []struct {
					Property, Severity string
					Accesses           []struct{ Line int }
				}
			}
		}
		require.NoError(t, json.Unmarshal([]byte(out), &report), file)
		if len(report.Results) != 1 {
			continue
		}
		proved := 0
		for _, p := range report.Results[0].Properties {
			if p.Status == "proved" {
				proved++
			}
		}
		doc := graphOfFile(t, file)
		if pair := doc.Graphs[0].Pair; pair != nil {
			races++
			assert.Equal(t, "none", pair.Order, file)
			assert.NotEqual(t, pair.Accesses[0].Thread, pair.Accesses[1].Thread, file)
			told := false
			for _, f := range report.Results[0].Findings {
				told = told || f.Property == "data-race" && len(f.Accesses) == 2 &&
					f.Accesses[0].Line+f.Accesses[1].Line == pair.Accesses[0].Line+pair.Accesses[1].Line
			}
			assert.True(t, told, "%s: the race is one of the report", file)
		}
		if proved < len(report.Results[0].Properties) || asked > 200 {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var lines []int
		for i, l := range strings.Split(string(text), "\n") {
			if subscript.MatchString(l) && !strings.Contains(l, "__shared__") {
				lines = append(lines, i+1)
			}
		}
		for i, a := range lines[:min(len(lines), 4)] {
			for _, b := range lines[i:min(len(lines), 4)] {
				asked++
				if pair := graphOfFile(t, "--pair", fmt.Sprint(a, ",", b), file).Graphs[0].Pair; pair != nil {
					ordered++
					assert.Equal(t, "before", pair.Order, "%s: lines %d and %d", file, a, b)
				}
			}
		}
	}
	assert.Greater(t, races, 10)
	assert.Greater(t, ordered, 30)
}

var updateGraphs = flag.Bool("update-graphs", false, "rewrite the drawings in testdata/graph")

// TestGraphFormats compares drawings with those that people have looked at.
func TestGraphFormats(t *testing.T) {
	const kernels = "../../testdata/kernels/"
	for _, c := range []struct {
		name string
		args []string
	}{
		{"race", []string{kernels + "weft/handshake/ping_pong_early_pass_bug.cu"}},
		{"order", []string{"--pair", "10,17", kernels + "generations/01_single_buffer_ok.cu"}},
		{"deadlock", []string{kernels + "weft/handshake/paper_circular_wait_bug.cu"}},
	} {
		for format, suffix := range map[string]string{"text": "txt", "svg": "svg", "dot": "dot", "mermaid": "mmd", "json": "json"} {
			t.Run(c.name+"/"+format, func(t *testing.T) {
				code, out, stderr := gv2("", append([]string{"graph", "--format", format}, c.args...)...)
				require.Equal(t, exitProved, code, stderr)
				golden := filepath.Join("testdata", "graph", c.name+"."+suffix)
				if *updateGraphs {
					require.NoError(t, os.MkdirAll(filepath.Dir(golden), 0o755))
					require.NoError(t, os.WriteFile(golden, []byte(out), 0o644))
				}
				want, err := os.ReadFile(golden)
				require.NoError(t, err, "run with -update-graphs, and look at what is written")
				assert.Equal(t, string(want), out)
			})
		}
	}
}

// TestGraphIsWellFormed reads what other programs read.
func TestGraphIsWellFormed(t *testing.T) {
	svgs, err := filepath.Glob("testdata/graph/*.svg")
	require.NoError(t, err)
	require.NotEmpty(t, svgs)
	for _, file := range svgs {
		f, err := os.Open(file)
		require.NoError(t, err)
		d := xml.NewDecoder(f)
		for err == nil {
			_, err = d.Token()
		}
		assert.ErrorIs(t, err, io.EOF, file)
		f.Close()
	}
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed")
	}
	files, err := filepath.Glob("testdata/graph/*.dot")
	require.NoError(t, err)
	for _, file := range files {
		out, err := exec.Command(dot, "-Tplain", file).CombinedOutput()
		assert.NoError(t, err, "%s: %s", file, out)
	}
}

func TestGraphRefuses(t *testing.T) {
	const launch = "--block-dim=64"
	for _, c := range []struct {
		name, text string
		args       []string
		code       int
		want       string
	}{
		{"barriers that depend on the block", "__global__ void k() { if (blockIdx.x > 3) { __syncthreads(); } }", nil, exitUndecided, "--grid-dim 1 draws a grid of one block"},
		{"barriers that depend on data", "__global__ void k(int *p) { if (p[0]) { __syncthreads(); } }", nil, exitUndecided, "cannot be drawn: "},
		{"a loop that never ends", "__global__ void k(int *p) { for (;;) { p[threadIdx.x] = 1; } }", []string{"--max-commands", "1000"}, exitUndecided, "(--max-commands)"},
		{"no such pair", "__global__ void k(int *p) {\n  p[threadIdx.x] = 1;\n}", []string{"--pair", "2,3"}, exitProved, "no two threads access the same element at lines 2 and 3"},
		{"two kernels in a picture", "__global__ void a() {} \n__global__ void b() {}", []string{"--format", "svg"}, exitUsage, "choose with --kernel one of a, b"},
		{"two kernels in text", "__global__ void a() {} \n__global__ void b() {}", nil, exitProved, "kernel b, a block of 64 threads in 1 lane"},
		{"format", "__global__ void a() {}", []string{"--format", "png"}, exitUsage, "choose one of text, svg, dot, mermaid, json"},
		{"pair", "__global__ void a() {}", []string{"--pair", "3"}, exitUsage, "name two lines, such as 12,20"},
		{"a parameter decides", "__global__ void k(int n) { for (int i = 0; i < n; ++i) __syncthreads(); }", nil, exitProved, "for n = 4"},
		{"a given parameter", "__global__ void k(int n) { for (int i = 0; i < n; ++i) __syncthreads(); }", []string{"--param", "n=7"}, exitProved, "7 times  barrier 0, generations 1 to 7"},
		{"lanes of a warp", "__global__ void k() {\n  __shared__ int s[32];\n  s[threadIdx.x % 32] = 1;\n  __syncwarp();\n  if (threadIdx.x == 0) s[31] = 2;\n}", []string{"--block-dim", "32", "--pair", "3,5"}, exitProved, "the lanes of the warp meet at line 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"graph", launch}, c.args...)
			code, out, stderr := gv2(c.text, append(args, "-")...)
			assert.Equal(t, c.code, code, "%s%s", out, stderr)
			assert.Contains(t, out+stderr, c.want)
		})
	}
}

// TestControlGraph: every format, the dashed parts, and what is no kind or format.
func TestControlGraph(t *testing.T) {
	file := "../../testdata/lessons/2-predication/under_a_predicate.cu"
	_, out, _ := gv2("", "graph", "--kind", "control", file)
	assert.Contains(t, out, "2  8: if (mode[t] == 1)   [threads may differ]   → yes to 3, no to 5\n")
	assert.Contains(t, out, "3  9: __syncthreads();   [barrier that some threads may miss]   → to 4\n")
	_, out, _ = gv2("", "graph", "--kind", "control", "--format", "mermaid", file)
	assert.Contains(t, out, "flowchart TD\n  n0([\"kernel dependent\"])\n")
	assert.Contains(t, out, "  n2 -- yes --> n3\n")
	assert.Contains(t, out, "  style n3 stroke:#c00,stroke-dasharray:4\n")
	_, dot, _ := gv2("", "graph", "--kind", "control", "--format", "dot", file)
	assert.Contains(t, dot, "n3 [label=\"9: __syncthreads();\\n(barrier that some threads may miss)\" style=dashed color=red]")
	if path, err := exec.LookPath("dot"); err == nil {
		c := exec.Command(path, "-Tsvg")
		c.Stdin = strings.NewReader(dot)
		drawn, err := c.CombinedOutput()
		assert.NoError(t, err, string(drawn))
		_, svg, _ := gv2("", "graph", "--kind", "control", "--format", "svg", file)
		assert.Contains(t, svg, "if (mode[t] == 1)")
		assert.Contains(t, svg, "</svg>")
	}
	t.Run("without Graphviz", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		code, _, said := gv2("", "graph", "--kind", "control", "--format", "svg", file)
		assert.Equal(t, exitTool, code)
		assert.Contains(t, said, "apt-get install graphviz")
	})
	_, out, _ = gv2("", "graph", "--kind", "control", "--format", "json", file)
	var doc struct {
		Graphs []struct {
			Kernel string
			Nodes  []struct {
				Kind       string
				Predicated bool
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	assert.Equal(t, "dependent", doc.Graphs[0].Kernel)
	assert.True(t, doc.Graphs[0].Nodes[3].Predicated)
	for _, args := range [][]string{{"--kind", "other"}, {"--kind", "control", "--pair", "1,2"}} {
		code, _, said := gv2("", append([]string{"graph", file}, args...)...)
		assert.Equal(t, exitUsage, code)
		assert.Contains(t, said, "--kind")
	}
}

// TestControlGraphOfEveryKernel: each node but the exit leads somewhere, and each but the entry is led to.
func TestControlGraphOfEveryKernel(t *testing.T) {
	seen := 0
	for _, pattern := range []string{"loops/*/*_ok.cu", "cxx/*_ok.cu", "weft/*/*_ok.cu", "language/*.cu"} {
		files, err := filepath.Glob("../../testdata/kernels/" + pattern)
		require.NoError(t, err)
		for _, file := range files {
			_, out, _ := gv2("", "graph", "--kind", "control", "--format", "json", file)
			var doc struct {
				Graphs []struct {
					Nodes []struct {
						Kind string
						Next []struct{ To int }
					}
				}
			}
			require.NoError(t, json.Unmarshal([]byte(out), &doc), file)
			for _, g := range doc.Graphs {
				reached := map[int]bool{0: true}
				for i, n := range g.Nodes {
					for _, e := range n.Next {
						reached[e.To] = true
					}
					assert.True(t, len(n.Next) > 0 || i == len(g.Nodes)-1, "%s: node %d leads nowhere", file, i)
				}
				for i := range g.Nodes[:len(g.Nodes)-1] { // an endless loop has no exit
					assert.True(t, reached[i], "%s: nothing leads to node %d", file, i)
				}
				seen++
			}
		}
	}
	assert.Greater(t, seen, 200)
}
