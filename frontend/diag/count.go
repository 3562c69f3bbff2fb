package diag

import "fmt"

// Count is a number of things in words: 1 thread, 2 threads.
func Count[T int | int64](n T, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
