package unit

import (
	"context"
	"fmt"
	"slices"

	"gv2/frontend/outline"
	"gv2/frontend/source"
)

// Outline is the outline of a file in CUDA C++, and the headers of the system and of CUDA that it includes. The error says
// that the file is in another language.
func (u *Unit) Outline(ctx context.Context) (o *outline.Outline, headers []string, err error) {
	if u.terms.Kernel != CUDA.Terms().Kernel {
		return nil, nil, fmt.Errorf("%s: not CUDA C++", u.Name)
	}
	m := u.opts.macros(&u.comment)
	text := source.PreprocessContext(ctx, u.Name, u.Text, source.Options{Include: m.Include, Define: m.Define, CudaArch: m.Arch, ReadFile: m.ReadFile})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	for _, h := range text.Headers {
		if !slices.Contains(headers, h) {
			headers = append(headers, h)
		}
	}
	return outline.Of(text.Tokens), headers, nil
}

// Setting is what the command line, the leading comment and the launches in the file fix of kernel number i. A dimension
// of its launch that is open is 0. An error is about the command line.
func (u *Unit) Setting(i int) (Setting, error) {
	launch, err := u.launch(u.Kernels[i])
	if err != nil {
		return Setting{}, err
	}
	return u.setting(u.Kernels[i], launch), nil
}
