package ptx

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
)

// TestEveryOpcodeKeepsTheRules lowers every opcode of the table with many modifiers
// and operands: what it emits keeps the rules of the IR, and what it refuses it
// reports.
func TestEveryOpcodeKeepsTheRules(t *testing.T) {
	modifiers := strings.Fields(". .u32 .s32 .b64 .f32 .pred .u8 .lo.s32 .wide.u16 .hi.u64 .s64.s8 .eq.u32 .lt.f32 .sync .arrive " +
		".red.or.pred .red.popc.u32 .warp.sync .gl .global.u32 .shared.v2.s32 .global.add.u32 .global.cas.b32")
	operands := []string{"", "%0", "1", "%0, %1", "%0, %1, 3", "%0, %1, 3, %1", "%0, 1, 64, p", "p, %1, %1", "%0, %1, %1, p",
		"%0, [%2]", "[%2], %1", "{%0, _}, [%2]", "%0, [%2], %1", "%0, [%2+4], 1, 2", "1, 64"}
	for op := range table {
		for _, m := range modifiers {
			for _, o := range operands {
				text := ".reg .pred p; setp.eq.s32 p, %1, 0; " + op + strings.TrimSuffix(m, ".") + " " + o + ";"
				r := &emittest.Recorder{}
				if !run(r, text, "=r", "r l", kernel.Shared) {
					assert.NotZero(t, r.Diags.Len(), text)
					continue
				}
				r.Check(t, text)
			}
		}
	}
}

// TestOnlyKnownOpcodes: an opcode that is not in the table is refused by its name.
func TestOnlyKnownOpcodes(t *testing.T) {
	for _, text := range []string{"bra p;", "tcgen05.fence;", "tcgen05.ld.sync.aligned.m8n8.x1.shared.b16 %0, [%2];"} {
		r := &emittest.Recorder{}
		assert.False(t, run(r, text, "=r", "r l", kernel.Shared), text)
		assert.Contains(t, r.Diags.String(), "instruction "+strings.Fields(strings.TrimSuffix(text, ";"))[0])
	}
}
