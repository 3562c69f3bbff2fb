package main

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/verdict"
)

// ptxList is the kernels of which the compiler's output is kept: that file, the source, the
// compiler's options, and what differs between the verdicts on the two, with the reason.
const ptxList = "../../testdata/ptx/INDEX.tsv"

// ptxShare is what part of the list TestPTXAgrees takes, one in so many, unless KERNELS=all
// asks for all.
const ptxShare = 3

// TestPTXAgrees compares the verdicts on kernels with those on what nvcc makes of them,
// property by property.
func TestPTXAgrees(t *testing.T) {
	for i, line := range strings.Split(strings.TrimRight(readText(t, ptxList), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		require.GreaterOrEqual(t, len(cells), 4, "line %d of %s", i+1, ptxList)
		if i == 0 || !ptxAsked(cells[0]) {
			continue
		}
		t.Run(cells[0], func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, cells[3], ptxDifference(t, "../../testdata/kernels/"+cells[1], "../../testdata/ptx/"+cells[0]))
			if cells[3] != "" {
				assert.NotEmpty(t, cells[4:], "a difference has a reason")
			}
		})
	}
}

func readText(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// ptxSlow takes a minute and a half of a processor: its loop is unrolled to 33 accesses by what memory holds.
const ptxSlow = "histogram/24_private_copies_ok.ptx"

func ptxAsked(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return os.Getenv("KERNELS") == "all" || h.Sum32()%ptxShare == 0 && name != ptxSlow
}

// ptxDifference lists the properties that have another status on the PTX.
func ptxDifference(t *testing.T, source, ptx string) string {
	flags := []string{"--self-check", "--safe-if=false", "--all-faults=false"}
	cuda, stderr := verifyPath(t, source, flags...)
	require.Len(t, cuda, 1, stderr)
	compiled, stderr := verifyPath(t, ptx, flags...)
	require.Len(t, compiled, 1, stderr)
	var all []string
	for _, p := range cuda[0].Properties {
		q := compiled[0].Property(p.Name)
		switch {
		case q == nil:
			all = append(all, fmt.Sprintf("%s %s -", p.Name, p.Status))
		case q.Status != p.Status:
			all = append(all, fmt.Sprintf("%s %s %s", p.Name, p.Status, q.Status))
		}
	}
	slices.Sort(all)
	for _, f := range compiled[0].Findings {
		for _, a := range f.Accesses {
			assert.True(t, !a.Src.Pos.Valid() || a.Src.Compiled.Valid() || strings.HasSuffix(a.Src.Pos.File, ".ptx"), "%s names no line of the PTX", f.Message)
		}
	}
	return strings.Join(all, ", ")
}

// ptxModules are modules in the shapes that other compilers give them, written for this test: as Triton makes
// PTX (assembly with predicates, dynamic shared memory by one name, floats in .b32 registers, stages of
// copies), and as LLVM makes it of what clang gives it. line is where the fault is.
var ptxModules = []struct {
	file  string
	flags []string
	line  int
}{
	{"triton_vector_add.ptx", nil, 0},
	{"triton_row_sum.ptx", []string{"--shared-bytes", "16"}, 0},
	{"triton_row_sum_bug.ptx", []string{"--shared-bytes", "16"}, 52},
	{"triton_pipelined.ptx", []string{"--shared-bytes", "1536", "--param", "param_2=64", "--grid-dim", "1"}, 0},
	{"triton_pipelined_bug.ptx", []string{"--shared-bytes", "1536", "--param", "param_2=64", "--grid-dim", "1"}, 51},
	{"clang_block_sum.ptx", nil, 0},
	{"clang_block_sum_bug.ptx", nil, 69},
	{"constant_floats.ptx", []string{"--grid-dim", "1"}, 0},
	{"null_pointers.ptx", []string{"--grid-dim", "1"}, 0},
	{"null_pointers_bug.ptx", []string{"--grid-dim", "1"}, 19},
	{"askew_bug.ptx", []string{"--grid-dim", "1"}, 18},
}

func TestPTXModules(t *testing.T) {
	for _, m := range ptxModules {
		t.Run(m.file, func(t *testing.T) {
			reports, stderr := verifyPath(t, "../../testdata/ptx/modules/"+m.file, m.flags...)
			require.Len(t, reports, 1, stderr)
			r := reports[0]
			if m.line == 0 {
				assert.Equal(t, verdict.KernelProved, r.Outcome, "%s", explain(r))
				return
			}
			require.Equal(t, verdict.KernelRefuted, r.Outcome, "%s", explain(r))
			assert.Equal(t, m.line, r.Findings[0].Accesses[0].Src.Pos.Line, "%s", r.Findings[0].Message)
		})
	}
}

// ptxStore is what STORE stands for in the variants: %r51 goes to element %r1 of s.
const ptxStore = "shl.b32 %r2, %r1, 2; add.s32 %r3, %r52, %r2; st.shared.u32 [%r3], %r51;"

// TestPTXVariants verifies kernels that differ in an instruction or two, of which the verdict depends on
// what exactly these do.
func TestPTXVariants(t *testing.T) {
	_, text, _ := strings.Cut(readText(t, "../../testdata/ptx/variants.txt"), "\n== kernel\n")
	variants := strings.Split(text, "\n== ")
	for _, v := range variants[1:] {
		head, body, _ := strings.Cut(v, "\n")
		words := strings.Fields(head)
		t.Run(words[0], func(t *testing.T) {
			var declarations, statements []string
			for line := range strings.Lines(body) {
				if d, is := strings.CutPrefix(line, "| "); is {
					declarations = append(declarations, d)
				} else {
					statements = append(statements, line)
				}
			}
			ptx := strings.NewReplacer("DECLARATIONS", strings.Join(declarations, ""), "BODY", strings.Join(statements, "")).Replace(variants[0])
			path := filepath.Join(t.TempDir(), words[0]+".ptx")
			require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(ptx, "STORE", ptxStore)), 0o600))
			flags := append([]string{"--block-dim", "64", "--grid-dim", "1", "--safe-if=false", "--all-faults=false"}, words[2:]...)
			reports, stderr := verifyWith(t, little, path, flags...)
			require.Len(t, reports, 1, stderr)
			switch got := reports[0].Outcome; words[1] {
			case "open":
				assert.NotEqual(t, verdict.KernelProved, got, "%s", explain(reports[0]))
			default:
				assert.Equal(t, words[1], string(got), "%s", explain(reports[0]))
			}
		})
	}
}
