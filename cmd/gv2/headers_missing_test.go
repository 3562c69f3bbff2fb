package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNamesOfMissingHeaders: what nothing declares costs one kernel, and the message names the header that may declare it.
func TestNamesOfMissingHeaders(t *testing.T) {
	const include, elsewhere = "#include \"helpers.h\"\n", "; it may be in \"helpers.h\", which was not found: give its directory with -I"
	const right = "\n__global__ void right(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
	for _, c := range []struct{ name, body, want string }{
		{"a macro of loops", "LOOP(i, n) { p[i] = 1; }", "<stdin>:2:36: unsupported: the macro LOOP is not defined" + elsewhere},
		{"an object", "p[0] = (vec2{1, 2} * 2).x;", "<stdin>:2:44: unsupported: type vec2; it is not declared in this file" + elsewhere},
		{"a function", "p[0] = get(n);", "<stdin>:2:43: unsupported: get is not declared" + elsewhere},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, stderr := gv2(include+"__global__ void k(int *p, int n) { "+c.body+" }"+right, "verify", "--block-dim", "64", "-")
			assert.Equal(t, exitUnsupported, code)
			assert.Contains(t, stderr, c.want+"\n")
			assert.Contains(t, out, "kernel right: proved")
		})
	}
}
