//go:build platforms

package rollback_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/carom2d/carom/world/rollback/wsconn"
	"github.com/stretchr/testify/require"
)

// haste is how much faster than a game the clock of the match of processes goes.
const haste = 4

// platform is what one player runs on.
type platform struct {
	name    string
	env     []string // of the compiler
	command []string // that runs a program
}

// platforms of the players. Two of them are emulated.
func platforms(t *testing.T) []platform {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	wasm := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	return []platform{
		{runtime.GOOS + "/" + runtime.GOARCH, nil, nil},
		// Node has WebSocket, as browsers do, since version 22, and behind this flag since 20.10.
		{"js/wasm", []string{"GOOS=js", "GOARCH=wasm"}, []string{"node", "--experimental-websocket", "--stack-size=8192", wasm}},
		{"linux/arm64", []string{"GOOS=linux", "GOARCH=arm64"}, []string{"qemu-aarch64-static"}},
	}
}

// A match between processes on different platforms, over WebSocket, with delay, jitter and loss:
// all states of all of them are those of a world that nobody rolls back.
func TestMatchOfPlatforms(t *testing.T) {
	all := platforms(t)
	for _, p := range all {
		if len(p.command) > 0 {
			_, err := exec.LookPath(p.command[0])
			require.NoError(t, err, "%s needs %s; apt-get install nodejs qemu-user-static", p.name, p.command[0])
		}
	}
	room := wsconn.NewRoom(len(all))
	server := httptest.NewServer(room)
	defer server.Close()
	defer room.Close()
	folder := t.TempDir()
	results := make([]chan result, len(all))
	for i, p := range all {
		binary := filepath.Join(folder, strconv.Itoa(i)+".test")
		build := exec.Command("go", "test", "-c", "-ldflags=-w", "-tags", platformTags, "-o", binary, ".")
		build.Env = append(append(os.Environ(), "CGO_ENABLED=0"), p.env...)
		out, err := build.CombinedOutput()
		require.NoError(t, err, "%s", out)
		command := append(append([]string(nil), p.command...), binary)
		peer := exec.Command(command[0], command[1:]...)
		peer.Env = append(os.Environ(), fmt.Sprintf("ROLLBACK_PEER=%s %d %d", strings.Replace(server.URL, "http", "ws", 1), i, len(all)))
		results[i] = make(chan result, 1)
		start(t, peer, results[i])
	}
	want := arenaHashes(t, len(all), platformTicks, 2)
	for i, p := range all {
		r := <-results[i]
		require.NoError(t, r.err, "%s: %s", p.name, r.log)
		t.Logf("%s: %s", p.name, r.log)
		require.Len(t, r.hashes, len(want), p.name)
		for tick, h := range want {
			require.Equal(t, h, r.hashes[tick], "%s, tick %d", p.name, tick)
		}
	}
}

// result is what a player's process has printed.
type result struct {
	hashes []uint64
	log    string
	err    error
}

// start runs a process until the test ends, and reads its hashes.
func start(t *testing.T, peer *exec.Cmd, to chan<- result) {
	var stderr bytes.Buffer
	peer.Stderr = &stderr
	stdout, err := peer.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, peer.Start())
	t.Cleanup(func() {
		peer.Process.Kill()
		peer.Wait()
	})
	go func() {
		var r result
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if word, rest, _ := strings.Cut(lines.Text(), " "); word == "done" {
				r.log = rest
				to <- r
				return
			}
			h, err := strconv.ParseUint(lines.Text(), 16, 64)
			if err != nil {
				to <- result{err: fmt.Errorf("line %q", lines.Text())}
				return
			}
			r.hashes = append(r.hashes, h)
		}
		to <- result{err: fmt.Errorf("the process ended: %v: %s", peer.Wait(), stderr.String())}
	}()
}

// TestMain is also the program of a player, if it is told a room.
func TestMain(m *testing.M) {
	words := strings.Fields(os.Getenv("ROLLBACK_PEER"))
	if len(words) == 0 {
		os.Exit(m.Run())
	}
	local, err := strconv.Atoi(words[1])
	world.Check(err)
	players, err := strconv.Atoi(words[2])
	world.Check(err)
	play(words[0], rollback.Player(local), players)
}

// alone stands for the test of a process that runs none.
type alone struct{ testing.TB }

func (alone) Cleanup(func())                    {}
func (alone) Helper()                           {}
func (alone) FailNow()                          { os.Exit(1) }
func (alone) Errorf(format string, args ...any) { fmt.Fprintf(os.Stderr, format, args...) }

// play plays a match, prints the hashes of all states, and stays for the others until it is
// killed.
func play(address string, local rollback.Player, players int) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	conn, err := wsconn.Dial(ctx, address, local)
	cancel()
	world.Check(err)
	n := badNetwork(uint64(local))
	n.carry = func(due []flight) {
		for _, f := range due {
			conn.Send(f.to, f.data)
		}
	}
	a := newArena(alone{}, players, 10)
	s, err := rollback.New(rollback.Config[pad]{
		Players: players, Local: local, HashEvery: 1, MaxPrediction: 24, InputDelay: 2, Advance: a.advance,
		DropAfter: time.Hour, // a process that is emulated may begin late
		Send:      func(to rollback.Player, data []byte) { n.send(local, to, data) },
	}, a.state)
	world.Check(err)
	out := bufio.NewWriter(os.Stdout)
	printed := rollback.Tick(0)
	begin := time.Now()
	for frame := time.Duration(0); ; frame++ {
		for from, packet := range conn.Packets() {
			world.Check(s.Receive(from, packet))
		}
		n.now = haste * time.Since(begin)
		_, err := s.Update(n.now, padAt(local, s.Tick()))
		world.Check(err)
		n.deliver()
		for h, ok := s.HashAt(printed); ok && printed <= platformTicks; h, ok = s.HashAt(printed) {
			fmt.Fprintf(out, "%x\n", h)
			if printed++; printed > platformTicks {
				fmt.Fprintf(out, "done in %v: %+v\n", time.Since(begin).Round(time.Millisecond), s.Counters())
				world.Check(out.Flush())
			}
		}
		world.Check(conn.Err())
		time.Sleep(time.Until(begin.Add(frame * time.Second / 60 / haste)))
	}
}
