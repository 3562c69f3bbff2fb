package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/cmd/internal/manual"
	"gv2/cmd/internal/suite"
)

// block is a block of code in a document: fenced with the name of its language, or indented.
type block struct {
	language string // empty for an indented block
	lines    []string
	at       int // the line of the document where it begins
}

// blocksOf are the blocks of code of a document in Markdown.
func blocksOf(text string) []block {
	var out []block
	var fence string
	indented := false
	for i, line := range strings.Split(text, "\n") {
		mark, language, _ := strings.Cut(line, "```")
		code, deep := strings.CutPrefix(line, "    ")
		switch {
		case fence != "" && line == fence:
			fence = ""
		case fence != "":
			out[len(out)-1].lines = append(out[len(out)-1].lines, line)
		case strings.HasPrefix(line, "```") && mark == "":
			fence, indented = "```", false
			if language == "" {
				language = "unnamed"
			}
			out = append(out, block{language: language, at: i + 1})
		case deep && !indented:
			indented = true
			out = append(out, block{lines: []string{code}, at: i + 1})
		case deep:
			out[len(out)-1].lines = append(out[len(out)-1].lines, code)
		default:
			indented = indented && line == "" // an empty line may stand within a block
			if indented {
				out[len(out)-1].lines = append(out[len(out)-1].lines, "")
			}
		}
	}
	return out
}

// quoted is a command that a document shows, with the output that it shows.
type quoted struct{ command, output string }

// commandsOf are the commands of a block, each after a dollar sign.
func (b *block) commandsOf() []quoted {
	var out []quoted
	for _, line := range b.lines {
		command, begins := strings.CutPrefix(line, "$ ")
		switch {
		case begins:
			command, _, _ = strings.Cut(command, "  #")
			out = append(out, quoted{command: command})
		case len(out) > 0:
			out[len(out)-1].output += line + "\n"
		}
	}
	for i := range out {
		if out[i].output = strings.TrimRight(out[i].output, "\n"); out[i].output != "" {
			out[i].output += "\n"
		}
	}
	return out
}

// machineNumbers are those that depend on the machine, times and memory, and spaces, for the
// width of a column depends on them.
var machineNumbers = regexp.MustCompile(` +\d+\.\d+ (?:s|MB)\b| +\d+\.\d\d  |  +`)

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

// ourCommand begins each command that is gv2's: documents say gv2, or bin/gv2 after make build.
var ourCommand = regexp.MustCompile(`^(?:bin/)?gv2 (.*)$`)

// session runs the commands of a document in a folder, one after the other.
type session struct {
	t *testing.T
	// ran counts commands, code is the exit code of the last one.
	ran, code int
}

// run runs a command and compares with its quoted output. Commands of other tools, and those on
// files that are not here, are not run.
func (s *session) run(q quoted) {
	if q.command == "echo $?" {
		assert.Equal(s.t, fmt.Sprintln(s.code), q.output)
		return
	}
	ours := ourCommand.FindStringSubmatch(q.command)
	if ours == nil {
		return
	}
	command, pipe, piped := strings.Cut(ours[1], " | ")
	command, file, redirected := strings.Cut(command, " > ")
	args := strings.Fields(command)
	for _, arg := range args[1:] {
		if _, err := os.Stat(arg); err != nil && strings.Contains(arg, ".cu") {
			return // a file of somebody else's
		}
	}
	var out, said string
	if args[0] == "suite" {
		s.code, out, said = verifySuite(s.t, suite.Verifier(inThisProcess), args[1:]...)
		said = strings.TrimSuffix(said, fmt.Sprintf("exit code %d", s.code)) // which main does not print
	} else {
		s.code, out, said = gv2("", args...)
	}
	switch {
	case redirected:
		require.NoError(s.t, os.WriteFile(file, []byte(out), 0o644))
		out = ""
		defer func() { assert.NoError(s.t, os.Remove(file)) }()
	case piped:
		if _, err := exec.LookPath(strings.Fields(pipe)[0]); err != nil {
			return
		}
		shell := exec.Command("sh", "-c", pipe)
		shell.Stdin = strings.NewReader(out)
		got, _ := shell.CombinedOutput() // its exit code is part of nothing that is shown
		out = string(got)
	}
	s.ran++
	shown := machineNumbers.ReplaceAllString(filepath.ToSlash(out+said), " ")
	assert.Regexp(s.t, matching(machineNumbers.ReplaceAllString(q.output, " ")), shown, "%s", q.command)
}

