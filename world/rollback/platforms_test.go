//go:build platforms

package rollback_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// platform is what one player runs on.
type platform struct {
	name    string
	command []string
}

// platforms of the players. Two of them are emulated; their programs are in a folder, in which
// .ci/determinism puts them.
func platforms(t *testing.T) []platform {
	folder := os.Getenv("ROLLBACK_PROGRAMS")
	require.NotEmpty(t, folder, "ROLLBACK_PROGRAMS is not set: .ci/determinism plays this match")
	root := world.Must(exec.Command("go", "env", "GOROOT").Output())
	wasm := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	return []platform{
		{runtime.GOOS + "/" + runtime.GOARCH, os.Args[:1]},
		{"js/wasm", []string{"node", "--stack-size=8192", wasm, filepath.Join(folder, "wasm.test")}},
		{"linux/arm64", []string{"qemu-aarch64-static", filepath.Join(folder, "arm64.test")}},
	}
}

// A match between processes on different platforms, with delay, jitter and loss: all states of all
// of them are the bits of a world that nobody rolls back.
func TestMatchOfPlatforms(t *testing.T) {
	platformTicks := long.Pick[rollback.Tick](3000, 10_000)
	all := platforms(t)
	h := hub{players: make([]*process, len(all))}
	for i, p := range all {
		peer := exec.Command(p.command[0], p.command[1:]...)
		peer.Env = append(os.Environ(), fmt.Sprintf("ROLLBACK_PEER=%d %d %d", i, len(all), platformTicks))
		h.players[i] = start(t, peer)
	}
	for i := range all {
		go h.serve(i)
	}
	want := arenaHashes(t, len(all), platformTicks, 2)
	for i, p := range all {
		r := <-h.players[i].result
		require.NoError(t, r.err, "%s: %s", p.name, r.log)
		t.Logf("%s: %s", p.name, r.log)
		require.Len(t, r.hashes, len(want), p.name)
		for tick, h := range want {
			require.Equal(t, h, r.hashes[tick], "%s, tick %d", p.name, tick)
		}
	}
}

// process is a player's program.
type process struct {
	wait   func() error // for its end, any number of times
	out    *bufio.Reader
	errors strings.Builder // written by the program's end
	mu     sync.Mutex      // of in
	in     io.Writer
	result chan result
}

// result is what a player's process has written.
type result struct {
	hashes []uint64
	log    string
	err    error
}

func start(t *testing.T, peer *exec.Cmd) *process {
	p := &process{wait: sync.OnceValue(peer.Wait), result: make(chan result, 1)}
	peer.Stderr = &p.errors
	in := world.Must(peer.StdinPipe())
	out := world.Must(peer.StdoutPipe())
	p.in, p.out = in, bufio.NewReader(out)
	require.NoError(t, peer.Start(), "apt-get install nodejs qemu-user-static")
	t.Cleanup(func() {
		peer.Process.Kill()
		p.wait()
	})
	return p
}

// hub takes packets from process to process.
type hub struct{ players []*process }

// serve reads what a player writes until its process ends.
func (h *hub) serve(from int) {
	p, r := h.players[from], result{}
	for {
		to, data, err := readParcel(p.out)
		switch {
		case err != nil:
			err = fmt.Errorf("the process ended: %w: %w", err, p.wait())
			p.result <- result{log: p.errors.String(), err: err}
			return
		case to == toHashes:
			r.hashes = append(r.hashes, binary.LittleEndian.Uint64(data))
		case to == toLog:
			r.log = string(data)
			p.result <- r
		default:
			h.players[to].write(rollback.Player(from), data)
		}
	}
}

// write gives a process a packet. A process that has ended reports that itself.
func (p *process) write(from rollback.Player, data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in.Write(parcel(from, data))
}
