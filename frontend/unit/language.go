package unit

import (
	"context"
	"path/filepath"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/host"
	"gv2/frontend/kernel"
)

// Language is a language that kernels are written in. All that follows works on the
// kernel IR; what a language adds is how its files are read, which kernels are in
// them, and how each becomes IR.
type Language interface {
	// Name is the language's name in lower case: cuda.
	Name() string
	// Extensions are those of its files: .cu.
	Extensions() []string
	// Terms are the language's own words, for messages.
	Terms() Terms
	// Read does what comes before parsing: it expands macros and follows includes,
	// where the language has them.
	//
	// This and all that takes a context stop soon when it is done. What they return then
	// is incomplete, and nobody uses it.
	Read(ctx context.Context, name string, text []byte, m Macros) Text
}

// Languages are all that gv2 reads.
var Languages = []Language{CUDA, PTX}

// Of is the language of a file by its name, CUDA where that does not tell; ok is false
// then.
func Of(name string) (l Language, ok bool) {
	for _, l := range Languages {
		if slices.Contains(l.Extensions(), filepath.Ext(name)) {
			return l, true
		}
	}
	return CUDA, false
}

// Named is the language of that name.
func Named(name string) (l Language, ok bool) {
	for _, l := range Languages {
		if l.Name() == name {
			return l, true
		}
	}
	return nil, false
}

// LanguageNames are the names of all languages.
func LanguageNames() (names []string) {
	for _, l := range Languages {
		names = append(names, l.Name())
	}
	return names
}

// Terms are what a language calls the things that messages speak of.
type Terms struct {
	// Kernel is a function that the host launches: __global__ function.
	Kernel string
	// Bounds is what limits the threads of a block: __launch_bounds__.
	Bounds string
	// Requires states a precondition: __requires.
	Requires string
	// Words are pairs of what sentences call something in CUDA C++ and in the language.
	Words []string
}

// Macros are the input of the preprocessor besides the text.
type Macros struct {
	// Include are the directories to search for included files, in order.
	Include []string
	// Define has the macros by name; an empty value defines an empty macro.
	Define map[string]string
	// Arch is the architecture as __CUDA_ARCH__ has it: 800.
	Arch int
	// ReadFile reads an included file; nil means the operating system's.
	ReadFile func(path string) ([]byte, error)
}

// Text is a file that was read but not parsed.
type Text interface {
	// Leading are the comment lines before anything else, without their marks.
	Leading() []string
	// Parse finds the kernels, in the order of the file. The diagnostics are those of
	// reading and of parsing; with one worse than a warning there are no kernels.
	Parse(ctx context.Context) ([]Entry, diag.List)
}

// Entry is a kernel in its language.
type Entry interface {
	// Name is unique within the file: k<int, 4> for an instance of a template.
	Name() string
	Pos() diag.Pos
	// Faults are those for which the kernel's text cannot be read.
	Faults() diag.List
	// Bounds is the number of threads that the source says a block has, if it does.
	Bounds() (threads int, ok bool)
	// Launches are the sizes with which the file launches the kernel, and the launches
	// whose block is not known.
	Launches(ctx context.Context) ([]host.Size, []host.Unknown)
	// Lower makes the kernel IR. It is nil if a diagnostic is worse than a warning.
	Lower(context.Context, Setting) (*kernel.Kernel, diag.List)
}

// Setting is what is fixed when a kernel is lowered.
type Setting struct {
	Launch kernel.Launch
	// Params fixes scalar parameters: name to C literal.
	Params map[string]string
	// Typed are names of Params that were written otherwise, p.n for p_n.
	Typed map[string]string
	// SharedBytes is the size of dynamic shared memory, -1 if it is not known.
	SharedBytes int64
	// UnknownConstants forgets the initial contents of constant memory that the host
	// may write before the launch.
	UnknownConstants bool
	// Holds are conditions over parameters, by name, and the sizes of grid and block, which
	// hold at every launch.
	Holds []kernel.Precondition
	// Same has the pointer parameters that are the same pointer as another one: its name.
	Same map[string]string
	// Offsets has how many elements behind that one some of them are.
	Offsets map[string]int64
	// Overlaps has those of which the distance to that one is not known.
	Overlaps map[string]kernel.Overlap
}
