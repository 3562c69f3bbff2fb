//go:build !linux

package main

// largePages does nothing: only Linux has a program ask for them.
func largePages() {}
