package candidate

import (
	"gv2/boogie"
	"gv2/instrument/key"
)

// maxSources bounds how many statements logSourceRule tells apart.
const maxSources = 24

// logSourceRule: what is logged was logged by a statement that logs to it, and not
// by one that a barrier follows, or a __syncwarp for threads that wait for each other
// there.
var logSourceRule = rule{"log-source", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	done := map[string]bool{}
	for _, a := range l.Accesses {
		sites := l.sitesOf(a)
		if done[a.log()] || len(sites) < 2 || len(sites) > maxSources {
			continue
		}
		done[a.log()] = true
		source := boogie.V(key.SourceName(a.Kind, a.Array))
		var any []boogie.Expr
		for _, s := range sites {
			any = append(any, boogie.Eq(source, boogie.I(int64(s))))
			other := boogie.Imp(boogie.V(a.log()), boogie.Ne(source, boogie.I(int64(s))))
			out = append(out, other)
			for _, together := range l.of.Together() {
				out = append(out, boogie.Imp(together, other))
			}
		}
		out = append(out, boogie.Imp(boogie.V(a.log()), boogie.Or(any...)))
	}
	return out
}}
