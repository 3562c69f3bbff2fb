package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"
)

// The parts of the Language Server Protocol (version 3.17) that the server speaks.
type (
	position struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // in the units that were agreed on
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	codeDescription struct {
		Href string `json:"href"`
	}
	diagnostic struct {
		Range              span             `json:"range"`
		Severity           int              `json:"severity"`
		Code               string           `json:"code,omitempty"`
		CodeDescription    *codeDescription `json:"codeDescription,omitempty"`
		Source             string           `json:"source"`
		Message            string           `json:"message"`
		RelatedInformation []related        `json:"relatedInformation,omitempty"`
	}
	publishParams struct {
		URI         string       `json:"uri"`
		Version     int          `json:"version"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	document struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	}
	openParams   struct{ TextDocument document }
	changeParams struct {
		TextDocument   document
		ContentChanges []struct {
			Range *span  `json:"range"`
			Text  string `json:"text"`
		}
	}
	positionParams struct {
		TextDocument document
		Position     position
	}
	actionParams struct {
		TextDocument document
		Range        span
		Context      struct{ Only []string }
	}
	textEdit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
	workspaceEdit struct {
		Changes map[string][]textEdit `json:"changes"`
	}
	codeAction struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		Diagnostics []diagnostic  `json:"diagnostics"`
		IsPreferred bool          `json:"isPreferred,omitempty"`
		Edit        workspaceEdit `json:"edit"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	hover struct {
		Contents markup `json:"contents"`
		Range    span   `json:"range"`
	}
	initializeParams struct {
		Capabilities struct {
			General struct {
				PositionEncodings []string `json:"positionEncodings"`
			} `json:"general"`
		} `json:"capabilities"`
	}
	initializeResult struct {
		Capabilities map[string]any    `json:"capabilities"`
		ServerInfo   map[string]string `json:"serverInfo"`
	}
)

// quickFix is the kind of a code action that mends a fault.
const quickFix = "quickfix"

// pathOf is the file of a URI; other URIs stand for themselves.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}

// uriOf is the URI of a file.
func uriOf(path string) string {
	if strings.Contains(path, "://") {
		return path
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// units counts a text in the units of positions: bytes, or the code units of UTF-16.
type units int

const (
	utf16 units = iota
	utf8Units
)

// character is the place of a byte in a line.
func (u units) character(line string, col int) int {
	col = min(max(col, 0), len(line))
	if u == utf8Units {
		return col
	}
	n := 0
	for i, r := range line {
		if i >= col {
			break
		}
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// byteAt is the byte of a line that a position names.
func (u units) byteAt(line string, character int) int {
	if u == utf8Units {
		return min(max(character, 0), len(line))
	}
	n := 0
	for i, r := range line {
		if n >= character {
			return i
		}
		n++
		if r > 0xffff {
			n++
		}
	}
	return len(line)
}

// offset is the place of a position in a text.
func (u units) offset(text string, p position) int {
	at := 0
	for range p.Line {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return len(text)
		}
		at += n + 1
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	return at + u.byteAt(line, p.Character)
}

// wordEnd is where the word, or else the letter, ends that begins at a byte of a line.
func wordEnd(line string, from int) int {
	end := from
	for end < len(line) && (line[end] == '_' || line[end] >= '0' && line[end] <= '9' || line[end]|0x20 >= 'a' && line[end]|0x20 <= 'z') {
		end++
	}
	if end == from && end < len(line) {
		_, n := utf8.DecodeRuneInString(line[end:])
		end += n
	}
	return end
}
