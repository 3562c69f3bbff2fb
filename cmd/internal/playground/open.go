package playground

import (
	"os/exec"
	"runtime"
)

// Open opens a page in the browser of the user's choice. The error is of the program that should do it.
func Open(url string) error {
	words := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		words[0] = "open"
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	cmd := exec.Command(words[0], words[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // it may stay as long as the browser
	return nil
}
