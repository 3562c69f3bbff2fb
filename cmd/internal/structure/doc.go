// Package structure holds the tests of the house itself: which folder may import
// which (imports_test.go), and how large, how tangled and how deeply embedded
// packages may be (shape_test.go). It has no code of its own.
package structure
