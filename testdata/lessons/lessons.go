// Package lessons has the kernels of the course, for programs that show them wherever they run.
//
// Out: the examples in the order of the lessons. Nothing goes in.
package lessons

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed */README.md */*.cu */exercises/*.cu */solutions/*.cu
var files embed.FS

// Example is a kernel of a lesson.
type Example struct {
	// Lesson is the lesson's title with its number, and Part what the kernel is there: empty for the text, or exercises or
	// solutions.
	Lesson string `json:"lesson"`
	Part   string `json:"part,omitempty"`
	// Name is the path of the file below the lessons.
	Name string `json:"name"`
	Text string `json:"text"`
}

// Examples are all kernels: those of a lesson's text come before its exercises, and these before the solutions.
func Examples() ([]Example, error) {
	readmes, err := fs.Glob(files, "*/README.md")
	if err != nil {
		return nil, err
	}
	var out []Example
	for _, readme := range readmes {
		text, err := files.ReadFile(readme)
		if err != nil {
			return nil, err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		for _, part := range []string{"", "exercises", "solutions"} {
			kernels, err := fs.Glob(files, path.Join(path.Dir(readme), part, "*.cu"))
			if err != nil {
				return nil, err
			}
			for _, name := range kernels {
				text, err := files.ReadFile(name)
				if err != nil {
					return nil, err
				}
				out = append(out, Example{Lesson: title, Part: part, Name: name, Text: string(text)})
			}
		}
	}
	return out, nil
}
