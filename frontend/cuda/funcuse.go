package cuda

import (
	"strings"

	"gv2/frontend/source"
)

// FunctionUse is a place that names a function without calling or declaring it,
// so that it may make a pointer to it: add, add<float>.
type FunctionUse struct {
	Ident *Ident
	// Fault is set if the template arguments cannot be read.
	Fault string
}

// annotationPrefixes begin the names of annotations. They compare with a
// function's address, but do not let it reach the program.
var annotationPrefixes = []string{"__requires", "__ensures", "__assert", "__assume", "__invariant", "__global_", "__return_val"}

// functionUses finds the functions to which a pointer may exist. Host code
// counts, too, but is not parsed, so it scans all tokens. A variable of the
// same name counts as well, which only makes the set larger.
func (p *parser) functionUses(decls []Decl) []FunctionUse {
	templates := map[string]bool{}
	for _, d := range decls {
		if fn, ok := d.(*FuncDecl); ok && !fn.Global {
			templates[fn.Name] = templates[fn.Name] || fn.Template != nil
		}
	}
	var uses []FunctionUse
	seen := map[string]bool{}
	for i := 0; i < len(p.toks)-1; i++ {
		t := &p.toks[i]
		if t.Kind != source.Ident {
			continue
		}
		isTemplate, known := templates[t.Text]
		next := p.toks[i+1].Text
		switch {
		case next == "(" && isAnnotation(t.Text) && p.match[i+1] > int32(i):
			i = int(p.match[i+1])
		case !known || next == "(" || next == "::":
		case isTemplate && next == "<":
			if u := p.functionUse(i); u.Ident != nil && !seen[sexpr(u.Ident)] {
				seen[sexpr(u.Ident)] = true
				uses = append(uses, u)
			}
		case !seen[t.Text]:
			seen[t.Text] = true
			uses = append(uses, FunctionUse{Ident: &Ident{Pos: t.Pos, Name: t.Text}})
		}
	}
	return uses
}

func isAnnotation(name string) bool {
	for _, prefix := range annotationPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// functionUse reads the use of a function template at toks[i]; a result without
// Ident is a call or the name of a specialisation.
func (p *parser) functionUse(i int) FunctionUse {
	r := p.unit.parser(i+1, len(p.toks)-1, p.names)
	args := r.templateArgs()
	id := &Ident{Pos: p.toks[i].Pos, Name: p.toks[i].Text, Args: args, HasArgs: true}
	switch {
	case r.failed != nil:
		return FunctionUse{Ident: id, Fault: r.failed.Message}
	case r.is("("):
		return FunctionUse{}
	}
	return FunctionUse{Ident: id}
}
