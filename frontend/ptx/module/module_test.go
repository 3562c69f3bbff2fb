package module

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/ptx"
)

const sample = `// a comment
.version 8.4
.target sm_80, debug
.address_size 64
	.file	1 "dir/k.cu", 1700000000, 512
	.file 2 "h.cuh"
.extern .shared .align 16 .b8 dyn[];
.visible .global .align 4 .u32 counter = 3;
.const .align 8 .b8 table[2][8] = {1, 2, 0xff, /* } */ 4};
.extern .func  (.param .b32 func_retval0) vprintf
(
	.param .b64 vprintf_param_0,
	.param .b64 vprintf_param_1
)
;
.func helper () { ret; }
.visible .entry _Z1kPii(
	.param .u64 .ptr .global .align 4 _Z1kPii_param_0,
	.param .align 8 .b8 _Z1kPii_param_1[16]
)
.maxntid 64, 2, 1
.reqntid 32
.minnctapersm 2
{
	.reg .pred 	%p<3>;
	.reg .b32 	%r<10>, lone;
	.shared .align 4 .b8 tile[256];
	.loc	1 3 0
	ld.param.u64 	%rd1, [_Z1kPii_param_0+8];
$L_top:
	.loc	2 7 5, function_name $L__info_string0+4, inlined_at 1 3 0
	@!%p1 bra.uni 	$L_top;
	{ .reg .b32 t; mov.b32 {%r1, _}, 0fFF800000; }
	call.uni (retval0), helper, (param0, param1);
ts: .branchtargets $L_top, $L_end;
	brx.idx %r1, ts;
$L_end:
	ret;
}
	.section	.debug_str
	{
$L__info_string0:
.b8 95
	}
`

func TestParse(t *testing.T) {
	m, diags := Parse("k.ptx", sample)
	require.Empty(t, diags.String())
	assert.Equal(t, "8.4", m.Version)
	assert.Equal(t, "sm_80, debug", m.Target)
	assert.Equal(t, 64, m.AddressSize)
	assert.Equal(t, map[int]string{1: "dir/k.cu", 2: "h.cuh"}, m.Files)
	require.Len(t, m.Variables, 3)
	assert.EqualValues(t, -1, m.Variables[0].Bytes())
	assert.True(t, m.Variables[1].Initialised)
	assert.EqualValues(t, 4, m.Variables[1].Bytes())
	assert.EqualValues(t, 16, m.Variables[2].Bytes())
	require.Len(t, m.Functions, 3)
	assert.False(t, m.Functions[0].HasBody)
	k := m.Functions[2]
	assert.True(t, k.Entry)
	assert.Equal(t, [3]int{64, 2, 1}, k.Most)
	assert.Equal(t, [3]int{32, 1, 1}, k.Required)
	assert.Equal(t, diag.Pos{File: "k.ptx", Line: 17, Col: 17}, k.Pos())
	require.Len(t, k.Params, 2)
	assert.EqualValues(t, 16, k.Params[1].Bytes())

	b, diags := k.Body()
	require.Empty(t, diags.String())
	var ops []string
	for _, s := range b.Statements {
		if s.Kind == ptx.Instruction {
			ops = append(ops, s.Opcode())
		}
	}
	assert.Equal(t, "ld.param.u64 bra.uni mov.b32 call.uni brx.idx ret", strings.Join(ops, " "))
	assert.Equal(t, map[string][]string{"ts": {"$L_top", "$L_end"}}, b.Targets)
	at, calls := k.Chain(b.Statements[len(b.Statements)-2].Loc)
	assert.Equal(t, diag.Pos{File: "h.cuh", Line: 7, Col: 5}, at)
	assert.Equal(t, []diag.Pos{{File: "dir/k.cu", Line: 3, Col: 1}}, calls)
}

// TestFaults: what is wrong is named with its place, and faults in a body concern that
// function alone.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "k.ptx:1:1: error: a PTX module begins with .version; this text has none\n",
		"\x7fELF\x02\x01":                   "k.ptx:1:1: error: a directive such as .version or .entry is expected before \"\\x7fELF\\x02\\x01\"\n",
		".version 8.4\n.entry k(":           "k.ptx:2:10: error: a name is expected before \"\"\n",
		".version 8.4\n.entry k() {":        "k.ptx:2:12: error: the closing } is missing\n",
		".version 8.4\n.entry k() .wide {}": "k.ptx:2:12: error: gv2 does not know .wide {} before the body of a function\n",
		".version 8.4\n.global .u32 x":      "k.ptx:2:15: error: ';' is expected before \"\"\n",
		".version 8.4\n  .strange":          "k.ptx:2:3: error: gv2 does not know the directive .strange\n",
	} {
		_, diags := Parse("k.ptx", text)
		assert.Equal(t, want, diags.String(), text)
	}
	m, diags := Parse("k.ptx", ".version 8.4\n.entry good() { ret; }\n.entry bad() {\n  add.s32 %r1, , 2;\n}\n")
	require.Empty(t, diags.String())
	_, diags = m.Functions[0].Body()
	assert.Empty(t, diags.String())
	for range 2 {
		_, diags = m.Functions[1].Body()
		assert.Equal(t, "k.ptx:4:16: error: cannot read this: operand expected before \", 2;\"\n", diags.String())
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add(".entry 0{") // ends where its body begins
	f.Add(".version 8.4\n.entry k() { L: .branchtargets a; .loc 1 2 3\n ld.u32 x, [a+-4]; }")
	f.Fuzz(func(t *testing.T, text string) {
		m, _ := Parse("k.ptx", text)
		for _, fn := range m.Functions {
			if b, diags := fn.Body(); b != nil {
				for _, s := range b.Statements {
					fn.Chain(s.Loc)
				}
			} else if fn.HasBody && diags.Len() == 0 {
				t.Fatal("neither body nor fault")
			}
		}
	})
}

// BenchmarkParse reads a module of 10 MB with all its bodies.
// TestRelease: bodies are read again after they were forgotten.
func TestRelease(t *testing.T) {
	m, diags := Parse("k.ptx", ".version 8.4\n.entry k() { ret; }\n")
	require.Empty(t, diags.String())
	first, _ := m.Functions[0].Body()
	m.Release()
	again, _ := m.Functions[0].Body()
	assert.NotSame(t, first, again)
	assert.Equal(t, first, again)
}

func BenchmarkParse(b *testing.B) {
	line := "\t.loc\t1 7 5\n\tmad.lo.s32 \t%r4, %r1, %r2, %r3;\n\tld.global.nc.f32 \t%f1, [%rd5+256];\n\tfma.rn.f32 \t%f3, %f1, %f2, 0f3F800000;\n"
	fn := ".visible .entry k(.param .u64 a)\n{\n\t.reg .b32 %r<20>;\n" + strings.Repeat(line, 1000) + "\tret;\n}\n"
	text := ".version 8.4\n" + strings.Repeat(fn, 10_000_000/len(fn))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		m, diags := Parse("k.ptx", text)
		if diags.Len() > 0 {
			b.Fatal(diags.String())
		}
		for _, f := range m.Functions {
			if _, diags := f.Body(); diags.Len() > 0 {
				b.Fatal(diags.String())
			}
		}
	}
}
