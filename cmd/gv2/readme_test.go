package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// quoted is a command that README shows, with the output that it shows.
type quoted struct{ command, output string }

// quotedIn are the commands of gv2 in indented blocks.
func quotedIn(text string) []quoted {
	var out []quoted
	var at *quoted
	for _, line := range strings.Split(text, "\n") {
		line, indented := strings.CutPrefix(line, "    ")
		command, begins := strings.CutPrefix(line, "$ bin/gv2 ")
		switch {
		case !indented:
			at = nil
		case begins:
			command, _, _ = strings.Cut(command, "  #")
			out = append(out, quoted{command: command})
			at = &out[len(out)-1]
		case strings.HasPrefix(line, "$ "):
			at = nil
		case at != nil:
			at.output += line + "\n"
		}
	}
	return out
}

// machineNumbers are those that depend on the machine, times and memory, and spaces, for the
// width of a column depends on them.
var machineNumbers = regexp.MustCompile(` +\d+\.\d+ (?:s|MB)\b|  +`)

// matching is a pattern for quoted output: … stands for anything within a line, and for any
// lines where it is alone.
func matching(output string) *regexp.Regexp {
	var b strings.Builder
	for _, line := range strings.SplitAfter(output, "\n") {
		if strings.TrimSpace(line) == "…" {
			b.WriteString("(?:.*\n)*?")
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*"))
	}
	return regexp.MustCompile("^" + b.String() + "$")
}

// TestReadme: what README shows of gv2's output is what gv2 writes.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	t.Chdir("../..")
	ran := 0
	for _, q := range quotedIn(string(text)) {
		command, piped, _ := strings.Cut(q.command, "|")
		args := strings.Fields(command)
		if _, err := os.Stat(args[len(args)-1]); err != nil || piped != "" {
			continue // a file of somebody else's, or the output of another tool
		}
		ran++
		_, out, _ := gv2("", args...)
		out = machineNumbers.ReplaceAllString(filepath.ToSlash(out), " ")
		want := machineNumbers.ReplaceAllString(q.output, " ")
		assert.Regexp(t, matching(want), out, "%s", q.command)
	}
	assert.GreaterOrEqual(t, ran, 4)
}
