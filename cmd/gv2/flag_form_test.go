package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/render"
	"gv2/runtime/verdict"
)

func TestMalformedFlagsSayWhatIsWanted(t *testing.T) {
	for flag, want := range map[string]string{
		"--timeout=60":         "gv2: --timeout 60: write a time with its unit, as in 60s or 2m\n",
		"--arch=pascal":        "gv2: --arch pascal: write the architecture as nvcc does, sm_80, or the value of __CUDA_ARCH__, 800\n",
		"--arch=sm_":           "gv2: --arch sm_: write the architecture as nvcc does, sm_80, or the value of __CUDA_ARCH__, 800\n",
		"--loop-unroll=x":      "gv2: --loop-unroll x: write a number of iterations, as in 3\n",
		"--max-commands=1e6":   "gv2: --max-commands 1e6: write a number, as in 200000000\n",
		"--shared-bytes=4KB":   "gv2: --shared-bytes 4KB: write a number of bytes, as in 4096\n",
		"--intra-group=always": "gv2: --intra-group always: it takes true or false, or nothing\n",
		"--nonsense":           "gv2: unknown flag: --nonsense; gv2 verify --help lists the flags\n",
		"--blok-dim=64":        "gv2: unknown flag --blok-dim; did you mean --block-dim?\n",
		"--time-out":           "gv2: unknown flag --time-out; did you mean --timeout?\n",
		"-x":                   "gv2: unknown shorthand flag: 'x' in -x; gv2 verify --help lists the flags\n",
		"--color=red":          "gv2: --color red: choose one of auto, always, never\n",
	} {
		code, out, stderr := gv2(quietKernel, "verify", flag, "-")
		assert.Equal(t, exitUsage, code)
		assert.Empty(t, out)
		assert.Equal(t, want, stderr)
	}
}

func TestArchitecturesByName(t *testing.T) {
	text := "__global__ void k(int *p) {\n#if __CUDA_ARCH__ != %\n#error wrong\n#endif\n}\n"
	for arch, value := range map[string]string{"sm_80": "800", "compute_75": "750", "sm_90a": "900", "sm_100f": "1000", "520": "520"} {
		code, _, stderr := gv2(strings.Replace(text, "%", value, 1), "weft", "--block-dim", "64", "--arch", arch, "-")
		assert.Equal(t, exitProved, code, "%s: %s", arch, stderr)
	}
}

// TestHelpHasExitCodesAndDefaults: what a script needs is in the help.
func TestHelpHasExitCodesAndDefaults(t *testing.T) {
	for _, command := range []string{"verify", "weft", "translate", "explain"} {
		code, out, _ := gv2("", command, "--help")
		assert.Equal(t, exitProved, code)
		for _, want := range []string{"Exit codes: 0 ", "5 a tool is missing", "__launch_bounds__", "default unknown", "default 800"} {
			assert.Contains(t, out, want, command)
		}
		assert.NotContains(t, out, "-1)", command)
	}
}

// TestInputErrorsAreSaidOnce: on standard error, and not again in the summary.
func TestInputErrorsAreSaidOnce(t *testing.T) {
	for _, text := range []string{brokenKernel, memoryBarrierKernel} {
		_, out, stderr := gv2(text, "verify", "--engine", "boogie", "--block-dim", "64", "-")
		assert.Regexp(t, `^<stdin>:\d+:\d+: (error|unsupported): `, stderr)
		assert.Equal(t, 1, strings.Count(stderr, "<stdin>"), stderr)
		assert.Regexp(t, `\n +\d+ \| [^\n]+\n +\| +\^\n(gv2: note: [^\n]*no compiler [^\n]*\n)?$`, stderr, "the line and a caret are beneath")
		assert.Regexp(t, `^<stdin>:1:17: kernel k: (error|unsupported)[^\n]*\n$`, out)
	}
	_, out, stderr := gv2("", "verify", "nowhere.cu")
	assert.Empty(t, out)
	assert.Equal(t, "gv2: nowhere.cu: no such file or directory\n", stderr)
}

