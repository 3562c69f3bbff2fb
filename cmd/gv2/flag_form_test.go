package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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
		"--nonsense":           "gv2: unknown flag: --nonsense\n",
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
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		assert.Regexp(t, `^<stdin>:1:17: kernel k: (error|unsupported)[^\n]*\n$`, out)
	}
	_, out, stderr := gv2("", "verify", "nowhere.cu")
	assert.Equal(t, "nowhere.cu: error\n", out)
	assert.Contains(t, stderr, "open nowhere.cu: no such file")
}
