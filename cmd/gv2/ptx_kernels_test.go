package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// ptxKernels is the list of all kernels that nvcc compiles: source, options (O3 or G), what differs between the
// verdicts on the source and on the PTX, and the reason.
const ptxKernels = "../../testdata/ptx/AGREEMENT.tsv"

// ptxAnnotations are what only gv2 understands.
var ptxAnnotations = regexp.MustCompile(`__(requires|invariant|global_invariant|assume|assert|global_assert|ensures|read|write)\(|__(reads_from|writes_to|function_wide|candidate_|other_int|gv2|array_snapshot)`)

// ptxOptions are the compiler's options by the names that they have in the list.
var ptxOptions = map[string][]string{"O3": {"-O3", "-lineinfo"}, "G": {"-G"}}

// TestPTXOfKernels compiles kernels with NVIDIA's compiler, and compares the verdicts with those that
// plans.golden.txt has for the sources: PTXAGREE=O3:2/20 the second of twenty parts at -O3, PTXAGREE=G:memory/12 the
// kernels with a -G whose names contain that. With -update the list takes what it finds.
func TestPTXOfKernels(t *testing.T) {
	options, part, ok := strings.Cut(os.Getenv("PTXAGREE"), ":")
	if !ok {
		t.Skip("PTXAGREE names no kernels")
	}
	nvcc := os.Getenv("NVCC")
	if nvcc == "" {
		nvcc = "nvcc"
	}
	require.Contains(t, ptxOptions, options)
	list := readAgreement(t)
	for i, source := range ptxSources(t) {
		if k, n := 0, 0; part != "" {
			if got, _ := fmt.Sscanf(part, "%d/%d", &k, &n); got == 2 && n > 0 && i%n != k%n || got != 2 && !strings.Contains(source, part) {
				continue
			}
		}
		t.Run(options+"/"+source, func(t *testing.T) {
			ptx := compiled(t, nvcc, source, options)
			if ptx == "" {
				t.Skip("nvcc does not compile it")
			}
			differs := ptxAgainstPlan(t, source, ptx)
			row := slices.IndexFunc(list, func(r []string) bool { return r[0] == source && r[1] == options })
			if *update {
				if row < 0 {
					list = append(list, []string{source, options, differs, ""})
				} else if list[row][2] != differs {
					list[row] = []string{source, options, differs, ""}
				}
				return
			}
			if row < 0 {
				t.Skipf("%s has no row for it yet (-update); what differs: %q", ptxKernels, differs)
			}
			assert.Equal(t, list[row][2], differs)
		})
	}
	if *update {
		slices.SortFunc(list, slices.Compare)
		text := "source\toptions\tdiffers\treason\n"
		for _, r := range list {
			text += strings.Join(r, "\t") + "\n"
		}
		require.NoError(t, os.WriteFile(ptxKernels, []byte(text), 0o600))
	}
}

// TestPTXDifferencesHaveReasons looks at the list of kernels, and at that of kept PTX.
func TestPTXDifferencesHaveReasons(t *testing.T) {
	for _, r := range readAgreement(t) {
		assert.FileExists(t, "../../testdata/kernels/"+r[0])
		assert.Equal(t, r[2] == "", r[3] == "", "%s: a difference has a reason, and nothing else has one", r[0])
	}
}

func readAgreement(t *testing.T) (rows [][]string) {
	for i, line := range strings.Split(strings.TrimRight(readText(t, ptxKernels), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 4, "line %d of %s", i+1, ptxKernels)
		if i > 0 {
			rows = append(rows, cells)
		}
	}
	return rows
}

// ptxSources are the kernels without annotations, sorted.
func ptxSources(t *testing.T) (all []string) {
	root := "../../testdata/kernels"
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".cu" || ptxAnnotations.MatchString(readText(t, path)) {
			return err
		}
		name, err := filepath.Rel(root, path)
		all = append(all, filepath.ToSlash(name))
		return err
	}))
	return all
}

