package instrument

import "gv2/boogie"

// generationRule: what the encoding of named barriers knows of its own counters and logs.
var generationRule = rule{"generation", func(l *loopContext) []boogie.Expr {
	return l.of.counts(l)
}}
