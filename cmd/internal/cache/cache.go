// Package cache keeps answers in a directory, by everything that decides them.
//
// In: a key and the files that were read on the way to an answer. Out: the answer, as long as these files
// are what they were, and those that were looked for and not found are still missing. Any number of processes may
// use a directory at once: an entry is written beside its place and moved there. What cannot be read counts as missing.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Store is a directory with answers.
type Store struct{ dir string }

// Open opens the store in a directory, which is made if there is none.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Store{dir}, nil
}

// Key is the name of an answer: a digest of the parts, in their order.
func Key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Read is a file that was looked for, with the digest of its contents; that is empty where there was none.
type Read struct {
	Path   string `json:"path"`
	Digest string `json:"digest,omitempty"`
}

// Reads notes the files that are read through it. It is safe for concurrent use.
type Reads struct {
	mu   sync.Mutex
	seen map[string]bool
	list []Read
}

// ReadFile reads as os.ReadFile does, and notes what was found.
func (r *Reads) ReadFile(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	digest := ""
	if err == nil {
		digest = Key(string(text))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[path+"\x00"+digest] {
		if r.seen == nil {
			r.seen = map[string]bool{}
		}
		r.seen[path+"\x00"+digest] = true
		r.list = append(r.list, Read{path, digest})
	}
	return text, err
}

// List is what was noted. A file that changed meanwhile is in it twice, so that the answer never counts.
func (r *Reads) List() []Read {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Read{}, r.list...)
}

// entry is the form of an answer in a file.
type entry struct {
	Reads  []Read          `json:"reads"`
	Answer json.RawMessage `json:"answer"`
}

func (s *Store) path(key string) string { return filepath.Join(s.dir, key[:2], key[2:]+".json") }

// Get decodes the answer of a key into a value, and reports whether there is one.
func (s *Store) Get(key string, answer any) bool {
	text, err := os.ReadFile(s.path(key))
	if err != nil {
		return false
	}
	var e entry
	if json.Unmarshal(text, &e) != nil || len(e.Answer) == 0 {
		return false
	}
	for _, r := range e.Reads {
		found, err := os.ReadFile(r.Path)
		if (err != nil) != (r.Digest == "") || err == nil && Key(string(found)) != r.Digest {
			return false
		}
	}
	return json.Unmarshal(e.Answer, answer) == nil
}

// Put keeps an answer.
func (s *Store) Put(key string, reads []Read, answer any) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	if text, err = json.Marshal(entry{reads, text}); err != nil {
		return err
	}
	return Write(s.path(key), text)
}

// Write writes a file beside its place, in a folder that is made if there is none, and moves it there: nobody
// sees a part of it.
func Write(path string, text []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// File is the digest of a large file, such as a program: what it was when the file last changed, by its
// size and time, is remembered. It is "none" for a file that cannot be read.
func (s *Store) File(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	if err != nil {
		return "none"
	}
	key := Key("file", path, fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
	var digest string
	if s.Get(key, &digest) {
		return digest
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "none"
	}
	digest = Key(string(text))
	_ = s.Put(key, nil, digest) // it is found out again next time
	return digest
}
