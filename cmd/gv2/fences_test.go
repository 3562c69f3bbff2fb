package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/unit"
	"gv2/runtime/fences"
	"gv2/runtime/verdict"
)

// fenceReport is what the tests read of a report.
type fenceReport struct {
	Results []struct {
		Verdict string
		Sets    [][]struct {
			After    int    `json:"after_line"`
			Fence    string `json:"fence"`
			InBraces bool   `json:"in_braces"`
		} `json:"fence_sets"`
		Partial           bool
		Redundant, Weaker []struct{ Line int }
	}
}

var fenceComment = regexp.MustCompile(`(?m)^// (fences|redundant|weaker): (.*)$`)

// TestFenceSets finds the sets that the kernels of testdata/fences name, and no others. Each set is
// checked by gv2 verify: the kernel is proved with it, and is not with a fence less or a weaker one.
func TestFenceSets(t *testing.T) {
	files, err := filepath.Glob("../../testdata/fences/*.cu")
	require.NoError(t, err)
	require.Greater(t, len(files), 10)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			want := map[string]string{}
			for _, m := range fenceComment.FindAllStringSubmatch(string(text), -1) {
				want[m[1]] = m[2]
			}
			code, out, stderr := gv2("", "fences", "--format", "json", "--timeout", "1h", file)
			var doc fenceReport
			require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
			require.Len(t, doc.Results, 1)
			r := doc.Results[0]
			var sets []string
			for _, set := range r.Sets {
				var list []string
				for _, f := range set {
					place := fmt.Sprintf("%d:%s", f.After, f.Fence)
					if f.InBraces {
						place += " in braces"
					}
					list = append(list, place)
				}
				sets = append(sets, "{"+strings.Join(list, " ")+"}")
			}
			if sets == nil {
				sets = []string{"none"}
			}
			assert.Equal(t, want["fences"], strings.Join(sets, " "))
			assert.False(t, r.Partial)
			var lines, weaker []string
			for _, e := range r.Redundant {
				lines = append(lines, fmt.Sprint(e.Line))
			}
			for _, e := range r.Weaker {
				weaker = append(weaker, fmt.Sprint(e.Line))
			}
			assert.Equal(t, want["redundant"], strings.Join(lines, " "))
			assert.Equal(t, want["weaker"], strings.Join(weaker, " "))
			if r.Verdict == "proved" {
				assert.Equal(t, exitProved, code)
				return
			}
			assert.Equal(t, exitRefuted, code)
			for _, set := range r.Sets {
				added, text := map[int]string{}, string(text)
				for _, f := range set {
					added[f.After] = f.Fence
					if f.InBraces {
						text = inBraces(text, f.After)
					}
				}
				assert.Equal(t, "proved", verdictWith(t, text, added), added)
				for line, fence := range added {
					delete(added, line)
					assert.NotEqual(t, "proved", verdictWith(t, text, added), added)
					if fence == "device" {
						added[line] = "block"
						assert.NotEqual(t, "proved", verdictWith(t, text, added), added)
					}
					added[line] = fence
				}
			}
		})
	}
}

// idiomRow is a row of the README's table of the ten applications: application, idiom, kernel, the paper's number of fences, gv2's, the reason.
var idiomRow = regexp.MustCompile("(?m)^\\| ([a-z-]+) \\| ([^|]+) \\| `([^`]+)` \\| ([^|]+) \\| (\\d+) \\|(.*)\\|$")

// TestFencesOfApplications compares the README's table of the ten applications with the sets that TestFenceSets finds for the kernels. Where
// gv2's number is not the paper's, the row has a reason, and gv2 asks for no fewer, unless the paper counts those of several kernels.
func TestFencesOfApplications(t *testing.T) {
	readme, err := os.ReadFile("../../testdata/fences/README.md")
	require.NoError(t, err)
	var applications []string
	for _, row := range idiomRow.FindAllStringSubmatch(string(readme), -1) {
		applications = append(applications, row[1])
		file, paper, ours, reason := row[3], row[4], row[5], row[6]
		text, err := os.ReadFile("../../testdata/fences/" + file)
		require.NoError(t, err)
		sets := ""
		for _, m := range fenceComment.FindAllStringSubmatch(string(text), -1) {
			if m[1] == "fences" {
				sets = m[2]
			}
		}
		fewest := 99
		for set := range strings.SplitSeq(sets, "} {") {
			fewest = min(fewest, strings.Count(set, ":"))
		}
		assert.Equal(t, ours, fmt.Sprint(fewest), "%s: %s", row[1], sets)
		if ours != paper {
			assert.NotEmpty(t, strings.TrimSpace(reason), row[1])
			if n, err := strconv.Atoi(paper); err == nil {
				assert.Greater(t, fewest, n, row[1])
			}
		}
	}
	assert.Equal(t, []string{"cbe-ht", "cbe-dot", "ct-octree", "tpo-tm", "sdk-red-nf", "sdk-red", "cub-scan-nf", "cub-scan", "ls-bh-nf", "ls-bh"}, applications)
}

