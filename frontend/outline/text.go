package outline

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// Words say what becomes of words in device code.
type Words struct {
	// Replaced are words and what stands in their place.
	Replaced map[string]string
	// Calls are functions whose calls become calls of another function; of an empty name, nothing: f(x) is (void)0.
	Calls map[string]string
	// Attributes are words that vanish with the parentheses behind them.
	Attributes []string
}

// Text is the device code: the file without its host functions, and with other words. What included files have is in it.
func (o *Outline) Text(w Words) string {
	var out []source.Token
	dropped := o.dropped
	for i := 0; i < len(o.tokens); i++ {
		if len(dropped) > 0 && i == dropped[0].from {
			i, dropped = dropped[0].to-1, dropped[1:]
			continue
		}
		t := o.tokens[i]
		if t.Kind == source.EOF {
			break
		}
		if t.Kind == source.Pragma {
			t.Text, t.BOL = "#pragma "+strings.TrimSpace(t.Text), true
			out = append(out, t)
			continue
		}
		called := t.Kind == source.Ident && i+1 < len(o.tokens) && o.tokens[i+1].Text == "("
		member := i > 0 && (o.tokens[i-1].Text == "." || o.tokens[i-1].Text == "->")
		call, known := w.Calls[t.Text]
		with, replaced := w.Replaced[t.Text]
		switch {
		case t.Kind != source.Ident || member:
		case called && slices.Contains(w.Attributes, t.Text):
			i = o.past(i+1) - 1
			continue
		case called && known && call == "":
			t.Text = "(void)0"
			i = o.past(i+1) - 1
		case called && known:
			t.Text = call
		case replaced:
			t.Text = with
		}
		out = append(out, t)
	}
	return strings.TrimSpace(textOf(out)) + "\n"
}

// Find is the place of the first token of device code that yields true.
func (o *Outline) Find(yes func(text string) bool) (diag.Pos, bool) {
	dropped := o.dropped
	for i := 0; i < len(o.tokens); i++ {
		if len(dropped) > 0 && i == dropped[0].from {
			i, dropped = dropped[0].to-1, dropped[1:]
			continue
		}
		if yes(o.tokens[i].Text) {
			return o.tokens[i].Pos, true
		}
	}
	return diag.Pos{}, false
}

// textOf writes tokens as text, with the lines that they stand in.
func textOf(tokens []source.Token) string {
	var b strings.Builder
	indent := 0
	for i, t := range tokens {
		if t.Text == "}" {
			indent--
		}
		switch {
		case i == 0:
		case t.BOL && t.Kind != source.Pragma:
			b.WriteString("\n" + strings.Repeat("  ", max(indent, 0)))
		case t.BOL:
			b.WriteString("\n")
		case t.Space || touching(tokens[i-1], t):
			b.WriteByte(' ')
		}
		if t.Text == "{" {
			indent++
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// touching reports whether two tokens would be read as one without a space.
func touching(a, b source.Token) bool {
	word := func(t source.Token) bool {
		return t.Kind == source.Ident || t.Kind == source.Number || t.Kind == source.Char || t.Kind == source.String
	}
	if word(a) && word(b) {
		return true
	}
	return a.Kind == source.Punct && b.Kind == source.Punct && (a.Macro || b.Macro) && !strings.ContainsAny(a.Text+b.Text, "(){}[];,")
}
