package solver

import "fmt"

// MissingError means that a program that gv2 needs is not on this machine.
type MissingError struct {
	Tool string // boogie, z3 or cvc5
}

func (e *MissingError) Error() string { return e.Tool + " not found: " + Install(e.Tool) }

// Install says how to get a tool on the systems that have it in a package manager.
func Install(tool string) string {
	switch tool {
	case BoogieName:
		return "apt-get install boogie z3 (Debian 12, Ubuntu), or dotnet tool install --global boogie; --solver z3 needs none"
	case CVC5Name:
		return "apt-get install cvc5, or brew install cvc5/cvc5/cvc5"
	}
	return "apt-get install z3 (Debian, Ubuntu), dnf install z3 (Fedora), brew install z3 (macOS), or anywhere, also on Windows, for which winget has no z3: pip install z3-solver"
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