// TestMissingArguments: each command says what it wants.
func TestMissingArguments(t *testing.T) {
	for command, want := range map[string]string{
		"verify":    "gv2: which file? try: gv2 verify kernel.cu, a folder, or - for standard input\n",
		"weft":      "gv2: which file? try: gv2 weft kernel.cu, a folder, or - for standard input\n",
		"translate": "gv2: which file? try: gv2 translate kernel.cu, or - for standard input\n",
		"explain":   "gv2: which file? try: gv2 explain kernel.cu\n",
		"suite":     "gv2: which folder? try: gv2 suite DIR\n",
	} {
		code, out, stderr := gv2("", command)
		assert.Equal(t, exitUsage, code)
		assert.Empty(t, out)
		assert.Equal(t, want, stderr)
	}
	for command, want := range map[string]string{
		"verfy":    "gv2: unknown command verfy; did you mean verify?\n",
		"nonsense": "gv2: unknown command nonsense; gv2 --help lists the commands\n",
	} {
		code, _, stderr := gv2("", command, "k.cu")
		assert.Equal(t, exitUsage, code)
		assert.Equal(t, want, stderr)
	}
	for _, args := range [][]string{{"suite", "nowhere"}, {"translate", "nowhere"}, {"explain", "--plan", "nowhere"}, {"suite", "--baseline", "nowhere", "."}} {
		code, _, stderr := gv2("", args...)
		assert.Equal(t, exitUsage, code)
		assert.Equal(t, "gv2: nowhere: no such file or directory\n", stderr)
	}
	_, _, stderr := gv2("", "--nonsense")
	assert.Equal(t, "gv2: unknown flag: --nonsense; gv2 --help lists the flags\n", stderr)
	code, out, _ := gv2("", "--version")
	assert.Equal(t, exitProved, code)
	assert.Equal(t, "gv2 version "+version()+"\n", out)
	_, _, stderr = gv2("", "translate", "a.cu", "b.cu")
	assert.Equal(t, "gv2: gv2 translate takes one file, not 2: a.cu b.cu\n", stderr)
}

// TestFolder: a folder stands for the files with kernels in it.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"b/two.cu": quietKernel, "one.cu": quietKernel, "host.cu": "int main() { return 0; }\n", "notes.txt": quietKernel,
		".hidden/three.cu": quietKernel, "b/.four.cu": quietKernel,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	code, out, stderr := gv2("", "weft", "-q", "--block-dim", "64", "--grid-dim", "2", dir)
	assert.Equal(t, exitProved, code)
	assert.Empty(t, stderr)
	assert.Equal(t, dir+"/b/two.cu:1:17: kernel k: proved\n"+dir+"/one.cu:1:17: kernel k: proved\n", filepath.ToSlash(out))
	empty := t.TempDir()
	code, _, stderr = gv2("", "verify", empty)
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "gv2: "+empty+": no file with a kernel below this folder (looked for "+strings.Join(extensions(), ", ")+")\n", stderr)
}

// TestQuiet: one line a kernel, with the reason where it is not proved.
func TestQuiet(t *testing.T) {
	code, out, _ := gv2(racyKernel+quietKernel[:len("__global__ void ")]+"j() {}\n", "weft", "-q", "--block-dim", "64", "--grid-dim", "1", "-")
	assert.Equal(t, exitRefuted, code)
	assert.Equal(t, "<stdin>:1:17: kernel k: refuted: <stdin>:1:29: write-write race on p[0]: thread (0,0,0) writes here, thread (1,0,0) writes here too\n"+
		"<stdin>:2:17: kernel j: proved\n", out)
	code, _, stderr := gv2(quietKernel, "verify", "-q", "--format", "json", "-")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "gv2: --quiet is about --format text in gv2's own words\n", stderr)
}

// TestColor: --color decides where nobody watches.
func TestColor(t *testing.T) {
	_, out, stderr := gv2(brokenKernel, "verify", "--color", "always", "--block-dim", "64", "-")
	assert.Contains(t, stderr, "\x1b[1;31merror:\x1b[0m")
	assert.Contains(t, out, "kernel k: \x1b[1;31merror\x1b[0m")
	_, out, stderr = gv2(brokenKernel, "verify", "--block-dim", "64", "-")
	assert.NotContains(t, out+stderr, "\x1b")
}

// TestCompletion: shells get scripts, the words of flags, and files in gv2's languages.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		code, out, _ := gv2("", "completion", shell)
		assert.Equal(t, exitProved, code)
		assert.Contains(t, out, "gv2", shell)
	}
	for args, want := range map[string][]string{
		"verify --engine ":     append(slices.Clone(verdict.EngineNames), ":4"),
		"verify --format ":     append(render.Reports.Names(), ":4"),
		"verify --color ":      {"auto", "always", "never", ":4"},
		"suite --format ":      append(render.Suites.Names(), ":4"),
		"suite --solver ":      append(slices.Clone(verdict.Solvers), ":4"),
		"translate --arith ":   append(slices.Clone(verdict.Ariths), ":4"),
		"explain --format ":    {"text", "json", ":4"},
		"verify ":              append(extensions(), ":8"),
		"explain ":             append(extensions(), ":8"),
		"explain barrier-r":    {"barrier-recycling", ":0"},
		"explain --stage ":     append(slices.Clone(stageNames), ":4"),
		"graph --kind ":        append(slices.Clone(graphKinds), ":4"),
		"suite --jobs 1 ":      {":16"},
		"version ":             {":4"},
		"weft --barrier-rule ": append(slices.Clone(verdict.BarrierRules), ":4"),
	} {
		_, out, _ := gv2("", append([]string{"__complete"}, strings.Split(args, " ")...)...)
		assert.Equal(t, strings.Join(want, "\n")+"\n", out, args)
	}
}
