package render

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
	"gv2/runtime/claim"
)

// TestFixes: an edit becomes a change of lines where the text has a place for it.
func TestFixes(t *testing.T) {
	text := strings.Join([]string{
		"void k() {", // 1
		"  a = 1; // }",
		"  for (int i = 0; i < n; i++) {",
		"    b = a; /* { */",
		"    c(\"}\");",
		"  }", // 6
		"  while (x)",
		"    y = 1;",
		"  if (p) {",
		"    q();", // 10
		"  } else if (r) {",
		"    s();",
		"  } else",
		"    t();",
		"  for (;;) { u(); }", // 15
		"  if (p) v();",
		"#if 1 // {",
		"  w();",
		"#endif",
		"  do {",
		"    z = 1; z = 2;",
		"  } while (z);", // 22
		"}",
	}, "\n")
	for _, c := range []struct {
		line, col int
		place     claim.EditPlace
		want      string
	}{
		{2, 3, claim.InFront, "2:  sync();"},
		{8, 5, claim.InFront, ""},
		{14, 5, claim.InFront, ""},
		{9, 3, claim.InFront, "9:  sync();"},
		{18, 3, claim.InFront, "18:  sync();"},
		{3, 3, claim.AtEnd, "6:    sync();"},
		{7, 3, claim.AtEnd, ""},
		{15, 3, claim.AtEnd, ""},
		{20, 3, claim.AtEnd, "22:    sync();"},
		{9, 3, claim.AtBack, "15:  sync();"},
		{11, 10, claim.AtBack, ""},
		{16, 3, claim.AtBack, "17:  sync();"},
		{7, 3, claim.InBody, "7-2:  while (x) {\n    sync();\n    y = 1;\n  }"},
		{16, 3, claim.InBody, "16-1:  if (p) {\n      sync();\n      v();\n  }"},
		{11, 10, claim.InElse, "13-2:  } else {\n    sync();\n    t();\n  }"},
		{9, 3, claim.InBody, ""},
		{9, 3, claim.InElse, ""},
		{10, 5, claim.Instead, "10-1:"},
		{14, 5, claim.Instead, ""},
		{21, 5, claim.Instead, ""},
		{99, 1, claim.InFront, ""},
	} {
		e := claim.Edit{At: diag.Pos{File: "k.cu", Line: c.line, Col: c.col}, Place: c.place, Text: "sync();"}
		if c.place == claim.Instead {
			e.Text = ""
		}
		assert.Equal(t, c.want, shown(fixes("k.cu", []byte(text), []claim.Edit{e})), "%d:%d place %d", c.line, c.col, c.place)
	}
	assert.Nil(t, fixes("other.cu", []byte(text), []claim.Edit{{At: diag.Pos{File: "k.cu", Line: 2, Col: 3}}}), "of another file")
}

func shown(list []fix) string {
	var out []string
	for _, f := range list {
		line := strconv.Itoa(f.Line)
		if f.Remove > 0 {
			line += "-" + strconv.Itoa(f.Remove)
		}
		out = append(out, line+":"+f.Text)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
