package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gv2/cmd/internal/suite"
)

// TestTaskShard: what an array of Slurm and an indexed job of Kubernetes say of a task.
func TestTaskShard(t *testing.T) {
	for _, c := range []struct {
		env  string
		flag string
		want string
	}{
		{"SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=8", "auto", "3/8"},
		{"SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=4", "auto", "1/4"},
		{"SLURM_ARRAY_TASK_ID=14 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=5", "auto", "3/5"},
		{"SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=1", "auto/8", "3/8"},
		{"JOB_COMPLETION_INDEX=0", "auto/8", "1/8"},
		{"JOB_COMPLETION_INDEX=7", "auto/8", "8/8"},
		{"JOB_COMPLETION_INDEX=7", "auto", "write auto/8"},
		{"JOB_COMPLETION_INDEX=8", "auto/8", "task 9 of 8"},
		{"SLURM_ARRAY_TASK_ID=0", "auto/8", "number the array 1-8"},
		{"", "auto", "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set"},
		{"JOB_COMPLETION_INDEX=0", "auto/x", "write it as auto or auto/8"},
		{"JOB_COMPLETION_INDEX=0", "auto/", "write it as auto or auto/8"},
	} {
		t.Run(c.env+" "+strings.ReplaceAll(c.flag, "/", " of "), func(t *testing.T) {
			for _, name := range []string{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_COUNT", "JOB_COMPLETION_INDEX"} {
				t.Setenv(name, "")
			}
			for _, set := range strings.Fields(c.env) {
				name, value, _ := strings.Cut(set, "=")
				t.Setenv(name, value)
			}
			part, of, err := parseShard(c.flag)
			if err != nil {
				assert.Contains(t, err.Error(), c.want)
				return
			}
			assert.Equal(t, c.want, fmt.Sprintf("%d/%d", part, of))
		})
	}
}

// TestKubernetesJob: the tasks of the job in the manual do the whole suite, and their results are joined.
func TestKubernetesJob(t *testing.T) {
	text, err := os.ReadFile("../internal/manual/suite.md")
	require.NoError(t, err)
	_, block, found := strings.Cut(string(text), "```yaml\n")
	require.True(t, found)
	block, _, _ = strings.Cut(block, "```")
	var job struct {
		Kind string
		Spec struct {
			CompletionMode string `yaml:"completionMode"`
			Completions    int
			Template       struct {
				Spec struct {
					Containers []struct {
						Command      []string
						VolumeMounts []struct {
							MountPath string `yaml:"mountPath"`
						} `yaml:"volumeMounts"`
					}
				}
			}
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(block), &job))
	assert.Equal(t, "Job", job.Kind)
	assert.Equal(t, "Indexed", job.Spec.CompletionMode)
	container := job.Spec.Template.Spec.Containers[0]
	shared := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(shared, "results"), 0o755))
	tree := suiteTree(t, map[string]string{"a.cu": suiteQuiet, "b.cu": suiteRacy, "c.cu": suiteQuiet})
	require.NoError(t, os.Rename(tree, filepath.Join(shared, "kernels")))
	command, _, _ := strings.Cut(container.Command[2], " || ")
	words := strings.Fields(strings.ReplaceAll(command, container.VolumeMounts[0].MountPath, shared))
	require.Equal(t, []string{"gv2", "suite"}, words[:2])
	for i := range job.Spec.Completions {
		t.Setenv("JOB_COMPLETION_INDEX", strconv.Itoa(i))
		code, out, said := verifySuite(t, inThisProcess, words[2:]...)
		assert.LessOrEqual(t, code, exitUndecided, "%s%s", out, said)
	}
	code, _, said := gv2("", "suite", "merge", filepath.Join(shared, "results"))
	assert.Equal(t, exitProved, code, said)
	assert.Contains(t, said, ": 3 as expected, 0 failed")
}

