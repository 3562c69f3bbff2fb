// Command gv2 verifies CUDA kernels: data races, barrier divergence and failing
// assertions, by translation to Boogie.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
