package cuda

import (
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// prepare makes the parser's tokens from the preprocessor's, and what the pragmas
// among them say: it keeps those of loops only, splits >> and >>> so that they can close template
// argument lists (in an expression two adjacent > make a shift again), and ends
// the list with EOF.
func prepare(toks []source.Token) ([]source.Token, *pragmas) {
	notes := &pragmas{}
	out := make([]source.Token, 0, len(toks)+1)
	for _, t := range toks {
		switch {
		case t.Kind == source.EOF:
			return append(out, t), notes
		case t.Kind == source.Pragma && !isUnroll(t.Text):
			notes.take(&t, len(out))
		case t.Kind == source.Punct && (t.Text == ">>" || t.Text == ">>>"):
			out = appendSplit(out, t)
		default:
			out = append(out, t)
		}
	}
	var end diag.Pos
	if n := len(out); n > 0 {
		end = out[n-1].Pos
		end.Col += len(out[n-1].Text)
	}
	return append(out, source.Token{Kind: source.EOF, Pos: end}), notes
}

func appendSplit(out []source.Token, t source.Token) []source.Token {
	n := len(t.Text)
	t.Text = ">"
	for i := 0; i < n; i++ {
		out = append(out, t)
		t.Pos.Col++
		t.Space, t.BOL = false, false
	}
	return out
}

func isUnroll(text string) bool {
	word := strings.TrimSpace(text)
	return strings.HasPrefix(word, "unroll") || strings.HasPrefix(word, "nounroll")
}

// brackets pairs ( [ { with their closing brackets: match[i] is the index of
// the other one, or -1. A closing brace ends everything left open inside it, so
// that a missing parenthesis spoils one declaration and not the file.
func brackets(toks []source.Token) []int32 {
	match := make([]int32, len(toks))
	var open []int32
	for i := range toks {
		match[i] = -1
		if toks[i].Kind != source.Punct || len(toks[i].Text) != 1 {
			continue
		}
		switch c := toks[i].Text[0]; c {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			open = closeBracket(toks, match, open, i, c)
		}
	}
	return match
}

func closeBracket(toks []source.Token, match, open []int32, i int, c byte) []int32 {
	opener := map[byte]byte{')': '(', ']': '[', '}': '{'}[c]
	for n := len(open) - 1; n >= 0; n-- {
		o := open[n]
		if toks[o].Text[0] == opener {
			match[o], match[i] = int32(i), o
			return open[:n]
		}
		if c != '}' && toks[o].Text[0] == '{' {
			break
		}
	}
	return open
}
