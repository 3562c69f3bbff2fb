package cuda

import (
	"strconv"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// Pragmas. #pragma unroll stays a token before its loop; #pragma pack applies to the
// classes that begin after it; what is known to be advice is dropped. Any other may
// change what the code after it means: what follows is then not supported.

// idlePragmas are those that change no meaning, by their first words.
var idlePragmas = [...]string{
	"once", "omp", "acc", "ivdep", "simd", "vector", "novector", "loop", "inline", "noinline", "forceinline", "optimize",
	"GCC diagnostic", "GCC ivdep", "GCC unroll", "GCC optimize", "GCC push_options", "GCC pop_options", "GCC system_header",
	"GCC dependency", "GCC warning", "GCC error", "GCC poison", "GCC visibility", "GCC target", "GCC novector",
	"clang diagnostic", "clang loop", "clang fp", "clang optimize", "clang attribute", "clang system_header",
	"clang max_tokens_here", "clang assume_nonnull", "clang module",
	"STDC", "warning", "message", "region", "endregion", "mark", "comment", "push", "pop", "detect_mismatch", "warn",
	"diag_suppress", "diag_default", "diag_warning", "diag_error", "diag_remark", "diag_once", "diagnostic",
	"nv_diag_suppress", "nv_diag_default", "nv_diag_warning", "nv_diag_error", "nv_diag_remark", "nv_diag_once", "nv_diagnostic",
	"nv_exec_check_disable", "hd_warning_disable", "nv_abi", "HD_WARNING_DISABLE", "hd_warning_enable", "nv_verbatim",
	"pgi", "nvc", "intel", "prefetch", "noprefetch", "distribute_point", "unroll_and_jam", "nounroll_and_jam", "hls", "HLS",
	"system_header", "ident", "error", "float_control", "fp_contract", "fenv_access", "intrinsic", "function", "auto_inline",
	"inline_depth", "inline_recursion", "check_stack", "component", "deprecated", "setlocale", "strict_gs_check",
	"runtime_checks", "section", "code_seg_unused", "execution_character_set", "encoding", "cuda", "CUDA",
}

// layoutPragmas change the layout of all classes that follow.
var layoutPragmas = [...]string{"ms_struct", "options", "scalar_storage_order", "reverse_bitfields", "align"}

func begins(text, words string) bool {
	rest, ok := strings.CutPrefix(strings.Join(strings.Fields(text), " "), words)
	return ok && (rest == "" || strings.ContainsAny(rest[:1], " (:,"))
}

func anyBegins(text string, list []string) bool {
	for _, words := range list {
		if begins(text, words) {
			return true
		}
	}
	return false
}

// pragmas is what the pragmas of a file say, by the number of the token that each
// stands before.
type pragmas struct {
	packs []packChange
	odd   []oddPragma

	stack []packEntry
	pack  int64
}

// packChange is the pack value from token at on.
type packChange struct {
	at   int
	pack int64
}

type packEntry struct {
	name string
	pack int64
}

// oddPragma is a pragma that gv2 does not know; lasting, if it applies to all classes
// that follow and not only to the next declaration.
type oddPragma struct {
	at      int
	pos     diag.Pos
	text    string
	lasting bool
}

// take enters a pragma that stands before token number at.
func (s *pragmas) take(t *source.Token, at int) {
	text := strings.TrimSpace(t.Text)
	switch {
	case begins(text, "pack"):
		if s.packed(text[len("pack"):]) {
			s.packs = append(s.packs, packChange{at, s.pack})
			return
		}
		s.odd = append(s.odd, oddPragma{at, t.Pos, text, true})
	case text == "" || anyBegins(text, idlePragmas[:]):
	case begins(strings.ToLower(text), "unroll"), begins(strings.ToLower(text), "nounroll"):
		// #pragma unRoll is another pragma than unroll: one that no compiler knows, and nvcc ignores it.
	default:
		s.odd = append(s.odd, oddPragma{at, t.Pos, text, anyBegins(text, layoutPragmas[:])})
	}
}

// packed executes the arguments of #pragma pack; false if they cannot be read.
func (s *pragmas) packed(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return false
	}
	args := strings.Split(text[1:len(text)-1], ",")
	for i := range args {
		args[i] = strings.TrimSpace(args[i])
	}
	switch first := args[0]; {
	case len(args) == 1 && (first == "" || first == "show"):
		if first == "" {
			s.pack = 0
		}
		return true
	case first == "push":
		return s.push(args[1:])
	case first == "pop":
		return s.pop(args[1:])
	case len(args) == 1:
		return s.set(first)
	}
	return false
}

