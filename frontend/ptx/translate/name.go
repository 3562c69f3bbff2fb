package translate

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// LabelOf is the name of a variable as the user wrote it: _ZZ1kPiE4tile is tile.
func LabelOf(name string) string {
	full, err := demangle.ToString(name, demangle.NoParams, demangle.NoEnclosingParams)
	if err != nil {
		return name
	}
	if i := strings.LastIndex(full, "::"); i >= 0 && !strings.HasSuffix(full, ">") {
		return full[i+2:]
	}
	return full
}

// NameOf is the name of a kernel as the user wrote it: _Z1kPi is k, _Z1kIiLi4EEvPT_ is
// k<int, 4>. Full has the types of its parameters as well.
func NameOf(name string) (short, full string) {
	full, err := demangle.ToString(name)
	if err != nil {
		return name, name
	}
	short, err = demangle.ToString(name, demangle.NoParams)
	if err != nil {
		short = full
	}
	// Templates have a result type in front.
	return strings.TrimPrefix(short, "void "), strings.TrimPrefix(full, "void ")
}