// documents are the README, the manual and the lessons, each with the folder that its commands are for.
func documents(t *testing.T) map[string]string {
	list := map[string]string{"README.md": "."}
	for _, pattern := range []string{"testdata/lessons/*.md", "testdata/lessons/*/*.md", "cmd/internal/manual/*.md"} {
		found, err := filepath.Glob(filepath.FromSlash("../../" + pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, path := range found {
			path, err := filepath.Rel(filepath.FromSlash("../.."), path)
			require.NoError(t, err)
			folder := filepath.ToSlash(filepath.Dir(path))
			if strings.HasPrefix(folder, "cmd/") { // which is about files of the repository
				folder = "."
			}
			list[filepath.ToSlash(path)] = folder
		}
	}
	return list
}

// TestDocuments: what documents show of gv2's output is what gv2 writes, the kernels in them have
// the verdicts that their first lines expect, and other blocks are well-formed.
func TestDocuments(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	for name, folder := range documents(t) {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
			require.NoError(t, err)
			t.Chdir(filepath.Join(root, filepath.FromSlash(folder)))
			checkLinks(t, string(text), filepath.Join(root, filepath.FromSlash(filepath.Dir(name))))
			s := &session{t: t}
			for _, b := range blocksOf(string(text)) {
				checkBlock(s, &b)
			}
			if strings.HasPrefix(name, "testdata/lessons/") || name == "README.md" {
				assert.Positive(t, s.ran, "no command of it is run")
			}
		})
	}
}

func checkBlock(s *session, b *block) {
	text := strings.Join(b.lines, "\n") + "\n"
	switch b.language {
	case "", "console":
		for _, q := range b.commandsOf() {
			s.run(q)
		}
	case "cuda":
		dir := suiteTree(s.t, map[string]string{"k.cu": text})
		code, out, said := verifySuite(s.t, inThisProcess, dir)
		assert.Equal(s.t, exitProved, code, "line %d: %s%s", b.at, out, said)
	case "yaml":
		assert.YAMLEq(s.t, text, text, "line %d", b.at)
	case "text", "toml", "sh", "csv", "cmake":
	default:
		assert.Fail(s.t, "a block in a language that no test knows", "line %d: %q", b.at, b.language)
	}
}

// link is a link to a place of this repository.
var link = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// checkLinks: files that a document names exist.
func checkLinks(t *testing.T, text, dir string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(m[1])))
		assert.NoError(t, err, "a link to %s", m[1])
	}
}

// TestLessons: kernels of the lessons have the verdicts that their first lines expect; exercises as
// handed out earn nothing, their solutions everything.
func TestLessons(t *testing.T) {
	lessons, err := filepath.Glob("../../testdata/lessons/*/points.csv")
	require.NoError(t, err)
	require.Len(t, lessons, 8)
	for _, points := range lessons {
		dir := filepath.Dir(points)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			list, err := suite.ReadPoints(points)
			require.NoError(t, err)
			kernels, err := filepath.Glob(filepath.Join(dir, "*.cu"))
			require.NoError(t, err)
			for _, path := range kernels {
				if cases, err := suite.Find([]string{path}); err == nil && len(cases) > 0 {
					code, out, said := verifySuite(t, inThisProcess, path)
					assert.Equal(t, exitProved, code, "%s%s", out, said)
				}
			}
			var flags []string
			if filepath.Base(dir) == "8-exact" { // as it says itself
				flags = []string{"--engine", "weft"}
			}
			for _, c := range []struct {
				folder string
				worth  float64
			}{{"exercises", 0}, {"solutions", list.Total()}} {
				code, _, said := verifySuite(t, inThisProcess, append(flags, filepath.Join(dir, c.folder), "--points", points)...)
				assert.Contains(t, said, fmt.Sprintf("points: %g of %g\n", c.worth, list.Total()))
				assert.Equal(t, c.worth == list.Total(), code == exitProved, said)
			}
		})
	}
}

// TestManualIsWhole: the pages are in the list of the README, and every command and flag is in a page.
func TestManualIsWhole(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	var text strings.Builder
	for _, name := range manual.Names() {
		page, ok := manual.Page(name)
		require.True(t, ok, name)
		text.WriteString(page)
		assert.Contains(t, string(readme), "(cmd/internal/manual/"+name+".md)")
		_, out, _ := gv2("", "manual")
		assert.Contains(t, out, "gv2 manual "+name)
		_, out, _ = gv2("", "manual", name)
		assert.Equal(t, page, out)
	}
	code, _, said := gv2("", "manual", "nothing")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, said, "there is no page nothing; there are verify, ")
	for _, command := range newRootCommand(streams{}).Commands() {
		if command.Hidden || command.Name() == "help" {
			continue
		}
		assert.True(t, strings.Contains(text.String(), "gv2 "+command.Name()), "gv2 %s is in no page", command.Name())
		command.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				assert.True(t, strings.Contains(text.String(), "--"+f.Name), "--%s of gv2 %s is in no page", f.Name, command.Name())
			}
		})
	}
}
