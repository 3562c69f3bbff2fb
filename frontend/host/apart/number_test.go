package apart

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestIndicesThatDiffer: pairs of indices made of i and j, and whether they are different numbers in any case.
func TestIndicesThatDiffer(t *testing.T) {
	n := &numbers{known: map[string]*number{}, compounds: map[string]compound{}}
	i, j, one, two, three := n.symbol("i"), n.symbol("j"), n.literal(1), n.literal(2), n.literal(3)
	op := n.operation
	for _, c := range []struct {
		name string
		x, y *number
		want bool
	}{
		{"i and i", i, i, false},
		{"i and j", i, j, false},
		{"i and i + 1", i, op("+", i, one), true},
		{"i and 1 - i", i, op("-", one, i), true},
		{"i and 2 - i", i, op("-", two, i), false},
		{"i and 2 * i", i, op("*", i, two), false},
		{"i % 2 and (i + 1) % 2", op("%", i, two), op("%", op("+", i, one), two), true},
		{"i % 2 and (i + 2) % 2", op("%", i, two), op("%", op("+", i, two), two), false},
		{"i % 2 and (i + 1) % 3", op("%", i, two), op("%", op("+", i, one), three), false},
		{"i % 2 and 1 - i % 2", op("%", i, two), op("-", one, op("%", i, two)), true},
		{"i & 1 and (i + 1) & 1", op("&", i, one), op("&", op("+", i, one), one), true},
		{"i & 2 and (i + 1) & 2", op("&", i, two), op("&", op("+", i, one), two), false},
		{"i and i ^ 1", i, op("^", i, one), true},
		{"i and j ^ 1", i, op("^", j, one), false},
		{"i and !i", i, op("==", i, n.literal(0)), true},
		{"2 and 3", two, three, true},
	} {
		assert.Equal(t, c.want, n.apart(c.x, c.y, 0), c.name)
		assert.Equal(t, c.want, n.apart(c.y, c.x, 0), c.name)
	}
}
