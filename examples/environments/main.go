package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds/env/remote"
)

func main() {
	address := flag.String("listen", "unix:/tmp/carom.sock", "unix:path or tcp:host:port; who can connect can use this machine")
	workers := flag.Int("workers", 0, "goroutines of each connection; 0: one per processor")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "environments takes no argument %q; -h names the flags\n", flag.Arg(0))
		os.Exit(2)
	}
	l, err := listen(*address)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
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
	l, err := net.Listen(network, where)
	if network == "unix" && errors.Is(err, syscall.EADDRINUSE) && abandoned(where) {
		if err := os.Remove(where); err != nil {
			return nil, err
		}
		return net.Listen(network, where)
	}
	return l, err
}

// abandoned reports whether a file is the socket of a server that was killed.
func abandoned(socket string) bool {
	info, err := os.Lstat(socket)
	if err != nil || info.Mode()&os.ModeSocket == 0 {
		return false
	}
	conn, err := net.Dial("unix", socket)
	if err == nil {
		conn.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}
