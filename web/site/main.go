package main

import (
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

// mostBrotli is the size that the program of the gallery may have for the visitor, in bytes.
const mostBrotli = 1_710_000

func main() {
	out := flag.String("out", "out/site", "the folder to write")
	games := flag.String("games", "", "a folder of built games, each a folder with index.html")
	address := flag.String("serve", "", "serve the folder at this address, such as localhost:8080")
	quick := flag.Bool("quick", false, "leave out the compressed forms, which take most of the time, and let programs name the paths of this machine")
	flag.Parse()
	s := site{out: *out, root: ".", games: *games, quick: *quick, mostBrotli: mostBrotli}
	if err := run(&s, *address); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// run writes the site and serves it at an address, if there is one. An address that cannot be
// served is an error before the minutes of writing.
func run(s *site, address string) error {
	var listener net.Listener
	if address != "" {
		var err error
		if listener, err = net.Listen("tcp", address); err != nil {
			return err
		}
	}
	began := time.Now()
	if err := s.write(); err != nil {
		return err
	}
	fmt.Printf("%s: %d scenes in %.0f s\n", filepath.Join(s.out, "index.html"), s.scenes, time.Since(began).Seconds())
	if listener == nil {
		return nil
	}
	return serve(s.out, listener)
}
