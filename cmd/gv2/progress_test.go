package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var progressComment = regexp.MustCompile(`(?m)^// (fair|lockstep|resident \d+): (?:(\d+) )?(.*)$`)

// TestProgress: which kernels of testdata/progress wait for ever, by the rules that the comments name.
func TestProgress(t *testing.T) {
	files, err := filepath.Glob("../../testdata/progress/*.cu")
	require.NoError(t, err)
	require.Greater(t, len(files), 8)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range progressComment.FindAllStringSubmatch(string(text), -1) {
			t.Run(filepath.Base(file)+"/"+m[1], func(t *testing.T) {
				args := []string{"verify", "--format", "json", "--engine", "weft", "--timeout", "1h", "--progress", m[1]}
				if n, is := strings.CutPrefix(m[1], "resident "); is {
					args = slices.Concat(args[:len(args)-2], []string{"--resident-blocks", n})
				}
				_, out, stderr := gv2("", append(args, file)...)
				var doc struct {
					Results []struct {
						Assumptions []string
						Findings    []struct {
							Property, Message string
							Accesses          []struct{ Line int }
						}
					}
				}
				require.NoError(t, json.Unmarshal([]byte(out), &doc), stderr)
				require.Len(t, doc.Results, 1)
				r := doc.Results[0]
				found, line := "no deadlock", ""
				for _, f := range r.Findings {
					if f.Property == "deadlock" {
						found, line = f.Message, fmt.Sprint(f.Accesses[0].Line)
					}
				}
				assumed, is := strings.CutPrefix(m[3], "assuming ")
				assert.Equal(t, is, slices.ContainsFunc(r.Assumptions, func(a string) bool { return strings.HasPrefix(a, "all blocks of the grid run") }), "%q", r.Assumptions)
				if is {
					assert.Equal(t, "no deadlock", found)
					assert.Contains(t, strings.Join(r.Assumptions, "\n"), assumed)
					return
				}
				assert.Contains(t, found, m[3])
				if m[2] != "" {
					assert.Equal(t, m[2], line)
				}
			})
		}
	}
}
