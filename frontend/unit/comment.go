package unit

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// comment is what the leading lines of a file say, GPUVerify style:
//
//	//pass
//	//--blockDim=64 --gridDim=1 --shared-bytes=512 --param ws=32 -DX=1
//
// Flags of the command line win over it.
type comment struct {
	blockDim, gridDim, clusterDim *[3]int // nil where it says nothing
	sharedBytes                   int64   // -1 where it says nothing
	params, typed                 map[string]string
	defines                       map[string]string
	include                       []string
	arrayBounds                   bool // accesses are to stay within their arrays
	// expected is the first line's verdict: pass, or xfail:NOT_ALL_VERIFIED.
	expected string
	// ignored are the options that mean nothing here.
	ignored []string
}

// readComment reads the leading comment lines. Lines that do not start with a
// dash are prose. It returns an error where an option's value is wrong.
func readComment(lines []string) (comment, error) {
	c := comment{sharedBytes: -1, params: map[string]string{}, defines: map[string]string{}}
	for i, text := range lines {
		text = strings.TrimSpace(text)
		if expected, ok := ExpectedVerdict(text); i == 0 && ok {
			c.expected = expected
		}
		words := strings.Fields(text)
		if !strings.HasPrefix(text, "-") || c.isProse(words) {
			continue
		}
		if err := c.options(words); err != nil {
			return c, err
		}
	}
	return c, nil
}

// isProse tells an item of a list, such as "--creation of the prototype", from options: no word is an
// option that means something here, and some are none at all.
func (c *comment) isProse(words []string) bool {
	means := func(word string) bool {
		name, _, _ := splitOption(word)
		return c.takesValue(name) && (len(name) > 2 || word == name || len(words) == 1) || name == "--check-array-bounds"
	}
	plain := func(word string) bool { return !strings.HasPrefix(word, "-") }
	return !slices.ContainsFunc(words, means) && slices.ContainsFunc(words, plain)
}

// options reads one line of options. A value follows = or the next blank.
func (c *comment) options(words []string) error {
	for i := 0; i < len(words); i++ {
		name, value, attached := splitOption(words[i])
		if !c.takesValue(name) {
			if isRule(words[i]) {
				continue
			}
			if name == "--check-array-bounds" && !attached {
				c.arrayBounds = true
				continue
			}
			c.ignored = append(c.ignored, words[i])
			continue
		}
		if !attached {
			if i++; i == len(words) {
				return fmt.Errorf("%s in the leading comment needs a value", name)
			}
			value = words[i]
		}
		if err := c.set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// isRule tells a line drawn with dashes, perhaps with its length at the end, from an option.
func isRule(word string) bool {
	rest := strings.TrimLeft(word, "-")
	return strings.Trim(rest, "-") == "" || len(word)-len(rest) > 2 && strings.Trim(rest, "0123456789-") == ""
}

// splitOption separates --name=value, -DX and -Idir into name and value.
func splitOption(word string) (name, value string, attached bool) {
	if strings.HasPrefix(word, "-D") || strings.HasPrefix(word, "-I") {
		return word[:2], word[2:], len(word) > 2
	}
	name, value, attached = strings.Cut(word, "=")
	switch name { // as GPUVerify spells them
	case "--blockDim":
		name = "--block-dim"
	case "--gridDim":
		name = "--grid-dim"
	case "--clusterDim":
		name = "--cluster-dim"
	}
	return name, value, attached
}

func (c *comment) takesValue(name string) bool {
	switch name {
	case "-D", "-I", "--block-dim", "--grid-dim", "--cluster-dim", "--shared-bytes", "--param":
		return true
	}
	return false
}

// set stores one option. It checks the value, so that the message names the comment and
// not a flag that the user never gave.
func (c *comment) set(name, value string) (err error) {
	switch name {
	case "-D":
		err = added(c.defines, value, ParseDefines)
	case "-I":
		c.include = append(c.include, value)
	case "--block-dim":
		c.blockDim, err = dimsOf(value, ParseWrittenBlockDim)
	case "--grid-dim":
		c.gridDim, err = dimsOf(value, ParseGridDim)
	case "--cluster-dim":
		c.clusterDim, err = dimsOf(value, ParseClusterDim)
	case "--param":
		err = added(c.params, value, ParseParams)
		if typed := TypedParams([]string{value}); len(typed) > 0 {
			c.typed = joined(c.typed, typed)
		}
	case "--shared-bytes":
		c.sharedBytes, err = strconv.ParseInt(value, 10, 64)
		if err == nil && c.sharedBytes < 0 {
			err = fmt.Errorf("must not be negative")
		}
	}
	if err != nil {
		return fmt.Errorf("%s %s in the leading comment: %w", name, value, err)
	}
	return nil
}

// added puts one pair, as a parser for several reads it, into the map.
func added(to map[string]string, pair string, parse func([]string) (map[string]string, error)) error {
	m, err := parse([]string{pair})
	maps.Copy(to, m)
	return err
}

// dimsOf is a size that is given.
func dimsOf(text string, parse func(string) ([3]int, error)) (*[3]int, error) {
	dims, err := parse(text)
	return &dims, err
}

// ExpectedVerdict spells a verdict as pass or xfail:CODE; ok is false if the text,
// in any case, is none. CODE is a property by its name, or a word in upper case.
func ExpectedVerdict(text string) (verdict string, ok bool) {
	if strings.EqualFold(text, "pass") {
		return "pass", true
	}
	word, code, ok := strings.Cut(text, ":")
	code = strings.ToUpper(strings.TrimSpace(code))
	property := kernel.Property(strings.ReplaceAll(strings.ToLower(code), "_", "-"))
	if ok && strings.EqualFold(word, "xfail") && property.Info() != nil {
		return "xfail:" + string(property), true
	}
	if !ok || !strings.EqualFold(word, "xfail") || !kernel.IsIdentifier(code) {
		return "", false
	}
	return "xfail:" + code, true
}
