package generate

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// balanced reports whether (), [] and {} nest properly, and how deep.
func balanced(text string) (depth int, ok bool) {
	opener := map[rune]rune{')': '(', ']': '[', '}': '{'}
	var open []rune
	for _, r := range text {
		switch r {
		case '(', '[', '{':
			open = append(open, r)
			depth = max(depth, len(open))
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != opener[r] {
				return depth, false
			}
			open = open[:len(open)-1]
		}
	}
	return depth, len(open) == 0
}

func TestEveryKernelIsWellFormed(t *testing.T) {
	for _, n := range []int{0, 1, 10, 1000} {
		for name, text := range map[string]string{
			"straight":   StraightLine(n),
			"lookup":     Initialiser(n),
			"nest":       DeepNesting(n),
			"expression": DeepExpression(n),
		} {
			_, ok := balanced(text)
			assert.True(t, ok, "%s(%d): brackets do not nest", name, n)
			assert.True(t, strings.HasPrefix(text, "//pass\n//--blockDim=64 "), "%s(%d): head", name, n)
			assert.Equal(t, 1, strings.Count(text, "__global__ void "+name+"("), "%s(%d): kernels", name, n)
			assert.True(t, strings.HasSuffix(text, "}\n"), "%s(%d): ends with its body", name, n)
		}
	}
}

func TestStraightLineHasTheLinesAskedFor(t *testing.T) {
	frame := len(straightHead) + len(straightTail)
	for _, n := range []int{0, 1, 499, 500, 10_000} {
		text := StraightLine(n)
		assert.Equal(t, n+frame, strings.Count(text, "\n"))
		assert.Equal(t, n/BarrierEvery, strings.Count(text, "__syncthreads();"))
	}
}

// Each statement names its own element only: that is why the kernel is free of
// races.
func TestStraightLineStoresToOwnElementOnly(t *testing.T) {
	store := regexp.MustCompile(`\b(s|out)\[([^\]]*)\]`)
	for _, m := range store.FindAllStringSubmatch(StraightLine(3000), -1) {
		switch m[1] {
		case "s":
			assert.Contains(t, []string{"t", fmt.Sprint(BlockSize)}, m[2])
		case "out":
			assert.Regexp(t, `^t( \+ \d+)?$`, m[2])
			var k int
			if n, _ := fmt.Sscanf(m[2], "t + %d", &k); n == 1 {
				assert.Zero(t, k%BlockSize, "out[%s] meets another thread's element", m[2])
			}
		}
	}
}

func TestStraightLineUsesEveryForm(t *testing.T) {
	text := StraightLine(24)
	for _, form := range []string{"in[t + ", "s[t] = ", "if (", "else", "? ", "&&", " & ", "int u", "out[t + "} {
		assert.Contains(t, text, form)
	}
}

func TestInitialiserHasTheConstantsAskedFor(t *testing.T) {
	for _, n := range []int{1, 9, 10, 11, 30_000} {
		text := Initialiser(n)
		_, rest, found := strings.Cut(text, fmt.Sprintf("table[%d] = {", n))
		require.True(t, found)
		list, _, found := strings.Cut(rest, "};")
		require.True(t, found)
		assert.Equal(t, n, strings.Count(list, ","))
	}
}

func TestDeepNestingIsAsDeepAsAsked(t *testing.T) {
	for _, n := range []int{0, 1, 200, 5000} {
		depth, _ := balanced(DeepNesting(n))
		assert.Equal(t, n+1+1, depth, "body, the ifs, and the parentheses within")
	}
}

func TestDeepExpressionIsAsDeepAsAsked(t *testing.T) {
	for _, n := range []int{1, 200, 5000} {
		depth, _ := balanced(DeepExpression(n))
		assert.Equal(t, n+1, depth)
	}
}
