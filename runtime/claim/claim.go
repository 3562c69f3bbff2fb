// Package claim holds what is to be decided about a kernel, what was found out about it,
// and the one function that puts this together into a status.
//
// In: evidence, and the findings that it shows: faults as people read about them. A Proof shows claims as far as other claims hold, a Witness shows a fault
// with some confidence, an Open says why a question has no answer. Evidence is entered on
// a Board and never changed or removed. Out: Board.Status, which looks at all of it. No
// other code of the product says proved.
//
// # How evidence combines
//
// A claim speaks of every point of every execution: that no thread reaches this point and
// does what the property forbids. A proof of a claim c that rests on claims R is a proof
// for every point of c under the assumption that no claim of R, nor c itself, is violated
// at an earlier point. (Two threads are taken from barrier to barrier, which is right as
// long as barriers have been used properly. What is read back is what a program without
// races has written there, which is right as long as nothing has raced.)
//
// Such proofs may rest on each other. Let H be the largest set of claims of which each has
// a proof whose R lies in H: the greatest fixpoint. Suppose that some execution violates a
// claim of H. Take the first point at which that happens, and the claim c that is violated
// there. Nothing of H was violated earlier, so nothing of R was, and the proof of c says
// that c holds here: a contradiction. So every claim of H holds in every execution. This is
// why an order of proofs is not needed, and why a claim may not be called proved for any
// other reason: the argument needs all of H at once.
//
// A claim that a witness refutes is not in H, whatever proofs there are, and nothing that
// rests on it is. A witness refutes if it was seen with the confidence that it needs. A
// model of two threads is a fault of the kernel where everything in it is an input; where
// it depends on what threads receive from each other, or on an order that the model does not
// know, somebody has to have seen it in an execution.
//
// Proofs under a bound speak of executions within that bound. The same argument, for these
// executions alone, gives what is bounded: the claims of the fixpoint over proofs with and
// without bounds.
//
// A claim that is assumed counts as one that holds, for the proofs that rest on it. What
// follows then is said under that condition. Such a board belongs to one question alone; its
// proofs, not the assumption, go to the board on which statuses are read.
package claim

import (
	"gv2/frontend/kernel"
)

// Scope is which threads a claim is about.
type Scope int

const (
	WithinBlock   Scope = iota // threads of one block
	BetweenBlocks              // threads of different blocks
)

func (s Scope) String() string {
	if s == BetweenBlocks {
		return "between blocks"
	}
	return "within a block"
}

// Claim is the smallest thing that is decided.
type Claim struct {
	Property kernel.Property
	Scope    Scope
	// Part names what a proof stands on and no report lists, as SameStatement; empty for
	// what the property itself says.
	Part string
}

// Lives is the part of data-race that blocks of a cluster have begun, and not ended, when others access their
// shared memory.
const Lives = "blocks of the cluster live"

// LoopsEnd is the part of deadlock that loops in which threads wait for what others store end.
const LoopsEnd = "loops that wait end"

// apart is the claim that pointers of different types which a launch passes lead to separate elements. Nobody shows it.
var apart = Claim{Property: kernel.DataRace, Part: "pointers apart"}

// Ends is the claim that they do.
var Ends = Claim{Property: kernel.Deadlock, Part: LoopsEnd}

// The parts of barrier-divergence.
const (
	// SameStatement is that the threads reach the same statement of each barrier. It is more
	// than hardware demands, and what the translation needs: it takes two threads through
	// the same statements.
	SameStatement = "at the same statement"
	// Masks is that the lanes that a warp function names reach it together.
	Masks = "masks"
)

func (c Claim) String() string {
	text := string(c.Property) + " " + c.Scope.String()
	if c.Part != "" {
		text += ", " + c.Part
	}
	return text
}

// Of are the claims that a property makes about a kernel.
func Of(properties ...kernel.Property) []Claim {
	var out []Claim
	for _, p := range properties {
		out = append(out, Claim{Property: p}, Claim{Property: p, Scope: BetweenBlocks})
	}
	return out
}

// Engine is who found something out, by its name in reports.
type Engine string

const (
	Weft      Engine = "weft"      // a block executed as a whole
	Boogie    Engine = "boogie"    // the prover, on the translation
	Run       Engine = "run"       // the translation, executed
	Execution Engine = "execution" // the kernel's threads, interleaved
	Axioms    Engine = "axioms"    // all executions that the memory model allows
	// Text is nobody: the kernel's text shows it, such as that it has no barrier.
	Text Engine = "text"
)

// Method is how something was found out.
type Method struct {
	Engine Engine
	// Arith is how the translation modelled integers: int or bv; empty elsewhere.
	Arith string
}

// Evidence is a Proof, a Witness, an Open or an Assumption.
type Evidence interface {
	// About are the claims that it speaks of.
	About() []Claim
}

// Premise is what a proof takes for granted of the program, in a sentence.
type Premise struct {
	Kind PremiseKind
	Text string
}

// PremiseKind is what sort of premise it is, where something depends on that.
type PremiseKind int

const (
	Stated PremiseKind = iota
	// NoOverflow is that integers are mathematical ones.
	NoOverflow
)

// Premises are sentences that proofs stand on.
func Premises(sentences ...string) []Premise {
	var out []Premise
	for _, text := range sentences {
		out = append(out, Premise{Text: text})
	}
	return out
}

// Proof shows claims.
type Proof struct {
	Claims []Claim
	// RestsOn has to hold at all earlier points.
	RestsOn []Claim
	By      Method
	// Under are the assumptions about the program that it stands on.
	Under []Premise
	// Bound says which executions the proof is about; empty for all.
	Bound string
}

// Confidence is how a fault was seen.
type Confidence int

const (
	Model    Confidence = iota // by the prover, in two threads of the translation
	Program                    // in a run of the translation
	Executed                   // in an execution of the kernel
	// Never is what no witness has: needed where the question itself is another one.
	Never
)

// Witness shows a fault.
type Witness struct {
	Claim Claim
	// Finding is the fault, with how it was seen and who saw it.
	Finding Finding
	// Needs is how it has to be seen to refute the claim.
	Needs Confidence
	// Why is the reason for more than Model; it is why the claim is open where the fault was
	// not seen so.
	Why Reason
}

// Open says why a question about claims has no answer.
type Open struct {
	Claims []Claim
	By     Method
	Why    Reason
}

// Assumption takes claims to hold while a question about others is asked. What the board of
// that question calls proved is proved if they hold; its evidence rests on them wherever
// it is entered, and they themselves are not proved by this.
type Assumption struct{ Claims []Claim }

func (p Proof) About() []Claim      { return p.Claims }
func (w Witness) About() []Claim    { return []Claim{w.Claim} }
func (o Open) About() []Claim       { return o.Claims }
func (a Assumption) About() []Claim { return a.Claims }

// Doubts is why none of the witnesses refutes what it is about; none if one does.
func Doubts(list []Witness) Reason {
	for _, w := range list {
		if w.Refutes() {
			return Reason{}
		}
	}
	if len(list) == 0 {
		return Reason{}
	}
	return list[0].Why
}

// Refutes reports whether the witness was seen as it needs to be.
func (w Witness) Refutes() bool { return w.Finding.Seen >= w.Needs }
