// Package terminal knows what the place where gv2 writes can show: whether somebody
// watches, whether colors are wanted, how wide a text is on the screen, and a line that
// tells what gv2 is at.
//
// In: writers and texts. Out: the same, fit for a screen. It knows nothing of kernels.
package terminal

import (
	"io"
	"os"
	"slices"

	"github.com/mattn/go-colorable"
	"github.com/mattn/go-runewidth"
	"golang.org/x/term"
)

// The values of --color.
const (
	Auto   = "auto"
	Always = "always"
	Never  = "never"
)

// Colors are the values of --color.
var Colors = []string{Auto, Always, Never}

// Is reports whether w is a terminal, so that somebody may watch what is written.
func Is(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Moves reports whether w is a terminal on which a line may be written anew.
func Moves(w io.Writer) bool { return Is(w) && os.Getenv("TERM") != "dumb" }

// Colored reports whether to write colors to w, for a value of --color; empty is Auto. By
// itself gv2 writes them to terminals alone, and not to those of users who say otherwise
// (no-color.org).
func Colored(choice string, w io.Writer) bool {
	if slices.Contains([]string{Always, Never}, choice) {
		return choice == Always
	}
	return os.Getenv("NO_COLOR") == "" && Moves(w)
}

// Painting is w, where escape sequences have their effect: old consoles of Windows need
// them translated.
func Painting(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && Is(w) {
		return colorable.NewColorable(f)
	}
	return w
}

// The shades that gv2 uses.
const (
	Bold    = "1"
	Red     = "1;31"
	Green   = "32"
	Yellow  = "1;33"
	Cyan    = "36"
	AllWell = "1;32"
)

// Paint is a text in a shade.
func Paint(shade, text string) string {
	if shade == "" {
		return text
	}
	return "\x1b[" + shade + "m" + text + "\x1b[0m"
}

// Width is the number of columns that a text takes on the screen: letters of some scripts
// take two, marks that belong to another letter none.
func Width(text string) int { return runewidth.StringWidth(text) }

// Clip is a text of at most that many columns, with a mark if it is cut.
func Clip(text string, columns int) string {
	if columns < 1 {
		return ""
	}
	return runewidth.Truncate(text, columns, "…")
}

// columns is the width of a terminal, a usual one if it does not say.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}
