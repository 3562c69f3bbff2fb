//go:build !exact

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// settingsFile holds flags of a project: gv2 reads it in the working directory, or in the nearest
// folder above that has one, up to the top of the repository.
//
//	include = ["third_party/cub"]
//	timeout = "2m"
//	check-array-bounds = true
const settingsFile = ".gv2.toml"

// applySettings gives flags of the command that the command line leaves out the values of the settings
// file, and tells which. Names are those of flags; one that no command has is an error.
func applySettings(io streams, cmd *cobra.Command) error {
	path := findSettings()
	if path == "" {
		return nil
	}
	settings := map[string]any{}
	if _, err := toml.DecodeFile(path, &settings); err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return usagef("%s:%d:%d: %s", path, parse.Position.Line, parse.Position.Col, parse.Message)
		}
		return usagef("%s: %w", path, err)
	}
	var taken []string
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		flag := cmd.Flags().Lookup(name)
		switch {
		case flag == nil && !anyHas(newRootCommand(io), name):
			text := fmt.Sprintf("%s: no command has a flag %s", path, name)
			if ours := resembling(cmd, name); ours != "" {
				text += "; did you mean " + ours + "?"
			}
			return usagef("%s", text)
		case flag == nil || flag.Changed:
			continue
		}
		if err := setFrom(cmd, flag, settings[name], filepath.Dir(path)); err != nil {
			return usagef("%s: %s", path, worded(err))
		}
		taken = append(taken, name)
	}
	if len(taken) > 0 {
		fmt.Fprintf(io.err, "gv2: note: from %s: %s\n", path, strings.Join(taken, ", "))
	}
	return nil
}

// findSettings is the path of the settings file, empty if there is none.
func findSettings() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		path := filepath.Join(dir, settingsFile)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
		_, err := os.Stat(filepath.Join(dir, ".git"))
		if above := filepath.Dir(dir); err == nil || above == dir || !errors.Is(err, fs.ErrNotExist) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// anyHas reports whether some command has a flag of that name.
func anyHas(root *cobra.Command, name string) bool {
	return root.PersistentFlags().Lookup(name) != nil || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Flags().Lookup(name) != nil })
}

// setFrom gives a flag a value of the file: a list sets one that may repeat once for each entry.
// Folders to search are those seen from the file's.
func setFrom(cmd *cobra.Command, flag *pflag.Flag, value any, dir string) error {
	list, several := value.([]any)
	if !several {
		list = []any{value}
	}
	for _, v := range list {
		text := fmt.Sprint(v)
		if _, table := v.(map[string]any); table {
			return fmt.Errorf("%s is not a table; write strings, as in param = [\"n=4\"]", flag.Name)
		}
		if (flag.Name == "include" || flag.Name == "cache") && !filepath.IsAbs(text) {
			text = filepath.Join(dir, text)
		}
		if err := cmd.Flags().Set(flag.Name, text); err != nil {
			return flagError(cmd, err)
		}
	}
	return nil
}