// set takes over a pack value; false if text is none.
func (s *pragmas) set(text string) bool {
	switch n, err := strconv.ParseInt(text, 0, 32); {
	case err != nil, n != 0 && n != 1 && n != 2 && n != 4 && n != 8 && n != 16:
		return false
	default:
		s.pack = n
	}
	return true
}

func (s *pragmas) push(args []string) bool {
	e := packEntry{pack: s.pack}
	if len(args) > 0 && isWord(args[0]) {
		e.name, args = args[0], args[1:]
	}
	s.stack = append(s.stack, e)
	return len(args) == 0 || len(args) == 1 && s.set(args[0])
}

func (s *pragmas) pop(args []string) bool {
	n := len(s.stack) - 1
	if len(args) > 0 && isWord(args[0]) {
		for n >= 0 && s.stack[n].name != args[0] {
			n--
		}
		args = args[1:]
	}
	if n < 0 || len(args) > 0 { // pop with a value means different things
		return false
	}
	s.pack, s.stack = s.stack[n].pack, s.stack[:n]
	return true
}

func isWord(text string) bool {
	return text != "" && (text[0] < '0' || text[0] > '9')
}

// packAt is the pack value before token at.
func (s *pragmas) packAt(at int) int64 {
	n := int64(0)
	for _, c := range s.packs {
		if c.at > at {
			break
		}
		n = c.pack
	}
	return n
}

// changesPack reports whether the pack value changes between two tokens.
func (s *pragmas) changesPack(from, to int) bool {
	for _, c := range s.packs {
		if c.at > from && c.at <= to {
			return true
		}
	}
	return false
}

// oddIn is a pragma that gv2 does not know before one of the tokens from lo to hi, nil
// if there is none.
func (s *pragmas) oddIn(lo, hi int) *oddPragma {
	for i := range s.odd {
		if o := &s.odd[i]; o.at >= lo && o.at <= hi {
			return o
		}
	}
	return nil
}

// lastingBefore is a pragma that gv2 does not know and that applies to the classes
// after it, before token at.
func (s *pragmas) lastingBefore(at int) *oddPragma {
	for i := range s.odd {
		if o := &s.odd[i]; o.lasting && o.at <= at {
			return o
		}
	}
	return nil
}

func (o *oddPragma) reason() string {
	return "#pragma " + o.text + ", which may change what follows; remove it if it does not matter"
}

// refusePragma makes p fail if a pragma that gv2 does not know stands before one of
// the tokens lo to hi.
func refusePragma(p *parser, lo, hi int) {
	if o := p.notes.oddIn(lo, hi); o != nil {
		p.unsupported(o.pos, "%s", o.reason())
	}
}

// head is the last token of the declaration toks[lo:end] before its braces.
func head(p *parser, lo, end int) int {
	for i := lo; i < end; i++ {
		if p.toks[i].Text == "{" {
			return i
		}
	}
	return end - 1
}

// moveInside makes a pragma before token at, which begins a namespace, apply to the
// first declaration in it, at token to.
func (s *pragmas) moveInside(at, to int) {
	for i := range s.odd {
		if o := &s.odd[i]; o.at >= at && o.at < to {
			o.at = to
		}
	}
}

// packOf notes under which #pragma pack rec was defined, by the tokens of its braces.
func packOf(p *parser, rec *RecordDecl, open, end int) {
	rec.Pack = p.notes.packAt(open)
	at := &BadDecl{Pos: rec.Pos}
	if p.notes.changesPack(open, end) {
		rec.opaque("#pragma pack between its braces", at)
	}
	if o := p.notes.lastingBefore(end); o != nil {
		rec.opaque(o.reason(), at)
	} else if o := p.notes.oddIn(open+1, end); o != nil {
		rec.opaque(o.reason(), at)
	}
}
