package translate

import (
	"context"
	"flag"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/ptx/module"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var launch = kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}}

// all translates the kernels of a module.
func all(t *testing.T, file, text string, opts Options) (kernels []*kernel.Kernel, faults string) {
	t.Helper()
	m, diags := module.Parse(file, text)
	require.Empty(t, diags.String())
	for _, f := range m.Functions {
		if !f.Entry {
			continue
		}
		opts.Name, _ = NameOf(f.Name)
		k, diags := Kernel(context.Background(), f, opts)
		faults += diags.String()
		if k != nil {
			require.NoError(t, kernel.Check(k), "%s:\n%s", file, kernel.Print(k))
			kernels = append(kernels, k)
		}
	}
	return kernels, faults
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ptx")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		kernels, faults := all(t, filepath.Base(file), string(text), Options{Launch: launch, SharedBytes: -1})
		var out strings.Builder
		for _, k := range kernels {
			out.WriteString(kernel.Print(k))
		}
		out.WriteString(faults)
		golden := strings.TrimSuffix(file, ".ptx") + ".ir"
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(out.String()), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), out.String(), file)
	}
}

const head = ".version 8.4\n.target sm_80\n.address_size 64\n"

// TestUnsupported: what gv2 does not model is named with its place, and concerns the kernel
// alone that uses it.
func TestUnsupported(t *testing.T) {
	for body, want := range map[string]string{
		"strange.op.u32 %r1, %r2;":          "k.ptx:5:1: unsupported: instruction strange.op.u32\n",
		"call (r), %rd1, (a), prototype_0;": "k.ptx:5:1: unsupported: a call of a function that only the program knows\n",
		"call f;":                           "k.ptx:5:1: unsupported: a call of f, which has no body here\n",
		"bra $L_nowhere;":                   "k.ptx:5:1: unsupported: no label $L_nowhere\n",
		"add.s32 %r1, %r2;":                 "k.ptx:5:1: unsupported: add.s32 has 3 operands, not 2\n",
		"selp.b64 %rd1, %rd2, %rd3;":        "k.ptx:5:1: unsupported: selp.b64 has 4 operands, not 3\n",
		"bar.sync;":                         "k.ptx:5:1: unsupported: bar.sync with no operand is not PTX; it is bar.sync a{, b} for barrier a and b threads\n",
		"add.s32 %q, %r1, 1;":               "k.ptx:5:1: unsupported: an instruction writes something that is neither an output operand nor a register\n",
		"ld.global.u32 %r1, [nowhere];":     "k.ptx:5:1: unsupported: ld.global.u32 at an address that is neither a register nor a variable of this module\n",
	} {
		text := head + ".global .u32 a_variable; .entry k(.param .u64 a, .param .u64 b) { .reg .b32 %r<9>; .reg .b64 %rd<9>;\n" + body + "\nret; }\n" +
			".entry good(.param .u64 a) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [a]; st.u32 [%rd1], 1; }\n"
		kernels, faults := all(t, "k.ptx", text, Options{Launch: launch, SharedBytes: -1})
		assert.Equal(t, want, faults, body)
		require.Len(t, kernels, 1, body)
		assert.Equal(t, "good", kernels[0].Name)
	}
}

// TestParams: the command line names parameters by their place or as PTX does.
func TestParams(t *testing.T) {
	text := head + ".entry k(.param .u32 k_param_0, .param .u32 k_param_1, .param .u32 k_param_2) { .reg .b32 %r<9>; .global .u32 g;\n" +
		"ld.param.u32 %r1, [k_param_0]; ld.param.u32 %r2, [k_param_1]; ld.param.u32 %r3, [k_param_2]; add.s32 %r4, %r1, %r2; add.s32 %r4, %r4, %r3; st.global.u32 [g], %r4; }"
	kernels, faults := all(t, "k.ptx", text, Options{Launch: launch, SharedBytes: -1, Params: map[string]string{"0": "1", "k_param_1": "2", "param_2": "-5"}})
	assert.Empty(t, faults)
	assert.Contains(t, kernel.Print(kernels[0]), "m_g[0] = -2;")
	_, faults = all(t, "k.ptx", text, Options{Launch: launch, SharedBytes: -1, Params: map[string]string{"width": "1"}})
	assert.Equal(t, "k.ptx:4:8: warning: kernel k does not read a parameter width; PTX has no names of parameters, which are param_0, param_1, param_2\n", faults)
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"_Z1kPi": "k", "_Z1kIiLi4EEvPT_": "k<int, 4>", "plain": "plain", "_ZN2ns1kEv": "ns::k"} {
		short, _ := NameOf(name)
		assert.Equal(t, want, short)
	}
	_, full := NameOf("_Z1kPii")
	assert.Equal(t, "k(int*, int)", full)
	assert.Equal(t, "tile", LabelOf("_ZZ1kPiE4tile"))
	assert.Equal(t, "sh", LabelOf("sh"))
}

// TestDamagedModules translates modules with random damage: what comes out keeps the rules of
// the IR, and where nothing does, a diagnostic says why.
func TestDamagedModules(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ptx")
	require.NoError(t, err)
	var texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	for seed := range 3000 {
		text := damaged(rand.New(rand.NewSource(int64(seed))), texts)
		m, diags := module.Parse("k.ptx", text)
		if diags.HasErrors() {
			continue
		}
		for _, f := range m.Functions {
			if !f.HasBody {
				continue
			}
			k, diags := Kernel(context.Background(), f, Options{Name: f.Name, Launch: launch, SharedBytes: -1})
			if k == nil {
				require.NotEmpty(t, diags.String(), text)
				continue
			}
			require.NoError(t, kernel.Check(k), text)
		}
	}
}

// damaged is one of the texts with some bytes lost, copied elsewhere, or replaced.
func damaged(rng *rand.Rand, texts []string) string {
	b := []byte(texts[rng.Intn(len(texts))])
	for range 1 + rng.Intn(6) {
		i, j := rng.Intn(len(b)), rng.Intn(len(b))
		n := min(rng.Intn(12), len(b)-max(i, j))
		switch rng.Intn(5) {
		case 0:
			b[i] = b[j]
		case 1:
			b[i] = byte(rng.Intn(256))
		case 2:
			copy(b[i:i+n], b[j:j+n])
		case 3:
			b = append(b[:i:i], append([]byte("99999999"), b[i:]...)...)
		default:
			b = append(b[:i:i], b[i+n:]...)
		}
	}
	return string(b)
}

// TestLabelsInBraces: a label belongs to the braces that it stands in, so that assembly may be inlined
// twice.
func TestLabelsInBraces(t *testing.T) {
	one := "{ .reg .pred p;\nagain: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.s32 p, %r1, 0; @p bra done; bra again;\ndone: }\n"
	text := func(body string) string {
		return head + ".entry k(.param .u64 a) { .reg .b32 %r<9>; .reg .b64 %rd<9>;\nld.param.u64 %rd1, [a];\n" + body + "ret; }"
	}
	kernels, faults := all(t, "k.ptx", text(one+one), Options{Launch: launch, SharedBytes: -1})
	assert.Empty(t, faults)
	require.Len(t, kernels, 1)
	loops := 0
	kernel.Walk(kernels[0].Body, func(s kernel.Stmt) bool {
		if _, ok := s.(*kernel.Loop); ok {
			loops++
		}
		return true
	})
	assert.Equal(t, 2, loops)
	_, faults = all(t, "k.ptx", text("again: bra again;\nagain: bra again;\n"), Options{Launch: launch, SharedBytes: -1})
	assert.Equal(t, "k.ptx:7:1: unsupported: the label again stands there twice\n", faults)
}
