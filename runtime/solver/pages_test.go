package solver

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSolversStartInLargePages(t *testing.T) {
	for _, c := range []struct {
		name      string
		env, want []string
	}{
		{"nothing set", []string{"PATH=/bin"}, []string{"PATH=/bin", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"}},
		{"set by the user", []string{"GLIBC_TUNABLES=glibc.malloc.arena_max=1"}, []string{"GLIBC_TUNABLES=glibc.malloc.arena_max=1"}},
		{"another variable that begins alike", []string{"GLIBC_TUNABLES_OLD=x"}, []string{"GLIBC_TUNABLES_OLD=x", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, inLargePages(c.env)) })
	}
}
