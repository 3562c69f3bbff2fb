package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var progressComment = regexp.MustCompile(`(?m)^// (fair|lockstep|resident \d+): (?:(\d+) )?(.*)$`)

// TestProgress: which kernels of testdata/progress wait for ever, by the rules that the comments name.
func TestProgress(t *testing.T) {
	files, err := filepath.Glob("../../testdata/progress/*.cu")
	require.NoError(t, err)
	require.Greater(t, len(files), 8)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range progressComment.FindAllStringSubmatch(string(text), -1) {
			t.Run(filepath.Base(file)+"/"+m[1], func(t *testing.T) {
				args := []string{"verify", "--format", "json", "--engine", "weft", "--timeout", "1h", "--progress", m[1]}
				if n, is := strings.CutPrefix(m[1], "resident "); is {
					args = slices.Concat(args[:len(args)-2], []string{"--resident-blocks", n})
				}
				_, out, stderr := gv2("", append(args, file)...)
				var doc struct {
					Results []struct {
						Assumptions []string
						Notes       []struct{ Message string }
						Findings    []struct {
							Property, Message string
							Accesses          []struct{ Line int }
						}
					}
				}
				require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
				require.Len(t, doc.Results, 1)
				r := doc.Results[0]
				found, line := "no deadlock", ""
				for _, f := range r.Findings {
					if f.Property == "deadlock" {
						found, line = f.Message, fmt.Sprint(f.Accesses[0].Line)
					}
				}
				assumed, is := strings.CutPrefix(m[3], "assuming ")
				assert.Equal(t, is, slices.ContainsFunc(r.Assumptions, func(a string) bool { return strings.HasPrefix(a, "all blocks of the grid run") }), "%q", r.Assumptions)
				if is {
					assert.Equal(t, "no deadlock", found)
					assert.Contains(t, strings.Join(r.Assumptions, "\n"), assumed)
					return
				}
				want, shown := strings.CutSuffix(m[3], ", for every size")
				assert.Equal(t, shown, strings.Contains(fmt.Sprint(r.Notes), "whatever the size of the launch"), "%q", r.Notes)
				assert.Contains(t, found, want)
				if m[2] != "" {
					assert.Equal(t, m[2], line)
				}
			})
		}
	}
}

// TestLockStepAlone: deadlock in lock step is proved only where it is shown that loops that wait end, and where what that rests on is asked, too; barriers
// say nothing of such loops.
func TestLockStepAlone(t *testing.T) {
	const (
		begin = "__device__ int lk;\n__global__ void k(int *x, int n) {\n"
		held  = "  if (n > 1000) { while (atomicCAS(&lk, 0, 1) != 0) { } __threadfence(); *x = *x + 1; __threadfence(); atomicExch(&lk, 0); }\n}\n"
		tried = "  bool done = false;\n  while (!done) { if (atomicCAS(&lk, 0, 1) == 0) { __threadfence(); *x = *x + 1; __threadfence(); atomicExch(&lk, 0); done = true; } }\n}\n"
	)
	for _, c := range []struct{ name, text, check, want string }{
		{"held behind the loop", held, "", "deadlock +unknown"},
		{"held behind the loop, alone", held, "deadlock", "deadlock +unknown"},
		{"held behind the loop, with a barrier", "  __syncthreads();\n" + held, "", "deadlock +unknown"},
		{"held behind the loop, with a barrier, alone", "  __syncthreads();\n" + held, "deadlock", "deadlock +unknown"},
		{"tried", tried, "", "deadlock +proved"},
		{"tried, with a barrier", "  __syncthreads();\n" + tried, "", "deadlock +proved"},
		{"tried, alone", tried, "deadlock", "that rests on data-race, which was not checked"},
		{"tried, and divergence", tried, "deadlock,barrier-divergence", "that rests on data-race, which was not checked"},
		{"tried, and what that rests on", tried, "deadlock,barrier-divergence,data-race", "deadlock +proved"},
	} {
		args := []string{"verify", "--progress", "lockstep", "--block-dim", "64", "--timeout", "1h", "--lang", "cuda", "-"}
		if c.check != "" {
			args = append(args, "--check", c.check)
		}
		_, out, stderr := gv2(begin+c.text, args...)
		assert.Regexp(t, c.want, out, c.name+stderr)
	}
}

// TestLockStepIsProved: the answer for a grid of any size says for which rules of progress it is.
func TestLockStepIsProved(t *testing.T) {
	for file, want := range map[string][]string{
		"02_lock_inside_the_loop": {"deadlock             proved", "loops that wait for other threads end where each thread goes on by itself (--progress fair)", "in lock step (--progress lockstep) no thread"},
		"03_one_of_each_warp":     {"deadlock             proved", "in lock step (--progress lockstep) no thread"},
		"01_lock_in_a_warp":       {"deadlock             refuted", "the threads of a warp run in lock step"},
	} {
		_, out, _ := gv2("", "verify", "--progress", "lockstep", "--grid-dim", "*", "../../testdata/progress/"+file+".cu")
		for _, text := range want {
			assert.Contains(t, out, text, file)
		}
	}
}
