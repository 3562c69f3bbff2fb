package cuda

import "gv2/frontend/source"

// asmStmt reads asm volatile("text" : outs : ins : clobbers);.
func (p *parser) asmStmt() Stmt {
	s := &AsmStmt{Pos: p.next().Pos}
	for p.failed == nil && p.peek().Kind == source.Ident {
		t := p.next()
		switch t.Text {
		case "volatile", "__volatile__", "__volatile":
			s.Volatile = true
		case "inline", "__inline__": // how large the compiler takes the text to be
		default:
			p.unsupported(t.Pos, "asm %s; use control flow of the language", t.Text)
		}
	}
	p.want("(")
	defer p.open()()
	// Messages about the text name its own lines only where each of its characters is one of
	// the file: a single literal without escapes.
	first := p.peek()
	s.Text, _ = p.stringText()
	if first.Text == `"`+s.Text+`"` {
		s.TextPos = first.Pos
		s.TextPos.Col++
	}
	p.asmOperands(s)
	p.want(")")
	p.want(";")
	return s
}

// asmOperands reads the sections after the text; :: is two colons.
func (p *parser) asmOperands(s *AsmStmt) {
	section := 0
	for p.failed == nil && !p.is(")") {
		switch {
		case p.got(":"):
			section++
		case p.got("::"):
			section += 2
		default:
			p.expected("':' or ')'")
			return
		}
		if p.is(")") || p.is(":") || p.is("::") {
			continue
		}
		switch section {
		case 1:
			s.Outs = p.asmList()
		case 2:
			s.Ins = p.asmList()
		case 3:
			s.Clobbers = p.asmClobbers()
		default:
			p.unsupported(p.peek().Pos, "asm goto; use control flow of the language")
		}
	}
}

func (p *parser) asmList() []AsmOperand {
	var list []AsmOperand
	for p.failed == nil {
		var op AsmOperand
		if p.got("[") {
			op.Name = p.wantName()
			p.want("]")
		}
		op.Constraint, _ = p.stringText()
		p.want("(")
		op.X = p.expr()
		p.want(")")
		list = append(list, op)
		if !p.got(",") {
			break
		}
	}
	return list
}

// asmClobbers reads the registers that the text changes, and "memory". Package ptx reads the
// text itself and so knows what it changes; the list is kept for the dump.
func (p *parser) asmClobbers() []string {
	var list []string
	for p.failed == nil {
		text, _ := p.stringText()
		list = append(list, text)
		if !p.got(",") {
			break
		}
	}
	return list
}