// compiled is the PTX of a kernel with the sizes of its launch in front, empty if nvcc does not compile it.
func compiled(t *testing.T, nvcc, source, options string) string {
	path := "../../testdata/kernels/" + source
	to := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(source), ".cu")+".ptx")
	arch := "sm_80"
	if strings.HasPrefix(source, "async/") || strings.HasPrefix(source, "cluster/") {
		arch = "sm_90a"
	}
	cmd := exec.Command(nvcc, append([]string{"-ptx", "-std=c++17", "-w", "-arch=" + arch, filepath.Base(path), "-o", to}, ptxOptions[options]...)...)
	cmd.Dir = filepath.Dir(path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Logf("%s", out)
		return ""
	}
	text := readText(t, path)
	var sizes string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "--blockDim") {
			sizes = line
			break
		}
	}
	for i, name := range ptxParameters(text) {
		sizes = regexp.MustCompile(`(--param[ =])`+regexp.QuoteMeta(name)+"=").ReplaceAllString(sizes, fmt.Sprintf("${1}param_%d=", i))
	}
	require.NoError(t, os.WriteFile(to, []byte(sizes+readText(t, to)), 0o600))
	return to
}

// ptxParameters are the names of the parameters of the first kernel of a source.
func ptxParameters(text string) (names []string) {
	m := regexp.MustCompile(`__global__[^{;]*?\w\s*\(([^()]*)\)\s*\{`).FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	for p := range strings.SplitSeq(m[1], ",") {
		p, _, _ = strings.Cut(p, "[")
		if words := regexp.MustCompile(`\w+`).FindAllString(p, -1); len(words) > 0 {
			names = append(names, words[len(words)-1])
		}
	}
	return names
}

// ptxAgainstPlan lists the properties of kernels of a source that have another status in the PTX. Kernels of libraries
// that the compiler adds do not count.
func ptxAgainstPlan(t *testing.T, source, ptx string) string {
	plan := planned(t, source)
	flags := []string{"--all-faults=false"}
	if !slices.ContainsFunc(slices.Concat(plan...), func(p string) bool { return strings.HasSuffix(p, " conditional") }) {
		flags = append(flags, "--safe-if=false") // only there a condition is told
	}
	if !strings.HasPrefix(readText(t, ptx), "//") || !strings.Contains(readText(t, ptx), "--blockDim") {
		reports, stderr := verifyWith(t, little, "../../testdata/kernels/"+source, flags...)
		require.NotEmpty(t, reports, stderr)
		l := reports[0].Launch.Program()
		flags = append(flags, "--block-dim", dims(l.BlockDim), "--grid-dim", dims(l.GridDim))
	}
	reports, stderr := verifyWith(t, little, ptx, flags...)
	reports = slices.DeleteFunc(reports, func(r *report) bool {
		return strings.HasPrefix(r.Kernel, "cub::") || strings.HasPrefix(r.Kernel, "thrust::")
	})
	require.Len(t, reports, len(plan), stderr)
	var all []string
	for i, r := range reports {
		for _, p := range plan[i] {
			name, status, _ := strings.Cut(p, " ")
			now := "-"
			if q := r.Property(kernel.Property(name)); q != nil {
				now = string(q.Status)
			}
			if now != status {
				all = append(all, name+" "+status+" "+now)
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// dims is a size as a flag takes it, * for what is open.
func dims(d [3]int) string {
	var all []string
	for _, n := range d {
		if n <= 0 {
			return "*"
		}
		all = append(all, fmt.Sprint(n))
	}
	return strings.Join(all, ",")
}

// planned has the properties of each kernel of a source, with their statuses, as the plans of its folder tell.
func planned(t *testing.T, source string) (all [][]string) {
	_, text, found := strings.Cut("\n"+readText(t, filepath.Dir("../../testdata/kernels/"+source)+"/plans.golden.txt"), "\n"+filepath.Base(source)+"\n")
	require.True(t, found, "no plan of %s", source)
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, " ") {
			break
		}
		list, last := strings.CutPrefix(line, "    = ")
		if !last {
			continue
		}
		var of []string
		for p := range strings.SplitSeq(strings.TrimSpace(list), ", ") {
			words := strings.Fields(p)
			of = append(of, strings.Join(words[:2], " "))
		}
		all = append(all, of)
	}
	return all
}
