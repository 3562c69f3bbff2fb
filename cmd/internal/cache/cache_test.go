package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, path, text string) {
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// TestAnswersDependOnWhatWasRead: an answer counts as long as the files are what they were, and those that were missing
// still are.
func TestAnswersDependOnWhatWasRead(t *testing.T) {
	dir := t.TempDir()
	store, err := Open(filepath.Join(dir, "cache"))
	require.NoError(t, err)
	there, missing := filepath.Join(dir, "a.h"), filepath.Join(dir, "b.h")
	write(t, there, "one")
	var reads Reads
	text, err := reads.ReadFile(there)
	require.NoError(t, err)
	assert.Equal(t, "one", string(text))
	_, err = reads.ReadFile(missing)
	require.Error(t, err)
	_, _ = reads.ReadFile(there)
	require.Len(t, reads.List(), 2)
	key := Key("k")
	require.NoError(t, store.Put(key, reads.List(), "answer"))
	get := func() bool {
		var answer string
		return store.Get(key, &answer) && answer == "answer"
	}
	assert.True(t, get())
	write(t, there, "two")
	assert.False(t, get())
	write(t, there, "one")
	assert.True(t, get())
	write(t, missing, "")
	assert.False(t, get(), "a file that was missing would be included now")
	require.NoError(t, os.Remove(missing))
	require.NoError(t, os.Remove(there))
	assert.False(t, get())
	assert.False(t, store.Get(Key("other"), new(string)))
}

func TestKeysOfPartsDiffer(t *testing.T) {
	assert.NotEqual(t, Key("ab", "c"), Key("a", "bc"))
	assert.NotEqual(t, Key("a"), Key("a", ""))
}

// TestFileChangedMeanwhile: a file of which two contents were read gives an answer that never counts.
func TestFileChangedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	store, err := Open(dir)
	require.NoError(t, err)
	file := filepath.Join(dir, "a.h")
	var reads Reads
	write(t, file, "one")
	_, _ = reads.ReadFile(file)
	write(t, file, "two")
	_, _ = reads.ReadFile(file)
	require.NoError(t, store.Put(Key("k"), reads.List(), 1))
	assert.False(t, store.Get(Key("k"), new(int)))
}

// TestBrokenEntries are no answers, and are replaced.
func TestBrokenEntries(t *testing.T) {
	store, err := Open(t.TempDir())
	require.NoError(t, err)
	key := Key("k")
	require.NoError(t, store.Put(key, nil, 7))
	for _, text := range []string{"", "{", `{"reads":[]}`, `{"answer":"seven"}`, "null"} {
		write(t, store.path(key), text)
		assert.False(t, store.Get(key, new(int)), text)
	}
	require.NoError(t, store.Put(key, nil, 8))
	n := 0
	assert.True(t, store.Get(key, &n))
	assert.Equal(t, 8, n)
}

// TestManyAtOnce: whoever looks sees a whole answer or none.
func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	store, err := Open(dir)
	require.NoError(t, err)
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for i := range 50 {
				key := Key(fmt.Sprint(i % 5))
				var answer []int
				if store.Get(key, &answer) {
					assert.Len(t, answer, 1000)
				}
				assert.NoError(t, store.Put(key, nil, make([]int, 1000)), w)
			}
		})
	}
	all.Wait()
	left, err := filepath.Glob(filepath.Join(dir, "*", ".new-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestDigestOfAProgram(t *testing.T) {
	dir := t.TempDir()
	store, err := Open(filepath.Join(dir, "cache"))
	require.NoError(t, err)
	program := filepath.Join(dir, "z3")
	assert.Equal(t, "none", store.File(program))
	write(t, program, "one")
	first := store.File(program)
	assert.Equal(t, Key("one"), first)
	assert.Equal(t, first, store.File(program))
	write(t, program, "two")
	later := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(program, later, later))
	assert.Equal(t, Key("two"), store.File(program))
}
