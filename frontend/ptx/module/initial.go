package module

import (
	"strconv"
	"strings"
)

// Initial is the contents of an initialised variable of the module, byte by byte; ok is
// false if they are not numbers alone, or not known.
func (m *Module) Initial(v *Variable) (contents []byte, ok bool) {
	size, known := typeBytes[v.Type]
	total := v.Bytes()
	if !v.Initialised || !known || size > 8 || total < 0 || total > 1<<24 {
		return nil, false
	}
	text := strings.TrimSpace(m.Text[v.from:v.to])
	if inner, braces := strings.CutPrefix(text, "{"); braces {
		text = strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	}
	contents = make([]byte, 0, total)
	if text != "" {
		for _, word := range strings.Split(text, ",") {
			n, ok := initialNumber(strings.TrimSpace(word))
			if !ok {
				return nil, false
			}
			for range size {
				contents = append(contents, byte(n))
				n >>= 8
			}
		}
	}
	if int64(len(contents)) > total {
		return nil, false
	}
	return append(contents, make([]byte, total-int64(len(contents)))...), true
}

// initialNumber reads an integer or the bits of a floating-point number.
func initialNumber(word string) (n uint64, ok bool) {
	if hex, is := strings.CutPrefix(strings.ToLower(word), "0f"); is && len(hex) == 8 {
		n, err := strconv.ParseUint(hex, 16, 64)
		return n, err == nil
	}
	if hex, is := strings.CutPrefix(strings.ToLower(word), "0d"); is && len(hex) == 16 {
		n, err := strconv.ParseUint(hex, 16, 64)
		return n, err == nil
	}
	word = strings.TrimRight(word, "uU")
	if n, err := strconv.ParseUint(word, 0, 64); err == nil {
		return n, true
	}
	i, err := strconv.ParseInt(word, 0, 64)
	return uint64(i), err == nil
}
