package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAccessAt(t *testing.T) {
	for line, want := range map[string]string{
		"tile[l + 128] = 1;":           "tile[l + 128]",
		"a[b[i]][j] += a[0];":          "a[b[i]][j]",
		"p->x[i].y = 2;":               "p->x[i].y",
		"*(p + 64) = 3;":               "*(p + 64)",
		"*p++ = 3;":                    "*p",
		"(p + 1)[i] = 3;":              "(p + 1)[i]",
		"atomicAdd(&h[i], 1);":         "atomicAdd(&h[i], 1)",
		"N::table[2] < 3;":             "N::table[2]",
		"static_cast<int*>(p)[1] = 2;": "static_cast<int*>(p)[1]",
		"x < y[2];":                    "",
		"x = 3;":                       "",
		"3 + tile[1]":                  "",
		"tile[i +":                     "",
		"(p":                           "",
		"":                             "",
		"*":                            "",
		"a.":                           "",
		"a[1]->":                       "a[1]",
	} {
		assert.Equal(t, want, accessAt(line), line)
	}
}
