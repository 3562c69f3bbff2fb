package predicate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

func full() kernel.Expr { return kernel.NewConst(kernel.U32, 1<<32-1) }

// met is k with a warp function in front of each store of its loops, of which nothing needs the result.
func met(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	n := 0
	c.Body = kernel.Rewrite(k.Body, func(_, s kernel.Stmt) []kernel.Stmt {
		l, is := s.(*kernel.Loop)
		if !is {
			return []kernel.Stmt{s}
		}
		inner := *l
		inner.Body = kernel.Rewrite(l.Body, func(_, s kernel.Stmt) []kernel.Stmt {
			if _, store := s.(*kernel.Store); !store {
				return []kernel.Stmt{s}
			}
			n++
			if n%3 == 0 {
				return []kernel.Stmt{&kernel.WarpSync{Src: s.Source(), Mask: full()}, s}
			}
			zero := kernel.NewConst(kernel.I32, 0)
			nothing := &kernel.Var{Name: fmt.Sprintf("met%d", n), T: kernel.I32, Temp: true}
			c.Vars = append(c.Vars[:len(c.Vars):len(c.Vars)], nothing)
			return []kernel.Stmt{&kernel.Shuffle{Src: s.Source(), Dst: nothing, Mode: "idx", Mask: full(), Value: zero, Lane: zero, Width: kernel.NewConst(kernel.I32, 32)}, s}
		})
		return []kernel.Stmt{&inner}
	})
	return &c
}

// unmet is k without warp functions.
func unmet(k *kernel.Kernel) *kernel.Kernel {
	c := *k
	c.Body = kernel.Rewrite(k.Body, func(_, s kernel.Stmt) []kernel.Stmt {
		switch s.(type) {
		case *kernel.WarpSync, *kernel.Shuffle:
			return nil
		}
		return []kernel.Stmt{s}
	})
	return &c
}

// Loops in which lanes only meet are cut as if they did not, and stay for the meeting.
func TestCutLoopsLeavesMeetings(t *testing.T) {
	compared, cutCount, meet := 0, 0, 0
	eachLoopy(t, func(seed int64, plain *kernel.Kernel) {
		k := met(plain)
		require.NoError(t, kernel.Check(k), "seed %d", seed)
		c, cut := rewrite.CutLoops(k, fact.SameBlock, false, false, nil)
		require.NoError(t, kernel.Check(c), "seed %d\n%s", seed, kernel.Print(c))
		if len(cut) == 0 || !hasMeeting(k) {
			return
		}
		cutCount++
		if hasMeeting(c) {
			meet++ // else no lane can be missing there
		}
		require.False(t, hasSync(c) && !hasShared(k) && len(cut) == loops(k), "seed %d: a sync still orders\n%s", seed, kernel.Print(c))
		for tid := int64(0); tid < 3; tid++ {
			want := brief(plain, tid)
			if want.err != nil {
				continue
			}
			runs, ok := chosen(unmet(c), k, tid, 1)
			if !ok {
				continue
			}
			compared++
			got := slices.Concat(runs...)
			for _, event := range want.trace {
				if !strings.HasPrefix(event, "load ro") && !slices.Contains(got, event) {
					t.Fatalf("seed %d thread %d: %s is missed\n%s\n%s", seed, tid, event, kernel.Print(k), kernel.Print(c))
				}
			}
		}
	})
	t.Logf("%d kernels, of which lanes meet in %d, %d runs compared", cutCount, meet, compared)
	require.Greater(t, meet, 50, "lanes meet")
	require.Greater(t, cutCount, 100, "loops are cut")
	require.Greater(t, compared, 100, "kernels are compared")
}

func hasMeeting(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		found = found || kernel.MeetsInWarp(s)
		return true
	})
	return found
}

func hasSync(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		_, is := s.(*kernel.WarpSync)
		found = found || is
		return true
	})
	return found
}

func hasShared(k *kernel.Kernel) bool {
	return slices.ContainsFunc(k.Arrays, func(a *kernel.Array) bool { return a.Space == kernel.Shared })
}
