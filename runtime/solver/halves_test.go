package solver

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// What is shown by halves is shown as a whole, and the other way round.
func TestHalvesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	outcomes := map[Outcome]int{}
	for i := range 80 {
		text := randomPair(r)
		p, err := boogie.Parse("test.bpl", text)
		require.NoError(t, err, text)
		require.NoError(t, boogie.Check(p), text)
		printed := boogie.Print(p)
		whole := direct(t, printed, Options{ErrorLimit: 5})
		halves := direct(t, printed, Options{ErrorLimit: 5, Halves: true})
		require.Equal(t, whole.Outcome, halves.Outcome, "program %d\n%s", i, text)
		outcomes[whole.Outcome]++
	}
	assert.Greater(t, outcomes[Verified], 5)
	assert.Greater(t, outcomes[Failed], 5)
}

// What does not follow from what is known of one thread is asked again with all that is known.
func TestOneThreadIsNotEnough(t *testing.T) {
	const head = "const t$1: int;\nconst t$2: int;\nprocedure p(x$1: int, x$2: int) {\n"
	for text, want := range map[string]Outcome{
		"  assume x$1 == x$2;\n  assume x$2 > 3;\n  assert x$1 > 3;\n": Verified,
		"  assume x$1 >= x$2;\n  assume x$2 > 3;\n  assert x$1 > 4;\n": Failed,
		"  assume x$1 > 3;\n  assume x$2 > 3;\n  assert x$1 > 2;\n":    Verified,
	} {
		p, err := boogie.Parse("test.bpl", head+text+"}\n")
		require.NoError(t, err)
		require.NoError(t, boogie.Check(p))
		answer := direct(t, boogie.Print(p), Options{ErrorLimit: 5, Halves: true})
		assert.Equal(t, want, answer.Outcome, text)
		assert.Equal(t, want == Failed, len(answer.Failures) > 0, text)
	}
}

// randomPair is a program of two threads, most of whose statements are about both.
func randomPair(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("const t$1: int;\nconst t$2: int;\naxiom 0 <= t$1 && t$1 < 8;\naxiom 0 <= t$2 && t$2 < 8;\nprocedure p(n: int) {\n  var x$1: int;\n  var x$2: int;\n  var y$1: int;\n  var y$2: int;\n")
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	term := func() string { return pick("x$1", "y$1", "x$2", "t$1", "t$1", "n", "1", "3") }
	condition := func() string { return fmt.Sprintf("%s %s %s", term(), pick("<=", "<", "==", "!="), term()) }
	other := strings.NewReplacer("$1", "$2", "$2", "$1").Replace
	for range 3 + r.IntN(6) {
		one := r.IntN(8) == 0
		switch r.IntN(5) {
		case 0, 1:
			v := pick("x$1", "y$1")
			e := fmt.Sprintf("%s %s %s", term(), pick("+", "-"), term())
			if one {
				fmt.Fprintf(&b, "  %s := %s;\n", v, e)
			} else {
				fmt.Fprintf(&b, "  %s, %s := %s, %s;\n", v, other(v), e, other(e))
			}
		case 2:
			c := condition()
			if one {
				fmt.Fprintf(&b, "  assume %s;\n", c)
			} else {
				fmt.Fprintf(&b, "  assume (%s) && (%s);\n", other(c), c)
			}
		default:
			c := condition()
			if r.IntN(2) == 0 {
				c = fmt.Sprintf("%s ==> %s", condition(), c)
			}
			if one {
				fmt.Fprintf(&b, "  assert %s;\n", c)
			} else {
				fmt.Fprintf(&b, "  assert (%s) && (%s);\n", c, other(c))
			}
		}
	}
	b.WriteString("}\n")
	return b.String()
}
