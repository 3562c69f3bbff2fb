package instrument

import "gv2/boogie"

// generationRule: what the encoding of named barriers knows of its own counters and logs.
var generationRule = rule{"generation", func(l *loopContext) []boogie.Expr {
	if l.gen == nil {
		return nil
	}
	return l.gen.candidates(l)
}}
