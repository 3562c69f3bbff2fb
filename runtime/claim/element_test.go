package claim

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func TestElementIsSpelledAsDeclared(t *testing.T) {
	for _, c := range []struct {
		array kernel.Array
		index int64
		want  string
	}{
		{kernel.Array{Name: "tile", Label: "tile", Dims: []int64{64}, Len: 64}, 3, "tile[3]"},
		{kernel.Array{Name: "tile", Label: "tile", Dims: []int64{4, 5}, Len: 20}, 14, "tile[2][4]"},
		{kernel.Array{Name: "t", Label: "t", Dims: []int64{2, 3, 4}, Len: 24}, 23, "t[1][2][3]"},
		{kernel.Array{Name: "p_x", Label: "p[].x", Len: -1}, 7, "p[7].x"},
		{kernel.Array{Name: "p", Len: -1, Param: true}, -2, "p[-2]"},
		{kernel.Array{Name: "count", Label: "count", Len: 1}, 0, "count"},
	} {
		assert.Equal(t, c.want, Element(&c.array, c.index))
	}
	assert.EqualValues(t, 3, DeclaredIndex(&kernel.Array{Scale: 4}, 15))
}

func TestGatherMergesAndPrefersErrors(t *testing.T) {
	race := func(line int, severity Severity) Finding {
		return Finding{Property: "data-race", Kind: "write-write", Severity: severity, Array: "p", Count: 1,
			Accesses: []Access{{Src: src(line)}, {Src: src(line)}}}
	}
	out := Gather([]Finding{race(5, ErrorSeverity), race(2, BenignSeverity), race(5, BenignSeverity), race(5, ErrorSeverity)})
	assert.Len(t, out, 2)
	assert.Equal(t, 2, out[0].Pos().Line, "sorted by position")
	assert.Equal(t, BenignSeverity, out[0].Severity)
	assert.Equal(t, ErrorSeverity, out[1].Severity, "a benign finding gives way to an error at the same lines")
	assert.Equal(t, 2, out[1].Count)
}
