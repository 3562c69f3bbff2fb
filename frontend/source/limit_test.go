package source

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bombs are inputs that grow exponentially, or nest without end.
func bombs() map[string]string {
	object, function, joined, chain := "#define M0 x x\n", "", "#define J0(x) K(x, x)\n#define K(a, b) a ## b\n", ""
	for i := 1; i < 64; i++ {
		object += fmt.Sprintf("#define M%d M%d M%d\n", i, i-1, i-1)
		function += fmt.Sprintf("#define F%d(x) F%d(x x)\n", i, i-1)
		joined += fmt.Sprintf("#define J%d(x) J%d(K(x, x))\n", i, i-1)
	}
	for i := range 5000 {
		chain += fmt.Sprintf("#define C%d C%d\n", i, i+1)
	}
	double := "#define D(x) x x\n" + strings.Repeat("D(", 60) + "1" + strings.Repeat(")", 60)
	return map[string]string{
		"object":     object + "M63",
		"nothing":    strings.Replace(object, "x x", "", 1) + "M63",
		"condition":  object + "#if M63\n#endif",
		"function":   "#define F0(x) x\n" + function + "F63(a)",
		"paste":      joined + "J63(a)",
		"arguments":  double,
		"chain":      chain + "C0",
		"deep calls": "#define I(x) x\n" + strings.Repeat("I(", 100000) + strings.Repeat(")", 100000),
	}
}

// TestBombsStop runs the bombs with a hundredth of the real limits.
func TestBombsStop(t *testing.T) {
	small := defaultLimits
	small.made /= 100
	small.kept /= 100
	small.output /= 100
	small.hidden /= 100
	for name, text := range bombs() {
		t.Run(name, func(t *testing.T) {
			res := preprocess(context.Background(), "k.cu", text, Options{}, small)
			require.Equal(t, 1, res.Diags.Len(), res.Diags.String())
			assert.True(t, res.Diags.HasErrors())
			assert.True(t, res.Diags.All()[0].Pos.Valid())
			assert.LessOrEqual(t, len(res.Tokens), small.output+1)
		})
	}
}

// TestLimitsKeepMemory: the real limits keep memory below 1 GB.
func TestLimitsKeepMemory(t *testing.T) {
	const most = 1 << 30
	size := int(unsafe.Sizeof(Token{}))
	l := defaultLimits
	// The result while it grows, the largest argument and its substitution.
	assert.Less(t, l.output*size*3/2+l.kept*size+l.made*size, most)
	assert.Equal(t, 64, size)
}

func TestOutputLimit(t *testing.T) {
	small := defaultLimits
	small.output = 3
	res := preprocess(context.Background(), "k.cu", "a b\n c d e", Options{}, small)
	assert.Equal(t, "k.cu:2:4: error: the file has more than 3 tokens; split it\n", res.Diags.String())
	assert.Len(t, res.Tokens, 4)
}

// TestDeepButFine: nesting as deep as in real programs is expanded.
func TestDeepButFine(t *testing.T) {
	text := "#define I(x) x\n" + strings.Repeat("I(", 500) + "a" + strings.Repeat(")", 500)
	got, res := spellings(text, Options{})
	assert.Empty(t, res.Diags.String())
	assert.Equal(t, "a", got)
}

func kernelLines(n int) string {
	var b strings.Builder
	b.WriteString("#define IDX(i, j) ((i) * N + (j))\n#define N 64\n#define STEP(k) s[t] += s[IDX(t, k)];\n__global__ void k(float *p) {\n")
	for i := range n {
		fmt.Fprintf(&b, "  p[IDX(threadIdx.x, %d)] = p[%d + blockDim.x] * 2.5e-3f; STEP(%d) // line %d\n", i, i, i, i)
	}
	b.WriteString("}\n")
	return b.String()
}

func constants(n int, macro bool) string {
	var b strings.Builder
	b.WriteString("#define LIST(...) { __VA_ARGS__ }\n#define V(x) (x##u)\nint t[] = ")
	if macro {
		b.WriteString("LIST(")
	}
	for i := range n {
		fmt.Fprintf(&b, "V(%d), ", i)
		if i%10 == 9 {
			b.WriteByte('\n')
		}
	}
	b.WriteString("0);\n")
	return b.String()
}

func TestManyConstants(t *testing.T) {
	got, res := spellings(constants(30000, true), Options{})
	assert.Empty(t, res.Diags.String())
	assert.True(t, strings.HasSuffix(got, "( 29999u ) , 0 } ;"))
}

func BenchmarkPreprocess(b *testing.B) {
	inputs := []struct {
		name, text string
	}{
		{"lines=5000", kernelLines(5000)},
		{"lines=10000", kernelLines(10000)},
		{"lines=20000", kernelLines(20000)},
		{"constants=30000", constants(30000, true)},
	}
	for _, in := range inputs {
		b.Run(in.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(in.text)))
			for b.Loop() {
				res := Preprocess("k.cu", []byte(in.text), Options{})
				if res.Diags.Len() > 0 {
					b.Fatal(res.Diags.String())
				}
			}
			lines := strings.Count(in.text, "\n")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lines), "ns/line")
		})
	}
}
