package suite

import (
	"strconv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/frontend/unit"
)

// gpuverifyOption is the translation of one of GPUVerify's options: flags for
// gv2 verify, nothing because gv2 verify reads it from the file itself or has it
// as a default, or ignored with a reason.
type gpuverifyOption struct {
	flags  []string
	reads  bool   // from the leading comment
	reason string // why it is ignored
}

// optionWords are the options of a line, each with its value in the same word: gv2 verify reads --param n=4 as --param=n=4.
func optionWords(line string) []string {
	var out []string
	for word := range strings.FieldsSeq(line) {
		if n := len(out); n > 0 && !strings.HasPrefix(word, "-") {
			switch last := out[n-1]; {
			case last == "-D", last == "-I":
				out[n-1] += word
				continue
			case !strings.Contains(last, "=") && len(last) > 2 && gpuverifyOptionOf(last, 0).reads && !strings.HasPrefix(last, "-D") && !strings.HasPrefix(last, "-I"):
				out[n-1] += "=" + word
				continue
			}
		}
		out = append(out, word)
	}
	return out
}

// inlines is the reason why options about inlining have no effect.
const inlines = "every call is inlined"

// verifyFlags translates the words of GPUVerify's command line. ignored names
// each option without effect, with the reason. It lets the host write constant
// memory before the launch, as GPUVerify assumes.
func verifyFlags(words []string) (flags, ignored []string) {
	if len(words) > 0 {
		flags = append(flags, "--constant-tables=unknown")
	}
	threads := blockThreads(words)
	for _, word := range words {
		o := gpuverifyOptionOf(word, threads)
		flags = append(flags, o.flags...)
		if o.reason != "" {
			ignored = append(ignored, optionName(word)+" ("+o.reason+")")
		}
	}
	return flags, ignored
}

// launchFlags are the options of those words that gv2 verify reads in a file's second line by itself, as flags, which come before it.
func launchFlags(words []string) []string {
	names := map[string]string{"--blockDim": "--block-dim", "--gridDim": "--grid-dim", "--clusterDim": "--cluster-dim"}
	var out []string
	for _, word := range words {
		if !gpuverifyOptionOf(word, 0).reads {
			continue
		}
		if name, value, valued := strings.Cut(word, "="); valued && names[name] != "" {
			word = names[name] + "=" + strings.Trim(value, "[]")
		}
		out = append(out, word)
	}
	return out
}

// blockThreads is the number of threads of the block that the words set, 0 if
// they set none.
func blockThreads(words []string) int64 {
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if name == "--blockDim" || name == "--block-dim" {
			if dims, err := unit.ParseWrittenBlockDim(value); err == nil {
				return unit.Threads(dims)
			}
		}
	}
	return 0
}

func optionName(word string) string {
	name, _, _ := strings.Cut(word, "=")
	return name
}

func gpuverifyOptionOf(word string, threads int64) gpuverifyOption {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "--blockDim", "--gridDim", "--block-dim", "--grid-dim", "--cluster-dim", "--clusterDim", "--shared-bytes", "--param":
		return gpuverifyOption{reads: true}
	case "--only-intra-group":
		return gpuverifyOption{flags: []string{"--intra-group"}}
	case "--only-divergence":
		return gpuverifyOption{flags: []string{"--check=barrier-divergence"}}
	case "--no-infer":
		return gpuverifyOption{flags: []string{"--invariants=none"}}
	case "--loop-unwind", "--loop-unroll":
		// As in GPUVerify the check covers no further iterations, and the answer
		// says so.
		return gpuverifyOption{flags: []string{"--engine=boogie", "--loop-unroll=" + value}}
	case "--findbugs":
		return gpuverifyOption{flags: []string{"--engine=boogie", "--loop-unroll=2"}}
	case "--warp-sync":
		return warpSyncOption(value, threads)
	case "--no-benign-tolerance":
		return gpuverifyOption{reason: "writes of one value are reported as benign"}
	case "--no-inline", "--inline":
		return gpuverifyOption{reason: inlines}
	case "--equality-abstraction":
		return gpuverifyOption{reason: "the contents of arrays are modelled"}
	case "--adversarial-abstraction":
		return gpuverifyOption{reason: "the contents of arrays are modelled where they matter"}
	case "--check-array-bounds":
		return gpuverifyOption{flags: []string{"--check-array-bounds"}}
	case "--boogie-file":
		return gpuverifyOption{reason: "GPUVerify's names mean nothing in gv2's translation"}
	case "--verify":
		return gpuverifyOption{}
	}
	if strings.HasPrefix(word, "-D") || strings.HasPrefix(word, "-I") {
		return gpuverifyOption{reads: true}
	}
	return gpuverifyOption{reason: "not an option of gv2"}
}

// warpSyncOption is the lock step of warps. gv2 has only warps of CUDA's size;
// in a block no larger than the requested warps, all threads are in lock step
// either way.
func warpSyncOption(size string, threads int64) gpuverifyOption {
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil || n != kernel.WarpSize && (threads == 0 || threads > min(n, kernel.WarpSize)) {
		return gpuverifyOption{reason: "warps have 32 threads, not " + size}
	}
	return gpuverifyOption{flags: []string{"--warp-sync"}}
}
