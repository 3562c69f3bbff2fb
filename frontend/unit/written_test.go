package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
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

// TestArgument: what an annotation assumes is told as the source has it.
func TestArgument(t *testing.T) {
	u := &Unit{Name: "k.cu", Text: []byte("  __assume( i == 2 * t );\n  __assume(a\n  > 3);\n  x;\n  f(1);\n")}
	for at, want := range map[diag.Pos]string{
		{File: "k.cu", Line: 1, Col: 3}:      "i == 2 * t",
		{File: "k.cu", Line: 2, Col: 3}:      "",
		{File: "k.cu", Line: 5, Col: 3}:      "",
		{File: "k.cu", Line: 4, Col: 3}:      "",
		{File: "k.cu", Line: 9, Col: 1}:      "",
		{File: "nowhere.h", Line: 1, Col: 1}: "",
		{}:                                   "",
	} {
		assert.Equal(t, want, u.argument(at), at.String())
	}
}
