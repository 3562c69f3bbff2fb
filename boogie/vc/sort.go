package vc

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"gv2/boogie"
)

// sort is a type as SMT-LIB has it; equal sorts are equal pointers.
type sort struct {
	text  string // with maps of several keys as arrays of several indices, as Z3 has them
	curry string // with maps of several keys as arrays of arrays, which every solver has
	bits  int    // of a bit-vector
	keys  []*sort
	value *sort
}

var (
	boolSort = &sort{text: "Bool", curry: "Bool"}
	intSort  = &sort{text: "Int", curry: "Int"}
	vectors  sync.Map // from int to *sort
)

// bvSort is the sort of bit-vectors of that many bits.
func bvSort(bits int) *sort {
	text := "(_ BitVec " + strconv.Itoa(bits) + ")"
	s, _ := vectors.LoadOrStore(bits, &sort{text: text, curry: text, bits: bits})
	return s.(*sort)
}

// sorts are those of one program.
type sorts struct {
	mu     sync.Mutex
	byText map[string]*sort
}

func newSorts() *sorts { return &sorts{byText: map[string]*sort{}} }

// of returns the sort of t, or an error for types that nothing here gives a meaning.
func (ss *sorts) of(t boogie.Type) (*sort, error) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.find(t)
}

func (ss *sorts) find(t boogie.Type) (*sort, error) {
	switch t := t.(type) {
	case boogie.BV:
		if t < 1 {
			return nil, fmt.Errorf("bit-vector of %d bits", int(t))
		}
		return bvSort(int(t)), nil
	case boogie.NamedType:
		switch t {
		case boogie.Int:
			return intSort, nil
		case boogie.Bool:
			return boolSort, nil
		case boogie.Real:
			return nil, fmt.Errorf("type real")
		}
		if s := ss.byText[string(t)]; s != nil {
			return s, nil
		}
		return nil, fmt.Errorf("type %s, which is not declared", string(t))
	case *boogie.MapType:
		return ss.array(t)
	}
	return nil, fmt.Errorf("type %s", boogie.TypeString(t))
}

// declare enters an uninterpreted type.
func (ss *sorts) declare(name string) *sort {
	text := quoted(name + "@t")
	s := &sort{text: text, curry: text}
	ss.byText[name] = s
	return s
}

func (ss *sorts) array(m *boogie.MapType) (*sort, error) {
	s := &sort{}
	var keys []string
	for _, k := range m.Keys {
		key, err := ss.find(k)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, key)
		keys = append(keys, key.text)
	}
	value, err := ss.find(m.Value)
	if err != nil {
		return nil, err
	}
	s.value = value
	s.text = "(Array " + strings.Join(keys, " ") + " " + value.text + ")"
	s.curry = value.curry
	for i := len(s.keys) - 1; i >= 0; i-- {
		s.curry = "(Array " + s.keys[i].curry + " " + s.curry + ")"
	}
	if found := ss.byText[s.text]; found != nil {
		return found, nil
	}
	ss.byText[s.text] = s
	return s, nil
}

// quoted spells a name of the program as a symbol of SMT-LIB. Every name has an @ in
// it, which neither Boogie's names nor those of SMT-LIB's theories have.
func quoted(name string) string {
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9' && i > 0, c == '_', c == '$', c == '@' && i > 0, c == '.' && i > 0, c == '!' && i > 0:
		default:
			return "|" + name + "|"
		}
	}
	return name
}
