package unit

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestContradictions: preconditions that no values satisfy are an error with their line; launches that no
// values reach give nothing to rely on.
func TestContradictions(t *testing.T) {
	const kernel = "__global__ void k(int *a, int n, int m) {\n%s\n  a[n] = m;\n}\n"
	for _, c := range []struct{ name, requires, host, fault, assumed string }{
		{"one condition", "__requires(n > 0 && n < 0);", "", "k.cu:2:1: kernel k: no values satisfy its preconditions: n > 0 && n < 0", ""},
		{"two conditions", "__requires(n > m);\n__requires(m > n);", "", "k.cu:3:1: kernel k: no values satisfy its preconditions: n > m, m > n", ""},
		{"a size", "__requires(gridDim.y > 70000);", "", "", ""},
		{"right ones", "__requires(n > 0 && n < 2);", "", "", ""},
		{"a launch that never is", "", "int main(int c, char **v) { int n = atoi(v[1]); int *d; if (n > 5 && n < 3) k<<<1, 64>>>(d, n, 1); }", "",
			"no values reach the launches that gv2 sees"},
		{"a launch", "", "int main(int c, char **v) { int n = atoi(v[1]); int *d; if (n > 5 && n < 8) k<<<1, 64>>>(d, n, 1); }", "", "n > 5 [launch at"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(kernel, "%s", c.requires, 1) + c.host
			o := Options{SharedBytes: -1}
			if c.host == "" {
				o.BlockDim, o.GridDim = &[3]int{64, 1, 1}, &[3]int{2, 0, 1}
			}
			u, err := Load(context.Background(), CUDA, "k.cu", []byte(text), o)
			require.NoError(t, err)
			k, diags, err := u.Lower(context.Background(), 0)
			if c.fault != "" {
				assert.EqualError(t, err, c.fault)
				return
			}
			require.NoError(t, err)
			require.Empty(t, diags.String())
			assert.Contains(t, strings.Join(k.Assumptions, "\n"), c.assumed)
		})
	}
}
