package ptx

import (
	"fmt"
	"math/bits"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
)

// computed is what an instruction on numbers writes; false where gv2 leaves it open.
func computed(t *testing.T, text string) (uint32, bool) {
	r := &emittest.Recorder{}
	require.True(t, run(r, text, "=r", "", kernel.Shared), text)
	for _, s := range r.Stmts {
		if a, is := s.(*kernel.Assign); is {
			c, is := a.X.(*kernel.Const)
			if is {
				return uint32(c.Val), true
			}
		}
	}
	return 0, false
}

// The model of the instructions, bit by bit as the ISA's text has it.

func lookedUp(a, b, c, table uint32) (d uint32) {
	for i := range 32 {
		at := a>>i&1<<2 | b>>i&1<<1 | c>>i&1
		d |= table >> at & 1 << i
	}
	return d
}

func extracted(a uint32, signed bool, pos, length uint32) (d uint32) {
	pos, length = pos&0xff, length&0xff
	sign := uint32(0)
	if signed && length > 0 {
		sign = a >> min(pos+length-1, 31) & 1
	}
	for i := range uint32(32) {
		bit := sign
		if i < length && pos+i <= 31 {
			bit = a >> (pos + i) & 1
		}
		d |= bit << i
	}
	return d
}

func inserted(a, b, pos, length uint32) uint32 {
	pos, length = pos&0xff, length&0xff
	for i := uint32(0); i < length && pos+i <= 31; i++ {
		b = b&^(1<<(pos+i)) | a>>i&1<<(pos+i)
	}
	return b
}

func found(a uint32, signed bool) uint32 {
	if signed && int32(a) < 0 {
		a = ^a
	}
	for i := 31; i >= 0; i-- {
		if a>>i&1 == 1 {
			return uint32(i)
		}
	}
	return ^uint32(0)
}

func permuted(a, b, s uint32) (d uint32) {
	for i := range 4 {
		from := s >> (4 * i) & 7
		d |= uint32((uint64(b)<<32|uint64(a))>>(8*from)&0xff) << (8 * i)
	}
	return d
}

// TestBitInstructionsMeanWhatTheISASays compares them with the model on random operands.
func TestBitInstructionsMeanWhatTheISASays(t *testing.T) {
	rnd := rand.New(rand.NewSource(7))
	word := func() uint32 {
		switch rnd.Intn(4) {
		case 0:
			return uint32(rnd.Intn(8))
		case 1:
			return ^uint32(0) << rnd.Intn(32)
		}
		return rnd.Uint32()
	}
	check := func(want uint32, format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		got, ok := computed(t, text)
		if assert.True(t, ok, text) {
			assert.Equal(t, want, got, text)
		}
	}
	for range 300 {
		a, b, c, n := word(), word(), word(), uint32(rnd.Intn(70))
		length, table, nibbles := uint32(rnd.Intn(40)), uint32(rnd.Intn(256)), rnd.Uint32()&0x7777
		check(lookedUp(a, b, c, table), "lop3.b32 %%0, %d, %d, %d, %d;", a, b, c, table)
		check(extracted(a, false, n, length), "bfe.u32 %%0, %d, %d, %d;", a, n, length)
		check(extracted(a, true, n, length), "bfe.s32 %%0, %d, %d, %d;", a, n, length)
		check(inserted(a, b, n, length), "bfi.b32 %%0, %d, %d, %d, %d;", a, b, n, length)
		check(found(a, false), "bfind.u32 %%0, %d;", a)
		check(found(a, true), "bfind.s32 %%0, %d;", a)
		if place := found(a, false); place == ^uint32(0) {
			check(place, "bfind.shiftamt.u32 %%0, %d;", a)
		} else {
			check(31-place, "bfind.shiftamt.u32 %%0, %d;", a)
		}
		check(permuted(a, b, nibbles), "prmt.b32 %%0, %d, %d, %d;", a, b, nibbles)
		check(bits.RotateLeft32(a, int(n&31)), "shf.l.wrap.b32 %%0, %d, %d, %d;", a, a, n)
		check(uint32((uint64(b)<<32|uint64(a))>>min(n, 32)), "shf.r.clamp.b32 %%0, %d, %d, %d;", a, b, n)
		check(uint32(uint64(a&0xffffff)*uint64(b&0xffffff)), "mul24.lo.u32 %%0, %d, %d;", a, b)
		check(uint32((int64(int32(a<<8))>>8)*(int64(int32(b<<8))>>8))+c, "mad24.lo.s32 %%0, %d, %d, %d;", a, b, c)
	}
	check(1, "cnot.b32 %%0, 0;")
	check(0, "cnot.b32 %%0, 12;")
}

// TestBitInstructionsThatStayOpen: modes that gv2 does not know.
func TestBitInstructionsThatStayOpen(t *testing.T) {
	for _, text := range []string{"prmt.b32.odd %0, 1, 2, 3;", "lop3.or.b32 %0, 1, 2, 3, 4;", "mad24.hi.sat.s32 %0, 1, 2, 3;"} {
		r := &emittest.Recorder{}
		if run(r, text, "=r", "", kernel.Shared) {
			_, ok := computed(t, text)
			assert.False(t, ok, text)
		}
	}
}
