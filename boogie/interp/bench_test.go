package interp_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/interp"
)

// reduction is a tree reduction as package instrument writes it, with a loop of
// its own for every thread before it.
const reduction = logging + `
const t$1: int; const t$2: int; const n: int;
axiom 0 <= t$1 && t$1 < 64; axiom 0 <= t$2 && t$2 < 64; axiom 0 <= n && n < 100000;
const {:existential true} c0: bool; const {:existential true} c1: bool; const {:existential true} c2: bool;
procedure reduce() requires t$1 != t$2 && !seen; modifies seen, offs; {
  var i$1: int; var i$2: int; var l$1: bool; var l$2: bool; var s: int; var p$1: bool; var p$2: bool;
  i$1 := t$1; i$2 := t$2; l$1 := i$1 < n; l$2 := i$2 < n;
  while (l$1 || l$2)
    invariant c0 ==> l$1 && l$2 ==> i$1 - i$2 == t$1 - t$2;
    invariant c1 ==> (i$1 - t$1) mod 64 == 0 && (i$2 - t$2) mod 64 == 0;
  {
    call LOG(l$1, i$1); call CHECK(l$2, i$2);
    i$1 := (if l$1 then i$1 + 64 else i$1); i$2 := (if l$2 then i$2 + 64 else i$2);
    l$1 := l$1 && i$1 < n; l$2 := l$2 && i$2 < n;
  }
  call BARRIER(true);
  s := 32;
  while (s > 0) invariant c2 ==> !seen; {
    p$1 := t$1 < s; p$2 := t$2 < s;
    call LOG(p$1, t$1); call CHECK(p$2, t$2);
    call BARRIER(true);
    s := s div 2;
  }
}
`

// BenchmarkRun reports the time of one instruction, and of one of Boogie's
// statements: each iteration has 13, the calls counted as one.
func BenchmarkRun(b *testing.B) {
	q := compile(b, reduction)
	steps := int64(0)
	b.ResetTimer()
	for i := range b.N {
		out, err := q.Run("reduce", uint64(i), interp.Limits{})
		require.NoError(b, err)
		steps += out.Steps
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/instruction")
	b.ReportMetric(float64(steps)/float64(b.N), "instructions/op")
}

// BenchmarkStatement runs assignments only.
func BenchmarkStatement(b *testing.B) {
	q := compile(b, `procedure p() { var i: int; var x: int; var y: int; i := 0; x := 0; y := 1;
		while (i < 100) { x := x + y; y := x - y; x := (if x > 1000 then x mod 1000 else x); i := i + 1; } }`)
	b.ResetTimer()
	for range b.N {
		_, err := q.Run("p", 1, interp.Limits{})
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/500, "ns/statement")
}

func BenchmarkExplore(b *testing.B) {
	p, err := boogie.Parse("reduction.bpl", reduction)
	require.NoError(b, err)
	for range b.N {
		q, err := interp.Compile(boogie.ForInference(p))
		require.NoError(b, err)
		q.Explore(context.Background(), interp.Search{Workers: 1})
	}
}