// TestSuiteMerge: the parts together say what the whole says; a part that is missing is named, and one that does not fit.
func TestSuiteMerge(t *testing.T) {
	dir := suiteTree(t, map[string]string{
		"a.cu": suiteQuiet, "b.cu": suiteRacy, "c.cu": suiteQuiet, "d.cu": strings.Replace(suiteQuiet, "pass", "xfail:NOT_ALL_VERIFIED", 1), "e.cu": suiteQuiet,
	})
	results := filepath.Join(t.TempDir(), "results") + "/"
	shard := func(n int, more ...string) {
		_, out, said := verifySuite(t, inThisProcess, append([]string{dir, "--shard", fmt.Sprintf("%d/3", n), "--format", "json", "-o", results}, more...)...)
		assert.Empty(t, out, said)
	}
	shard(1)
	shard(3)
	code, _, said := gv2("", "suite", "merge", results)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "1 of 3 parts are missing: run gv2 suite again with --shard 2/3")
	shard(2, "--timeout", "61s")
	code, _, said = gv2("", "suite", "merge", results)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "--timeout=1m1s")
	shard(2)
	code, out, said := gv2("", "suite", "merge", results, "--format", "csv")
	assert.Equal(t, exitRefuted, code, said)
	assert.Contains(t, said, "failed: d.cu: expected xfail:NOT_ALL_VERIFIED, got proved")
	assert.Contains(t, said, "patterns: 1 of 3 match the output")
	merged, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	wholeCode, out, wholeSaid := verifySuite(t, inThisProcess, dir, "--format", "csv")
	assert.Equal(t, wholeCode, code)
	whole, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Len(t, merged, len(whole))
	for i := range whole {
		for _, row := range [][]string{whole[i], merged[i]} {
			row[4], row[7] = "", "" // times
		}
		assert.Equal(t, whole[i], merged[i])
	}
	assert.Equal(t, strings.TrimSuffix(strings.SplitN(wholeSaid, "\n", 2)[1], "exit code 1"), strings.SplitN(said, "\n", 2)[1], "all but the time of the work")

	points := filepath.Join(t.TempDir(), "points.csv")
	require.NoError(t, os.WriteFile(points, []byte("kernel,points,expected\na.cu,2,\nd.cu,3,pass\n"), 0o644))
	code, _, said = gv2("", "suite", "merge", results, "--points", points)
	assert.Equal(t, exitProved, code, said)
	assert.Contains(t, said, "points: 5 of 5")

	file := filepath.Join(results, "shard-2-of-3.json")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(results, "again.json"), text, 0o644))
	code, _, said = gv2("", "suite", "merge", results)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "are both part 2")
	require.NoError(t, os.WriteFile(filepath.Join(results, "again.json"), text[:len(text)/2], 0o644))
	code, _, said = gv2("", "suite", "merge", results)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "again.json")
	code, _, _ = gv2("", "suite", "merge", t.TempDir())
	assert.Equal(t, exitUsage, code)
}

// TestLostShardGoesOn: what a part has verified before it was lost is not verified again.
func TestLostShardGoesOn(t *testing.T) {
	dir := suiteTree(t, map[string]string{"a.cu": suiteQuiet, "b.cu": suiteQuiet, "c.cu": suiteQuiet, "d.cu": suiteQuiet})
	store, results := t.TempDir(), t.TempDir()
	var verified []string
	ctx, cancel := context.WithCancel(context.Background())
	lost := func(ctx context.Context, args []string) suite.Run {
		if filepath.Base(args[len(args)-1]) == "c.cu" {
			cancel()
			return suite.Run{Err: context.Canceled}
		}
		return inThisProcess(ctx, args)
	}
	opts := &suiteOptions{dirs: []string{dir}, format: "json", jobs: 1, timeout: 60_000_000_000, cache: store, output: results + "/", shard: "1/1", start: lost}
	var out, said strings.Builder
	err := runSuite(ctx, streams{in: strings.NewReader(""), out: &out, err: &said}, opts)
	assert.Equal(t, exitUndecided, codeOf(err))
	assert.ErrorContains(t, err, "is not written")
	left, _ := filepath.Glob(filepath.Join(results, "*"))
	assert.Empty(t, left)
	again := func(ctx context.Context, args []string) suite.Run {
		verified = append(verified, filepath.Base(args[len(args)-1]))
		return inThisProcess(ctx, args)
	}
	opts.start = again
	require.NoError(t, runSuite(context.Background(), streams{in: strings.NewReader(""), out: &out, err: &said}, opts))
	slices.Sort(verified)
	assert.Equal(t, []string{"c.cu", "d.cu"}, verified)
}
