// Package annotation knows GPUVerify's annotations: calls of functions that say
// something about the program. Kinds are the annotations that are statements, by
// name, and where they stand in a function; functions are those that only mean
// something in the argument of an annotation, such as __other_int or __read.
//
// The meaning of a function is an expression of the kernel IR over what the front end
// evaluates for it, a Call. What contracts remember of a call of the function, and
// where their assertions go, is package lower's.
//
// To add a function, enter it in functions; to add a statement, enter it in kinds.
package annotation

import (
	"strings"

	"gv2/frontend/cuda"
)

// Form says what a statement's annotation is.
type Form int

const (
	None Form = iota
	Assertion
	Assumption
	Invariance // of a loop; elsewhere an assertion
	Precondition
	Postcondition
	FunctionWide  // invariant of every loop of the function
	BarrierWide   // invariant at a barrier
	FreshArray    // of a pointer that a struct holds
	AccessClause  // the function may access what the pointer leads to
	Impossible    // no thread reaches this point
	NothingToSay  // has no meaning for gv2
	Printed       // printf
	HostAssertion // assert
)

// Kind is a form with its variations.
type Kind struct {
	Form      Form
	Global    bool // it holds for threads that do not reach it as well
	Candidate bool // a guess
	Write     bool // of an AccessClause
}

// kinds are the annotations that are statements, by name.
var kinds = map[string]Kind{
	"printf": {Form: Printed},
	"assert": {Form: HostAssertion},

	"__assert":                         {Form: Assertion},
	"__unsafe_assert":                  {Form: Assertion},
	"__global_assert":                  {Form: Assertion, Global: true},
	"__unsafe_global_assert":           {Form: Assertion, Global: true},
	"__candidate_assert":               {Form: Assertion, Candidate: true},
	"__unsafe_candidate_assert":        {Form: Assertion, Candidate: true},
	"__candidate_global_assert":        {Form: Assertion, Global: true, Candidate: true},
	"__unsafe_candidate_global_assert": {Form: Assertion, Global: true, Candidate: true},

	"__assume":              {Form: Assumption},
	"__builtin_assume":      {Form: Assumption},
	"__builtin_unreachable": {Form: Impossible},

	"__invariant":                  {Form: Invariance},
	"__global_invariant":           {Form: Invariance, Global: true},
	"__candidate_invariant":        {Form: Invariance, Candidate: true},
	"__candidate_global_invariant": {Form: Invariance, Global: true, Candidate: true},
	"__global_candidate_invariant": {Form: Invariance, Global: true, Candidate: true},

	"__requires":             {Form: Precondition},
	"__global_requires":      {Form: Precondition, Global: true},
	"__requires_fresh_array": {Form: FreshArray},
	"__ensures":              {Form: Postcondition},
	"__global_ensures":       {Form: Postcondition, Global: true},

	"__function_wide_invariant":           {Form: FunctionWide, Global: true},
	"__function_wide_candidate_invariant": {Form: FunctionWide, Global: true, Candidate: true},
	"__candidate_function_wide_invariant": {Form: FunctionWide, Global: true, Candidate: true},

	"__reads_from":         {Form: AccessClause},
	"__reads_from_local":   {Form: AccessClause},
	"__reads_from_global":  {Form: AccessClause},
	"__writes_to":          {Form: AccessClause, Write: true},
	"__writes_to_local":    {Form: AccessClause, Write: true},
	"__writes_to_global":   {Form: AccessClause, Write: true},
	"__read_permission":    {Form: NothingToSay},
	"__array_snapshot":     {Form: None},
	"__barrier_invariant":  {Form: BarrierWide},
	"__non_temporal_loads": {Form: NothingToSay},

	"__non_temporal_loads_begin": {Form: NothingToSay},
	"__non_temporal_loads_end":   {Form: NothingToSay},
}

// Of recognises the name of an annotation that is a statement.
func Of(name string) Kind {
	if strings.HasPrefix(name, "__barrier_invariant") {
		return Kind{Form: BarrierWide}
	}
	return kinds[name]
}

// Is reports whether a call of fun among declared is an annotation: the
// program may declare what GPUVerify's headers do, but not define it.
func Is(fun *cuda.Ident, declared []*cuda.FuncDecl) bool {
	if len(fun.Path) > 0 || Of(fun.Name).Form == None {
		return false
	}
	for _, fn := range declared {
		if fn.HasBody || !strings.HasPrefix(fun.Name, "__") {
			return false
		}
	}
	return true
}
