package ptx

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spelled writes an item in one canonical way.
func spelled(it *Item) string {
	switch it.Kind {
	case Open:
		return "{"
	case Close:
		return "}"
	case Declaration:
		return ".reg ." + it.Mods[0] + " " + strings.Join(it.Regs, ", ")
	}
	text := it.opcode()
	if it.Guard != nil {
		text = "@" + operandText(it.Guard) + " " + text
	}
	return strings.TrimSpace(text + " " + operandList(it.Args, ", "))
}

func operandList(list []Operand, between string) string {
	var all []string
	for i := range list {
		all = append(all, operandText(&list[i]))
	}
	return strings.Join(all, between)
}

func operandText(o *Operand) string {
	text := o.Text
	switch o.Form {
	case Reference:
		if text = fmt.Sprintf("%%%d", o.N); o.N < 0 {
			text = "%[" + o.Text + "]"
		}
	case Integer:
		text = fmt.Sprint(o.Val)
	case Address:
		text = "[" + operandList(o.Parts, "+") + "]"
	case Vector:
		text = "{" + operandList(o.Parts, ", ") + "}"
	case Pair:
		text = operandList(o.Parts, "|")
	}
	if o.Not {
		return "!" + text
	}
	return text
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"bar.sync 1, 64;", "bar.sync 1, 64"},
		{"membar.gl ; /* all */ membar.sys // last", "membar.gl; membar.sys"},
		{"{ .reg .pred p, q; @!p bra.uni x; }", "{; .reg .pred p, q; @!p bra.uni x; }"},
		{".reg .b32 %r<3>;", ".reg .b32 %r0, %r1, %r2"},
		{"ld.shared::cta.v2.u32 {%0, %1}, [%2 + 8];", "ld.shared::cta.v2.u32 {%0, %1}, [%2+8]"},
		{"st.global.f32 [%[to]-4], 0f3F800000;", "st.global.f32 [%[to]+-4], 1e+00"},
		{"mov.f64 %0, -0d3FF0000000000000;", "mov.f64 %0, -1e+00"},
		{"mov.u32 %0, %%tid.x; mov.u32 %0, %tid.y", "mov.u32 %0, %tid.x; mov.u32 %0, %tid.y"},
		{"shfl.sync.idx.b32 %0|p, %1, 0, 31, -1;", "shfl.sync.idx.b32 %0|p, %1, 0, 31, -1"},
		{"add.u64 %0, 0x10, 0b11; add.u64 %0, 010, 5U;", "add.u64 %0, 16, 3; add.u64 %0, 8, 5"},
		{"mov.u64 %0, 0xffffffffffffffff;", "mov.u64 %0, -1"},
	} {
		items, err := Parse(c.text)
		require.NoError(t, err, c.text)
		var all []string
		for i := range items {
			all = append(all, spelled(&items[i]))
		}
		assert.Equal(t, c.want, strings.Join(all, "; "), c.text)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{".shared .u32 buf;", "directive .shared"},
		{"add.s32 %0 %1;", `";" expected before "%1;"`},
		{"ld.u32 %0, [%1;", `']' expected before ";"`},
		{".reg .b32 r<99999>;", "number of registers r<...>"},
		{"mov.u32 %0, 0xzz;", `number "0xzz"`},
		{"= 1;", `instruction expected before "= 1;"`},
	} {
		_, err := Parse(c.text)
		if assert.Error(t, err, c.text) {
			assert.Contains(t, err.Error(), c.want, c.text)
		}
	}
}

// TestOffset: a fault is reported at the column of its instruction.
func TestOffset(t *testing.T) {
	items, err := Parse("{ @p add.s32 %0, %1, 3; }")
	require.NoError(t, err)
	require.Len(t, items, 3)
	assert.False(t, items[0].IsInstruction())
	assert.True(t, items[1].IsInstruction())
	assert.Equal(t, 5, items[1].Offset())
}
