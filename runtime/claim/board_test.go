package claim

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

var (
	race     = Claim{Property: kernel.DataRace}
	across   = Claim{Property: kernel.DataRace, Scope: BetweenBlocks}
	diverges = Claim{Property: kernel.Divergence}
	deadlock = Claim{Property: kernel.Deadlock}
)

func board(list ...Evidence) *Board {
	b := &Board{}
	b.Enter(list...)
	return b
}

func proof(c Claim, rests ...Claim) Proof { return Proof{Claims: []Claim{c}, RestsOn: rests} }

func TestNothingIsProvedByNothing(t *testing.T) {
	assert.Equal(t, Unknown, board().Status(race))
	assert.Equal(t, Unknown, board(Open{Claims: []Claim{race}}).Status(race))
	assert.Equal(t, Unknown, board(proof(diverges)).Status(race))
}

// TestProofsMayRestOnEachOther: that is the argument of the first violation.
func TestProofsMayRestOnEachOther(t *testing.T) {
	both := board(proof(race, diverges), proof(diverges, race))
	assert.Equal(t, Proved, both.Status(race))
	assert.Equal(t, Proved, both.Status(diverges))
	broken := board(proof(race, diverges), proof(diverges, race, deadlock))
	assert.Equal(t, Unknown, broken.Status(race))
	assert.Equal(t, Unknown, broken.Status(diverges))
	missing, any := broken.Missing(diverges, Unknown)
	assert.True(t, any)
	assert.Equal(t, deadlock, missing, "race has a proof itself")
}

// TestAnyProofWillDo: a second proof stands where the first does not.
func TestAnyProofWillDo(t *testing.T) {
	assert.Equal(t, Proved, board(proof(race, diverges), proof(race)).Status(race))
}

func TestWhatIsRefutedHoldsNothing(t *testing.T) {
	b := board(proof(race, diverges), proof(diverges), Witness{Claim: diverges, Finding: Finding{Seen: Program}, Needs: Program})
	assert.Equal(t, Refuted, b.Status(diverges))
	assert.Equal(t, Unknown, b.Status(race))
}

// TestWitnessesNeedConfidence: what is only suspected refutes nothing, and takes no proof back.
func TestWitnessesNeedConfidence(t *testing.T) {
	suspected := Witness{Claim: race, Finding: Finding{Seen: Program}, Needs: Executed}
	assert.Equal(t, Unknown, board(suspected).Status(race))
	assert.Equal(t, Proved, board(suspected, proof(race)).Status(race))
	assert.Equal(t, Refuted, board(suspected, Witness{Claim: race, Finding: Finding{Seen: Executed}, Needs: Executed}).Status(race))
	assert.Equal(t, Unknown, board(Witness{Claim: race, Finding: Finding{Seen: Executed}, Needs: Never}).Status(race))
}

// TestWhatIsAssumedIsNotProved: it holds for what rests on it, and nothing more.
func TestWhatIsAssumedIsNotProved(t *testing.T) {
	b := board(Assumption{Claims: []Claim{diverges}}, proof(race, diverges))
	assert.Equal(t, Proved, b.Status(race))
	assert.Equal(t, Unknown, b.Status(diverges))
	b.Enter(proof(diverges, deadlock))
	assert.Equal(t, Unknown, b.Status(diverges), "its proof does not stand")
	b.Enter(Witness{Claim: diverges})
	assert.Equal(t, Unknown, b.Status(race))
}

func TestBounds(t *testing.T) {
	few := Proof{Claims: []Claim{diverges}, Bound: "n = 0..3"}
	b := board(few, proof(race, diverges))
	assert.Equal(t, Bounded, b.Status(diverges))
	assert.Equal(t, "n = 0..3", b.Bound(race))
	assert.Equal(t, Bounded, b.Status(race), "what rests on few executions speaks of no others")
	b.Enter(proof(diverges))
	assert.Equal(t, Proved, b.Status(race))
}

func TestNotChecked(t *testing.T) {
	b := board(Open{Claims: Of(kernel.LoopInvariant), Why: Reason{Kind: NotItsBusiness, Text: "none"}})
	assert.Equal(t, NotChecked, b.Property(kernel.LoopInvariant))
	b.Enter(Proof{Claims: Of(kernel.LoopInvariant)})
	assert.Equal(t, Proved, b.Property(kernel.LoopInvariant))
}

func TestPropertyIsAsBadAsItsClaims(t *testing.T) {
	b := board(proof(race))
	assert.Equal(t, Unknown, b.Property(kernel.DataRace))
	b.Enter(proof(across))
	assert.Equal(t, Proved, b.Property(kernel.DataRace))
	b.Enter(Witness{Claim: across})
	assert.Equal(t, Refuted, b.Property(kernel.DataRace))
	assert.Equal(t, Proved, b.Status(race))
}

func TestReasons(t *testing.T) {
	assert.True(t, Reason{}.None())
	assert.Equal(t, "rests on data-race, which is refuted", Resting(kernel.DataRace, Refuted).String())
	assert.Equal(t, "no", Because("no").String())
}

// TestStatusByDefinition compares the fixpoint with its definition: the union of all sets
// of claims of which each is unrefuted and has a proof that rests on the set alone.
func TestStatusByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		b, claims := randomBoard(r)
		for _, bounded := range []bool{false, true} {
			want := closedUnion(b, claims, bounded)
			got := b.holding(bounded)
			for _, c := range claims {
				assert.Equal(t, want[c], got[c], "board %d, bounded %v, %s", n, bounded, c)
			}
		}
		for _, c := range claims {
			assert.Equal(t, statusByDefinition(b, claims, c), b.Status(c))
		}
	}
}

