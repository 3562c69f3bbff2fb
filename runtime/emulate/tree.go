package emulate

import "gv2/frontend/kernel"

// node is an occurrence of a statement in the kernel.
type node struct {
	stmt   kernel.Stmt
	parent int32 // -1 at the top
	site   int32 // index into Program.Sites, -1 if none
	// goal is, for a jump, the Loop or Region it leaves or continues; -1 for Return.
	goal int32
	// parts are the lists of statements inside: Then and Else; Head, Body and
	// Post; a Region's body. A Loop's invariants are not executed.
	parts [][]int32
	// jumps are the jumps with this node as their goal.
	jumps []int32
}

// tree is a kernel's body with its statements numbered in the order of the text.
type tree struct {
	nodes []node
	body  []int32
}

func newTree(body []kernel.Stmt) *tree {
	n := 0
	kernel.Walk(body, func(kernel.Stmt) bool {
		n++
		return true
	})
	t := &tree{nodes: make([]node, 0, n)}
	t.body = t.list(body, -1)
	return t
}

func (t *tree) list(stmts []kernel.Stmt, parent int32) []int32 {
	out := make([]int32, 0, len(stmts))
	for _, s := range stmts {
		out = append(out, t.add(s, parent))
	}
	return out
}

func (t *tree) add(s kernel.Stmt, parent int32) int32 {
	i := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{stmt: s, parent: parent, goal: -1})
	var blocks [][]kernel.Stmt
	switch s := s.(type) {
	case *kernel.If:
		blocks = [][]kernel.Stmt{s.Then, s.Else}
	case *kernel.Loop:
		blocks = [][]kernel.Stmt{s.Head, s.Body, s.Post}
	case *kernel.Region:
		blocks = [][]kernel.Stmt{s.Body}
	default:
		// Others have no statements inside.
		t.jump(i)
	}
	if blocks != nil {
		t.nodes[i].parts = make([][]int32, len(blocks))
	}
	for n, b := range blocks {
		t.nodes[i].parts[n] = t.list(b, i)
	}
	return i
}

// jump finds the goal of node i if it is a jump.
func (t *tree) jump(i int32) {
	leave, isLeave := t.nodes[i].stmt.(*kernel.Leave)
	switch t.nodes[i].stmt.(type) {
	case *kernel.Break, *kernel.Continue, *kernel.Leave:
	default:
		// A Return ends the thread and has no goal. Others do not jump.
		return
	}
	for g := t.nodes[i].parent; g >= 0; g = t.nodes[g].parent {
		var hit bool
		switch s := t.nodes[g].stmt.(type) {
		case *kernel.Loop:
			hit = !isLeave
		case *kernel.Region:
			hit = isLeave && s.Label == leave.Label
		default:
			// Nothing jumps to the end of others.
		}
		if hit {
			t.nodes[i].goal = g
			t.nodes[g].jumps = append(t.nodes[g].jumps, i)
			return
		}
	}
}

// inLoop reports whether a loop contains n.
func (t *tree) inLoop(n *node) bool {
	for up := n.parent; up >= 0; up = t.nodes[up].parent {
		if _, loop := t.nodes[up].stmt.(*kernel.Loop); loop {
			return true
		}
	}
	return false
}
