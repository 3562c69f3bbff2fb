package solver

import "fmt"

// MissingError means that a program that gv2 needs is not on this machine.
type MissingError struct {
	Tool string // boogie or z3
}

func (e *MissingError) Error() string {
	return e.Tool + " not found: apt-get install boogie z3"
}

// ToolError means that Boogie crashed, or that its answer makes no sense: a
// fault of the tool, or of gv2's translation, never of the user's kernel.
type ToolError struct {
	Tool   string
	Reason string
	Output string // the first lines of the tool's output
}

func (e *ToolError) Error() string {
	if e.Output == "" {
		return fmt.Sprintf("%s failed: %s", e.Tool, e.Reason)
	}
	return fmt.Sprintf("%s failed: %s\n%s", e.Tool, e.Reason, e.Output)
}