// TestEvidenceIsMonotone: a proof more takes no status down, and a witness takes none up.
func TestEvidenceIsMonotone(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		b, claims := randomBoard(r)
		before := map[Claim]Status{}
		for _, c := range claims {
			before[c] = b.Status(c)
		}
		more := &Board{entries: append([]Evidence{}, b.entries...)}
		more.Enter(randomProof(r, claims))
		less := &Board{entries: append([]Evidence{}, b.entries...)}
		less.Enter(Witness{Claim: claims[r.IntN(len(claims))]})
		for _, c := range claims {
			assert.False(t, more.Status(c).Worse(before[c]))
			assert.False(t, before[c].Worse(less.Status(c)))
		}
	}
}

// TestOrderDoesNotMatter: Status is a function of the set of evidence.
func TestOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		b, claims := randomBoard(r)
		other := &Board{}
		for _, i := range r.Perm(len(b.entries)) {
			other.Enter(b.entries[i])
		}
		for _, c := range claims {
			assert.Equal(t, b.Status(c), other.Status(c))
		}
	}
}

func randomBoard(r *rand.Rand) (*Board, []Claim) {
	var claims []Claim
	for i := range 2 + r.IntN(4) {
		claims = append(claims, Claim{Property: kernel.DataRace, Part: fmt.Sprint(i)})
	}
	b := &Board{}
	for range r.IntN(8) {
		b.Enter(randomProof(r, claims))
	}
	if r.IntN(4) == 0 {
		b.Enter(Assumption{Claims: []Claim{claims[r.IntN(len(claims))]}})
	}
	for range r.IntN(3) {
		b.Enter(Witness{Claim: claims[r.IntN(len(claims))], Finding: Finding{Seen: Confidence(r.IntN(3))}, Needs: Confidence(r.IntN(4))})
	}
	return b, claims
}

func randomProof(r *rand.Rand, claims []Claim) Proof {
	p := Proof{}
	for _, c := range claims {
		if r.IntN(3) == 0 {
			p.Claims = append(p.Claims, c)
		}
		if r.IntN(4) == 0 {
			p.RestsOn = append(p.RestsOn, c)
		}
	}
	if r.IntN(3) == 0 {
		p.Bound = "few"
	}
	return p
}

// closedUnion goes through all sets of claims.
func closedUnion(b *Board, claims []Claim, bounded bool) map[Claim]bool {
	union := map[Claim]bool{}
	for mask := range 1 << len(claims) {
		set := map[Claim]bool{}
		for i, c := range claims {
			set[c] = mask>>i&1 == 1
		}
		closed := true
		for _, c := range claims {
			closed = closed && (!set[c] || !b.refuted(c) && heldIn(b, c, set, bounded))
		}
		for c, in := range set {
			union[c] = union[c] || closed && in
		}
	}
	return union
}

// heldIn is provedIn, or assumed.
func heldIn(b *Board, c Claim, set map[Claim]bool, bounded bool) bool {
	for _, e := range b.entries {
		if a, is := e.(Assumption); is && a.Claims[0] == c {
			return true
		}
	}
	return provedIn(b, c, set, bounded)
}

func provedIn(b *Board, c Claim, set map[Claim]bool, bounded bool) bool {
	for _, e := range b.entries {
		p, is := e.(Proof)
		if !is || p.Bound != "" && !bounded {
			continue
		}
		shows, stands := false, true
		for _, of := range p.Claims {
			shows = shows || of == c
		}
		for _, base := range p.RestsOn {
			stands = stands && set[base]
		}
		if shows && stands {
			return true
		}
	}
	return false
}

func statusByDefinition(b *Board, claims []Claim, c Claim) Status {
	for _, e := range b.entries {
		if w, is := e.(Witness); is && w.Claim == c && w.Finding.Seen >= w.Needs {
			return Refuted
		}
	}
	switch {
	case provedIn(b, c, closedUnion(b, claims, false), false):
		return Proved
	case provedIn(b, c, closedUnion(b, claims, true), true):
		return Bounded
	}
	return Unknown
}

// TestDistancesAreDoubted: what a distance of two pointers leads to refutes nothing, as no launch may have that distance.
func TestDistancesAreDoubted(t *testing.T) {
	assertion := Claim{Property: kernel.Assertion}
	fault := func(array string, values Values) *Board {
		b := &Board{}
		b.NeedApart([]kernel.Overlap{{Array: "a", Distance: "b_offset", Why: "not known"}})
		for _, c := range []Claim{race, assertion} {
			b.Enter(Witness{Claim: c, Finding: Finding{Array: array, Values: values, Seen: Executed}, Needs: Executed})
		}
		return b
	}
	far := fault("s", Values{"b_offset": "0"})
	assert.Equal(t, Unknown, far.Status(race))
	assert.Equal(t, Unknown, far.Status(assertion))
	near := fault("s", Values{"n": "0"})
	assert.Equal(t, Refuted, near.Status(race))
	assert.Equal(t, Refuted, near.Status(assertion))
	assert.Equal(t, Unknown, fault("a", nil).Status(race))
}
