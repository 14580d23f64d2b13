package main

import (
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strings"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds/env/remote"
)

func main() {
	address := flag.String("listen", "unix:/tmp/carom.sock", "unix:path or tcp:host:port; who can connect can use this machine")
	workers := flag.Int("workers", 0, "goroutines of each connection; 0: one per processor")
	flag.Parse()
	l, err := listen(*address)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		l.Close() // removes the file of a Unix socket
		os.Exit(0)
	}()
	fmt.Println("listening on", *address)
	world.Check(remote.Serve(l, remote.Config{Workers: *workers}))
}

// listen opens an address such as unix:/tmp/carom.sock or tcp:localhost:7071.
func listen(address string) (net.Listener, error) {
	network, where, found := strings.Cut(address, ":")
	if !found || network != "unix" && network != "tcp" {
		return nil, fmt.Errorf("address %q is neither unix:path nor tcp:host:port", address)
	}
	return net.Listen(network, where)
}
