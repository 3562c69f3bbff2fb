package library

func init() { define(move, "std::move", "cuda::std::move") }

// move is std::move(x) of a scalar or pointer, which is x. What classes do when they are
// moved from is theirs.
func move(c Call) (Value, bool) {
	if c.Len() != 1 || c.ArgType(0).Bad() || !c.ArgType(0).IsScalar() && !isClusterToken(c.ArgType(0)) {
		return bad, false
	}
	return c.Arg(0), true
}
