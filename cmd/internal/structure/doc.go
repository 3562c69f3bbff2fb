// Package structure holds the tests of the architecture: which folder may import
// which (imports_test.go), how large and how tangled packages may be, and which
// types they may embed (shape_test.go). It has no code of its own.
package structure
