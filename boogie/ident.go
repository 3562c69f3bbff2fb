package boogie

import (
	"fmt"
	"strings"
)

// keywords are the reserved words of Boogie 2.4, and tickleBool, a function that
// Boogie adds to every model; then those that versions up to 3.5 have beside these.
var keywords = words(`assert assume async axiom bool break call complete const
	div else ensures exists extends false forall free function goto havoc if
	implementation int invariant lambda mod modifies old par procedure real
	requires return returns then true type unique var where while yield
	RNE RNA RTP RTN RTZ roundNearestTiesToEven roundNearestTiesToAway
	roundTowardPositive roundTowardNegative roundTowardZero tickleBool

	action asserts atomic both creates datatype eliminates hide hideable is left measure
	pop preserves pure push refines reveal revealed right uses using`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// legalName reports whether Boogie reads name as one identifier.
func legalName(name string) bool {
	if name == "" || !identStart(name[0]) || keywords[name] || bvName(name) {
		return false
	}
	for i := range len(name) {
		if !identChar(name[i]) {
			return false
		}
	}
	return true
}

// bvName reports bv32 and the like, which Boogie reads as types everywhere.
func bvName(name string) bool {
	digits, ok := strings.CutPrefix(name, "bv")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func identStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.IndexByte("'~#$^_.?`", c) >= 0
}

func identChar(c byte) bool { return identStart(c) || '0' <= c && c <= '9' }

// Ident turns a C identifier into a legal Boogie name. Different names stay
// different, and most stay as they are: only reserved words, and names with
// characters other than letters, digits, _ and ., change. The result has no $, so
// it never clashes with names that have one.
func Ident(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_' || c == '.' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			b.WriteByte(c)
		case '0' <= c && c <= '9' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "'%02x", c)
		}
	}
	// A reserved word, or bv32, gets a quote at its end. No escape ends in a
	// quote, so the name is still unique.
	if s := b.String(); legalName(s) {
		return s
	}
	return b.String() + "'"
}