// inBraces is a text with braces around the line behind one, and none more.
func inBraces(text string, head int) string {
	lines := strings.Split(text, "\n")
	lines[head-1] += " {"
	lines[head] += " }"
	return strings.Join(lines, "\n")
}

// verdictWith is gv2 verify's verdict for a text with fences on lines of their own.
func verdictWith(t *testing.T, text string, after map[int]string) string {
	t.Helper()
	calls := map[string]string{"block": "__threadfence_block();", "device": "__threadfence();"}
	lines := strings.Split(text, "\n")
	for n := len(lines); n > 0; n-- {
		if fence := after[n]; fence != "" {
			lines = slices.Insert(lines, n, calls[fence])
		}
	}
	_, out, stderr := gv2(strings.Join(lines, "\n"), "verify", "--format", "json", "--safe-if=false", "--all-faults=false", "--check", "data-race,assertion", "-")
	var doc struct{ Results []struct{ Verdict string } }
	require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
	require.Len(t, doc.Results, 1)
	return doc.Results[0].Verdict
}

// TestFencesPatch applies the patch; the result lacks no fence.
func TestFencesPatch(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("no patch")
	}
	text, err := os.ReadFile("../../testdata/fences/05_last_block.cu")
	require.NoError(t, err)
	dir := t.TempDir()
	file := filepath.Join(dir, "k.cu")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	_, patch, stderr := gv2("", "fences", "--format", "patch", "--timeout", "1h", file)
	assert.Contains(t, patch, "+    __threadfence();\n     last = atomicInc(", stderr)
	cmd := exec.Command("patch", "-p1", "-d", "/")
	cmd.Stdin = strings.NewReader(patch)
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, string(said))
	code, out, _ := gv2("", "fences", "--timeout", "1h", file)
	assert.Equal(t, exitProved, code)
	assert.Contains(t, out, "kernel reduce: no fence is missing\n")
}

// TestFencesText looks at what people read.
func TestFencesText(t *testing.T) {
	for _, c := range []struct {
		file string
		code int
		want []string
	}{
		{"01_flag", exitRefuted, []string{": kernel k: refuted: write-read race on data", "\n  proved with __threadfence() after line 10, __threadfence() after line 13\n    all of order acquire-release are enough: cuda::atomic_thread_fence("}},
		{"04_hash_table", exitRefuted, []string{"\n  or with __threadfence() after line 15, "}},
		{"07_store_buffering", exitRefuted, []string{"\n  proved with __threadfence() after line 10\n"}},
		{"08_not_needed", exitProved, []string{": no fence is missing\n", "  the fence at line 9 is not needed\n"}},
		{"09_no_fence_helps", exitRefuted, []string{": no fences help: with a fence at every place there is still a read-write race on flag"}},
		{"11_too_wide", exitProved, []string{"  the fence at line 14 may be __threadfence_block()\n"}},
	} {
		code, out, stderr := gv2("", "fences", "--timeout", "1h", "../../testdata/fences/"+c.file+".cu")
		assert.Equal(t, c.code, code, stderr)
		for _, want := range c.want {
			assert.Contains(t, out, want)
		}
	}
	assert.NotContains(t, mustFences(t, "07_store_buffering"), "acquire-release")
	code, out, _ := gv2("", "fences", "--timeout", "3s", "../../testdata/kernels/locks/05_never_stored_open.cu")
	assert.Equal(t, exitUndecided, code)
	assert.Contains(t, out, "no set of fences is")
}

func mustFences(t *testing.T, name string) string {
	t.Helper()
	_, out, stderr := gv2("", "fences", "--timeout", "1h", "../../testdata/fences/"+name+".cu")
	require.NotEmpty(t, out, stderr)
	return out
}

