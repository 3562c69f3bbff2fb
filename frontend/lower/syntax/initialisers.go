package syntax

import (
	"slices"

	"gv2/frontend/cuda"
)

// Initialisers are those of one constructor that have not found their place yet.
type Initialisers struct{ rest []*cuda.MemberInit }

// NewInitialisers are all of a constructor.
func NewInitialisers(given []*cuda.MemberInit) *Initialisers {
	return &Initialisers{slices.Clone(given)}
}

// Take is the first that fits, which is in its place then; nil if none does.
func (in *Initialisers) Take(fits func(*cuda.MemberInit) bool) *cuda.MemberInit {
	for i, m := range in.rest {
		if fits(m) {
			in.rest = slices.Delete(in.rest, i, i+1)
			return m
		}
	}
	return nil
}

// Rest are those that are left.
func (in *Initialisers) Rest() []*cuda.MemberInit { return in.rest }
