// Package loops gives loops of compiled code the form that source code has them in.
//
// Compilers test loops at their end, behind a test of whether there is a first round; code that is not optimised tests at the
// start, by a jump. What is behind the front end knows for and while. Each change keeps the operations of every thread and their order.
package loops

import "gv2/frontend/kernel"

// Restored is the body of a kernel with its loops as sources write them.
func Restored(body []kernel.Stmt, launch kernel.Launch) []kernel.Stmt {
	body = unguarded(entered(TestedFirst(body), launch), launch)
	return unguarded(together(body, launch), launch)
}