// TestFencesSARIF has the sets as fixes.
func TestFencesSARIF(t *testing.T) {
	_, out, stderr := gv2("", "fences", "--format", "sarif", "--timeout", "1h", "../../testdata/fences/04_hash_table.cu", "../../testdata/fences/08_not_needed.cu")
	var doc struct {
		Runs []struct {
			Results []struct {
				RuleID string
				Fixes  []struct{ Description struct{ Text string } }
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
	results := doc.Runs[0].Results
	require.Len(t, results, 3)
	assert.Equal(t, "missing-fence", results[0].RuleID)
	require.Len(t, results[0].Fixes, 3)
	assert.Equal(t, "add __threadfence(); after line 12 and __threadfence(); after line 17", results[0].Fixes[0].Description.Text)
	assert.Equal(t, "redundant-fence", results[1].RuleID)
	assert.Len(t, results[1].Fixes, 1)
}

// A flag between two blocks, without fences, and with those that it needs.
const (
	flagHead   = "__device__ int d;\n__device__ volatile int f;\n"
	flagBody   = "k(int *o) {\nif (threadIdx.x) return;\nif (blockIdx.x == 0) {\nd = 1;\nf = 1;\n} else if (blockIdx.x == 1) {\nwhile (f == 0);\no[0] = d;\n}\n}\n"
	fencedBody = "k(int *o) {\nif (threadIdx.x) return;\nif (blockIdx.x == 0) {\nd = 1;\n__threadfence();\nf = 1;\n} else {\nwhile (f == 0);\n__threadfence();\no[0] = d;\n}\n}\n"
)

// TestFencesOfClusters names no fence of the block between the blocks of a cluster.
func TestFencesOfClusters(t *testing.T) {
	flags := []string{"fences", "--timeout", "1h", "--block-dim", "32", "--grid-dim", "2", "-"}
	for attribute, call := range map[string]string{"__cluster_dims__(2) ": "__threadfence()", "__cluster_dims__(1) ": "__threadfence()"} {
		code, out, stderr := gv2(flagHead+"__global__ void "+attribute+flagBody, flags...)
		assert.Equal(t, exitRefuted, code, stderr)
		assert.Contains(t, out, "proved with "+call+" after line 6, "+call+" after line 9\n")
		assert.NotContains(t, out, "_block()")
	}
	code, out, stderr := gv2(flagHead+"__global__ void __cluster_dims__(2) "+strings.ReplaceAll(fencedBody, "else {", "else if (blockIdx.x == 1) {"), flags...)
	assert.Equal(t, exitProved, code, stderr)
	assert.NotContains(t, out, "may be __threadfence_block()")
}

// TestFencesAsVerify names no set with which gv2 verify does not prove the kernel: here there are more executions than it looks at.
func TestFencesAsVerify(t *testing.T) {
	for _, body := range []string{fencedBody, strings.ReplaceAll(fencedBody, "__threadfence();\n", "")} {
		text := flagHead + "__global__ void " + body
		code, out, stderr := gv2(text, "fences", "--timeout", "1h", "--block-dim", "32", "--grid-dim", "4", "-")
		verified, _, _ := gv2(flagHead+"__global__ void "+fencedBody, "verify", "--safe-if=false", "--check", "data-race,assertion", "--timeout", "1h", "--block-dim", "32", "--grid-dim", "4", "-")
		require.Equal(t, exitUndecided, verified)
		assert.Equal(t, exitUndecided, code, stderr)
		assert.Contains(t, out, "no set of fences is found with which it is proved: data-race: the translation finds")
		assert.NotContains(t, out, "proved with")
	}
}

// TestFencesInsideLines tells that no places inside of lines were tried, where statements share a line.
func TestFencesInsideLines(t *testing.T) {
	text := flagHead + "__global__ void " + strings.ReplaceAll(flagBody, "\n", " ") + "\n"
	code, out, stderr := gv2(text, "fences", "--timeout", "1h", "--block-dim", "32", "--grid-dim", "2", "-")
	assert.Equal(t, exitRefuted, code, stderr)
	assert.Contains(t, out, "no fences between lines help: with one at every place between lines there is still a data race on d")
	assert.Contains(t, out, "; places between statements of one line are not tried: put each statement on a line of its own\n")
	_, out, _ = gv2(text, "fences", "--format", "json", "--timeout", "1h", "--block-dim", "32", "--grid-dim", "2", "-")
	assert.Contains(t, out, "places between statements of one line are not tried")
}

// TestFencesLimit tells the limit that the user gave, however much of it is left for the last question.
func TestFencesLimit(t *testing.T) {
	opts := &fencesOptions{engines: verdict.DefaultEngines()}
	flags := pflag.NewFlagSet("fences", pflag.ContinueOnError)
	opts.settings.registerInput(flags)
	opts.settings.registerEngine(flags)
	opts.settings.registerLimit(flags)
	require.NoError(t, flags.Parse([]string{"--timeout", "20s", "--block-dim", "32", "--grid-dim", "4"}))
	require.NoError(t, opts.settings.validate())
	u, err := unit.Load(context.Background(), unit.CUDA, "k.cu", []byte("//--blockDim=32 --gridDim=4\n"+flagHead+"__global__ void "+fencedBody), unit.Options{SharedBytes: -1})
	require.NoError(t, err)
	k, _, err := u.Lower(context.Background(), 0)
	require.NoError(t, err)
	v, why := opts.judge(context.Background(), time.Now().Add(-time.Hour), true)(k)
	assert.Equal(t, fences.Unknown, v)
	assert.Contains(t, why, "time limit of 20 s reached")
}
