package source

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestReplaced: with -I the headers of the user's CUB are not read, those of others are.
func TestReplaced(t *testing.T) {
	read := func(path string) ([]byte, error) {
		if path == "inc/cub/cub.cuh" || path == "inc/mine.h" {
			return []byte("#define TAKEN " + path + "\n"), nil
		}
		return nil, os.ErrNotExist
	}
	r := Preprocess("k.cu", []byte("#include <cub/cub.cuh>\nTAKEN\n#include <mine.h>\nTAKEN\n"), Options{Library: true, Include: []string{"inc"}, ReadFile: read})
	text := spell(r.Tokens[:len(r.Tokens)-1])
	assert.Contains(t, text, "} TAKEN inc/mine.h")
	assert.Contains(t, text, "BlockReduce")
}
