package source

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// impatient is done once it has been looked at so many times.
type impatient struct {
	context.Context
	looks int
}

func (c *impatient) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestPreprocessingEnds: a context that is done ends each of the loops that may be long,
// whether or not they give tokens.
func TestPreprocessingEnds(t *testing.T) {
	const twice = "#define A A0 A0\n#define A0 A1 A1\n#define A1 A2 A2\n#define A2 A3 A3\n#define A3 A4 A4\n#define A4 A5 A5\n#define A5 A6 A6\n" +
		"#define A6 A7 A7\n#define A7 A8 A8\n#define A8 A9 A9\n#define A9 B B\n"
	for name, text := range map[string]string{
		"tokens":     strings.Repeat("a b c d\n", 1<<16),
		"expansions": twice + "#define B B0 B0\n#define B0 x x x x\n" + strings.Repeat("A\n", 8),
		"nothing":    twice + "#define B\n" + strings.Repeat("A\n", 32),
		"directives": strings.Repeat("#define C 1\n#undef C\n", 1<<15),
		"skipped":    "#if 0\n" + strings.Repeat("a b c d\n", 1<<16) + "#endif\n",
		"conditions": twice + "#define B +1\n" + strings.Repeat("#if A\n#endif\n", 16),
	} {
		r := PreprocessContext(&impatient{context.Background(), 3}, "k.cu", []byte(text), Options{})
		assert.Less(t, len(r.Tokens), 5*lookEvery, name)
		assert.False(t, r.Diags.HasErrors(), "%s: %s", name, r.Diags.String())
		patient := &impatient{context.Background(), 1 << 30}
		PreprocessContext(patient, "k.cu", []byte(text), Options{})
		assert.Less(t, patient.looks, 1<<30-3, "%s: it is looked at more often than three times", name)
	}
}
