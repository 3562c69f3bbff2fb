package unit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// Options are what the command line says about a file. Each wins over what the
// file's leading comment says of the same thing.
type Options struct {
	// BlockDim and GridDim are the launch, nil where the command line does not say it;
	// a 0 in them is any number. BlockDimDefault is for kernels of which neither the
	// file nor BlockDim says how many threads a block has.
	BlockDim, BlockDimDefault, GridDim *[3]int
	// ClusterDim are the blocks of a cluster in each dimension, nil where the command line does not say it.
	ClusterDim *[3]int
	// Launches says what to take from the launches in the file; the zero value is all.
	Launches Launches
	// Kernels are the names of the kernels to look at; none means all.
	Kernels []string
	// Params fixes scalar parameters: name to C literal.
	Params map[string]string
	// Typed are names of Params that were written otherwise, p.n for p_n.
	Typed map[string]string
	// SharedBytes is the size of dynamic shared memory, -1 where it is not given.
	SharedBytes int64
	// Define, Include and Arch are for the preprocessor, as in Macros.
	Define  map[string]string
	Include []string
	Arch    int
	// UnknownConstants: the host may write constant memory before the launch.
	UnknownConstants bool
	// Bounds asserts that accesses stay within arrays of known length. A comment may
	// ask for that too, which counts unless FixedChecks is set.
	Bounds, FixedChecks bool
	// Impossible reports whether a solver has shown that no values satisfy the conditions with which a
	// kernel begins; nil for nobody to ask. With wrapping is set, in the arithmetic of the machine; else it
	// may be that integers overflow where they do.
	Impossible func(ctx context.Context, k *kernel.Kernel, wrapping bool) bool
	// OnlyShared leaves out races on global memory.
	OnlyShared bool
	// SelfCheck checks the rules of the IR.
	SelfCheck bool
	// ReadFile reads an included file; nil means the operating system's.
	ReadFile func(path string) ([]byte, error)
}

// Launches says what to take from the launches in a file.
type Launches int

const (
	// AllOfLaunches are the sizes of blocks and grids, constant arguments, and relations
	// between arguments and sizes.
	AllOfLaunches Launches = iota
	SizesOfLaunches
	NothingOfLaunches
)

// ParseLaunches reads all, sizes and none.
func ParseLaunches(text string) (Launches, error) {
	switch text {
	case "all", "relations":
		return AllOfLaunches, nil
	case "sizes":
		return SizesOfLaunches, nil
	case "none":
		return NothingOfLaunches, nil
	}
	return 0, fmt.Errorf("%q is none of all, sizes, none", text)
}

// macros joins what the command line and the comment tell the preprocessor;
// definitions of the command line win.
func (o *Options) macros(c *comment) Macros {
	return Macros{
		Include: slices.Concat(o.Include, c.include),
		Define:  joined(c.defines, o.Define),
		Arch:    o.Arch,

		ReadFile: o.ReadFile,
	}
}

// joined has the entries of both; those of the second win.
func joined(a, b map[string]string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// ParseParams reads name=value pairs; values are integers, decimal or hex, or
// true and false. A member of a structure, p.n, has the name p_n in kernels.
func ParseParams(pairs []string) (map[string]string, error) {
	out := map[string]string{}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		name = strings.ReplaceAll(name, ".", "_")
		if !ok || !kernel.IsIdentifier(name) {
			return nil, fmt.Errorf("--param %s: write it as name=value", pair)
		}
		if !isScalar(value) {
			return nil, fmt.Errorf("--param %s: %q is not an integer, true or false", pair, value)
		}
		out[name] = value
	}
	return out, nil
}

// TypedParams are the names of name=value pairs, by what ParseParams makes of them, that are written otherwise.
func TypedParams(pairs []string) map[string]string {
	out := map[string]string{}
	for _, pair := range pairs {
		if name, _, _ := strings.Cut(pair, "="); strings.Contains(name, ".") {
			out[strings.ReplaceAll(name, ".", "_")] = name
		}
	}
	return out
}

func isScalar(text string) bool {
	if text == "true" || text == "false" {
		return true
	}
	if _, err := strconv.ParseInt(text, 0, 64); err == nil {
		return true
	}
	_, err := strconv.ParseUint(text, 0, 64)
	return err == nil
}

// ParseDefines reads NAME and NAME=VALUE; NAME alone is 1, as in a C compiler.
func ParseDefines(defines []string) (map[string]string, error) {
	out := map[string]string{}
	for _, d := range defines {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		if !kernel.IsIdentifier(name) {
			return nil, fmt.Errorf("-D %s: %q is not a macro name", d, name)
		}
		out[name] = value
	}
	return out, nil
}
