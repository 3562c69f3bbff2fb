// Package stress writes CUDA programs that look for weak memory behaviour by running kernels, in the testing environment
// of Sorensen and Donaldson, "Exposing Errors Related to Weak Memory in GPU Applications" (PLDI 2016): blocks beside
// those of the kernel stress the memory system on a scratchpad of their own, and threads and blocks get other numbers.
//
// In: the device code of a kernel, what it is called with, and the conditions that have to hold when it has ended; or litmus
// tests, with which to find how a chip is best stressed. Out: the text of one .cu file with its host program. Whoever has a device
// compiles and runs it; what runs show is evidence of faults only, never of their absence.
package stress

import (
	"embed"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/template"
)

// Chip is a row of what tuning found: where, with which accesses and at how many places at once to stress a chip.
type Chip struct {
	Name string // a part of the device's name
	// Major is the first number of its compute capability.
	Major int
	// Patch is the critical patch size in words, Spread the number of patches that are stressed at a time.
	Patch    int
	Sequence string // of ld and st
	Spread   int
}

// Chips is table 2 of the paper. The last row of an architecture is for chips of it and of newer ones that have no row.
var Chips = []Chip{
	{"C2075", 2, 64, "ld st", 2},
	{"C2050", 2, 64, "ld st", 2},
	{"K5200", 3, 32, "ld ld ld st ld", 2},
	{"GTX 770", 3, 32, "st st ld ld", 2},
	{"TITAN", 3, 32, "ld st st ld", 2},
	{"K20", 3, 32, "ld st st ld", 2},
	{"GTX 980", 5, 64, "ld ld ld ld st", 2},
}

// Program is a kernel and how to run it.
type Program struct {
	// Source is the file that the kernel is from, and Name the kernel, for people.
	Source, Name string
	// Template is the head of its template and Arguments the list behind its name, <int, 4>; empty if it is none. Called is its name
	// in C++, with the arguments.
	Template, Arguments, Called string
	// Bounds is the __launch_bounds__ of the kernel, empty if it has none.
	Bounds      string
	Params      []Param
	Block, Grid [3]int
	// SharedBytes is the size of dynamic shared memory.
	SharedBytes int64
	// Headers are those to include, <cooperative_groups.h>.
	Headers []string
	// Device is the device code. Its kernels are device functions; threadIdx, blockIdx and gridDim in it are
	// gv2_thread_idx(), gv2_block_idx() and gv2_grid_dim(), and assertions gv2_assert(c).
	Device string
	// Variables are those in device memory that runs may change.
	Variables []string
	// Conditions hold when the kernel has ended: expressions over parameters, variables, threadIdx and blockIdx, as in Device.
	Conditions []Condition
	// Lanes is set if the threads of a warp may change places, which operations of warps rule out.
	Lanes bool
}

// Param is a parameter of the kernel.
type Param struct {
	Type, Name string
	// Pointer is set for one that points to an array of Elements elements, which start with Initial: index, random or a number.
	Pointer           bool
	Elements, Initial string
	// Value is what another one is.
	Value string
}

// Condition is checked after each run.
type Condition struct {
	// Text is the condition; Written is how the user wrote it.
	Text, Written string
	// Outcome is set for one that should not hold: the runs in which it does are counted.
	Outcome bool
}

//go:embed program
var files embed.FS

// noGPU says what nobody should believe of these programs.
const noGPU = "gv2 wrote this text on a machine that has no GPU: it was compiled, and it was run in an emulation on a CPU. How often it\n" +
	"// shows weak behaviours on a device, and whether its table fits yours, was not measured."

// Write writes the program that runs a kernel.
func Write(w io.Writer, p *Program) error {
	var conditions []map[string]any
	for i, c := range p.Conditions {
		written := c.Written
		if c.Outcome {
			written = "observed: " + written
		}
		conditions = append(conditions, map[string]any{"Text": c.Text, "Outcome": c.Outcome, "Number": i + 1, "Quoted": strconv.Quote(written)})
	}
	data := struct {
		*Program
		Conditions  []map[string]any
		Environment string
		Declared    string
		Passed      string
		Text        map[string]string
	}{Program: p, Conditions: conditions, Text: map[string]string{"Title": "Stress for kernel " + p.Name, "NoGPU": noGPU}}
	var declared, passed []string
	for _, a := range p.Params {
		declared, passed = append(declared, a.Type+" "+a.Name), append(passed, a.Name)
	}
	data.Declared, data.Passed = strings.Join(declared, ", "), strings.Join(passed, ", ")
	var err error
	if data.Environment, err = environment(); err != nil {
		return err
	}
	return execute(w, "kernel.cu", data)
}

// environment is the text that both programs have.
func environment() (string, error) {
	type sequence struct {
		Number   int
		Accesses string
	}
	data := struct {
		Chips     []Chip
		Sequences []sequence
	}{Chips: Chips}
	for length := 1; length <= 5; length++ {
		for bits := range 1 << length {
			var words []string
			for i := length - 1; i >= 0; i-- {
				words = append(words, [...]string{"GV2_LOAD", "GV2_STORE"}[bits>>i&1])
			}
			data.Sequences = append(data.Sequences, sequence{1<<length - 2 + bits, strings.Join(words, " ")})
		}
	}
	var b strings.Builder
	err := execute(&b, "environment.cu", data)
	return b.String(), err
}

func execute(w io.Writer, name string, data any) error {
	text, err := files.ReadFile("program/" + name)
	if err != nil {
		return err
	}
	t, err := template.New(name).Delims("@<", ">@").Parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return t.Execute(w, data)
}
