package vc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Halves of assertions are taken away only where all that is assumed before says the same of both threads.
func TestHalves(t *testing.T) {
	const head = "const t$1: int; const t$2: int; axiom 0 <= t$1; axiom 0 <= t$2; procedure p(x$1: int, x$2: int) { var i$1: int; var i$2: int;\n"
	const both = " assert i$1 >= 0 && i$2 >= 0; }"
	for _, c := range []struct {
		text string
		want bool
	}{
		{"i$1 := t$1; i$2 := t$2;", true},
		{"i$1 := t$1 + x$1; i$2 := x$2 + t$2; assume x$1 >= 0 && x$2 >= 0;", true},
		{"i$1 := t$1; i$2 := t$2; assert t$1 < 5;", true},
		{"assume t$1 != t$2; i$1 := t$2; i$2 := t$1;", true},
		{"i$1 := t$1; i$2 := t$1;", false},
		{"i$1 := x$1; i$2 := x$2 + 1;", false},
		{"i$1 := t$1; i$2 := t$2; assume t$1 < t$2;", false},
		{"if (t$1 < 5) { i$1 := 3; } i$2 := t$2;", false},
		{"havoc i$1; assume i$1 > 3; havoc i$2;", false},
		{"i$1 := t$1; i$2 := t$2; assume (forall k: int :: k > 0);", false},
	} {
		m := module(t, head+c.text+both, Options{Halves: true})
		require.True(t, m.symmetric, c.text)
		condition, err := m.Condition("p")
		require.NoError(t, err)
		check := condition.Checks[len(condition.Checks)-1]
		assert.Equal(t, c.want, check.half != nil && check.half != check.term, c.text)
	}
	m := module(t, "const t$1: int; const t$2: int; axiom t$1 < t$2; procedure p() { assert t$1 >= 0 && t$2 >= 0; }", Options{Halves: true})
	assert.False(t, m.symmetric)
	m = module(t, head+"i$1 := t$1; i$2 := t$2;"+both, Options{})
	assert.False(t, m.symmetric, "nobody asked")
}

// What is assumed of the second thread alone is left out where all that follows is to be shown of the first alone, and only there.
func TestOneThread(t *testing.T) {
	const head = "const t$1: int; const t$2: int; axiom 0 <= t$1; axiom 0 <= t$2; procedure p(x$1: int, x$2: int, n: int) { var i$1: int; var i$2: int;\n"
	for _, c := range []struct {
		text  string
		fewer bool
		kept  string // of what is assumed of x$2
	}{
		{"assume x$1 > 3; assume x$2 > 3; assert x$1 > 2;", true, ""},
		{"assume x$1 > 3; assume x$2 > 3; assert x$1 > 2 && x$2 > 2;", true, ""},
		{"assume x$1 > 3 && x$2 > 3; assert x$1 > 2;", true, ""},
		{"assume n > 5 ==> x$1 > 3 && x$2 > 3; assert x$1 > 2;", true, ""},
		{"assume x$1 > 3; assume x$2 > 3; assert x$2 > 2;", false, "(< 3 x$2@1)"},
		{"assume x$1 > 3; assume x$2 > 3; assert x$1 > x$2;", false, "(< 3 x$2@1)"},
		{"assume x$1 > x$2; assert x$1 > 2;", false, "(< x$2@1 x$1@1)"},
		{"assume x$2 > 3 ==> x$1 > 3; assert x$1 > 2;", false, "(< 3 x$2@1)"},
		{"assume x$1 > 3; assert x$2 > 2; assume x$2 > 4; assert x$1 > 2;", true, "(< 2 x$2@1)"},
		{"assume x$2 > 3; assert x$1 > 2; assert x$2 > 2;", false, "(< 3 x$2@1)"},
		{"assume x$2 > 3; if (n > 5) { assume x$1 > 4; assert x$1 > 2; } else { assume x$1 > 5; assert x$2 > 2; }", false, "(< 3 x$2@1)"},
		{"assume n > 4; if (n > 5) { assume x$2 > 3; assert x$1 > 2; } else { assume x$1 > 5; assert x$2 > 2; }", true, "(< 2 x$2@1)"},
	} {
		m := module(t, head+c.text+" }", Options{Halves: true})
		condition, err := m.Condition("p")
		require.NoError(t, err)
		assert.Equal(t, c.fewer, condition.Fewer(), c.text)
		if c.kept == "" {
			assert.NotContains(t, condition.Text, "x$2@1", c.text)
		} else {
			assert.Contains(t, condition.Text, c.kept, c.text)
		}
		all, err := m.WithAll("p")
		require.NoError(t, err)
		assert.False(t, all.Fewer())
		assert.Contains(t, all.Text, "x$2@1", c.text)
		m = module(t, head+c.text+" }", Options{})
		condition, err = m.Condition("p")
		require.NoError(t, err)
		assert.False(t, condition.Fewer(), "nobody asked")
	}
}
