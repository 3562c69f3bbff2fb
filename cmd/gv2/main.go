// Command gv2 verifies CUDA kernels: data races, misuse of barriers, deadlock and
// failing assertions, by execution where control is static and by translation to
// Boogie elsewhere.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
