package lookup

import (
	"fmt"
	"strings"
)

// Elsewhere names the headers that were not found, which may declare what the file does
// not; empty if all were.
func (p *Table) Elsewhere() string {
	const most = 3
	switch n := len(p.Missing); {
	case n == 0:
		return ""
	case n == 1:
		return "; it may be in " + p.Missing[0] + ", which was not found: give its directory with -I"
	case n > most:
		return fmt.Sprintf("; it may be in %s or %d other headers that were not found: give their directories with -I", strings.Join(p.Missing[:most], ", "), n-most)
	}
	return "; it may be in " + strings.Join(p.Missing, ", ") + ", which were not found: give their directories with -I"
}
