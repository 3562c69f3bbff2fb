package candidate

import "gv2/boogie"

// generationRule: what the encoding of named barriers knows of its own counters and logs.
var generationRule = rule{"generation", func(l *Loop) []boogie.Expr {
	return l.of.Counts(l)
}}
