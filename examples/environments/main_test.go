package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/world/worlds/env"
	"github.com/carom2d/carom/world/worlds/env/remote"
	"github.com/stretchr/testify/require"
)

// python is a program that prints what the client gets, as numbers that are exact.
const python = `
import sys
sys.path.insert(0, ".")
from carom_env import *
flat = (lambda x: [float(v) for v in np.ravel(x)]) if np else (lambda x: [float(v) for v in x])
with CaromVectorEnv(sys.argv[1], "lander", 3) as env:
    assert (env.observation_size, env.action_size, env.max_episode_steps) == (8, 2, 500)
    o, _ = env.reset(seed=11)
    print("reset", *[v.hex() for v in flat(o)])
    for step in range(300):
        o, r, terminated, truncated, infos = env.step([(i + step % 3) / 8 - 0.5 for i in range(6)])
        print("step", *[v.hex() for v in flat(o) + flat(r)], *[int(b) for b in list(terminated) + list(truncated)])
        if infos:
            print("final", *[int(b) for b in infos["_final_obs"]], *[v.hex() for v in flat(infos["final_obs"])])
    for bad in ([0.0], [0.0] * 7):
        try:
            env.step(bad)
            assert False
        except ValueError:
            pass
try:
    CaromVectorEnv(sys.argv[1], "chess", 1)
    assert False
except CaromError as e:
    print(e)
for bad in ((sys.argv[1], 0), (sys.argv[1], -1), (sys.argv[1], 1, "often"), ("tcp:localhost", 1)):
    try:
        CaromVectorEnv(bad[0], "lander", *bad[1:])
        assert False
    except ValueError as e:
        print(e)
with CaromVectorEnv(sys.argv[1], "cartpole", 2, autoreset="disabled") as env:
    env.reset(seed=[5, 6])
    for _ in range(120):
        o, _, terminated, _, _ = env.step([1, 1])
    assert all(terminated)
    before = flat(o)
    o, _, terminated, _, infos = env.step([[1], [1]])
    assert all(terminated) and not infos
    o, _ = env.reset(options={"reset_mask": [False, True]})
    assert flat(o)[:4] == before[:4] and flat(o)[4:] != before[4:]
    try:
        env.reset(seed=[1, 2, 3])
        assert False
    except ValueError as e:
        assert str(e) == "3 seeds, not 2"
    try:
        env.reset(seed=-1)
        assert False
    except ValueError as e:
        assert str(e) == "seeds [-1, 0]: want numbers of 64 bits that are not negative"
`

// strangers is a program that speaks with servers of something else: each answers a number of
// requests rightly, then with a reply that is not of the protocol.
const strangers = `
import sys, threading, warnings
sys.path.insert(0, ".")
warnings.simplefilter("error")
from carom_env import *
make = struct.pack("<IBIII", 13, MAKE, 2, 1, 9)
bad_step = struct.pack("<IB3fBBI", 23, STEP, 0, 0, 0, 1, 0, 2**31)
for replies in ([b"\0" * 4], [b"HTTP/1.1 400"], [struct.pack("<IB", 1, MAKE)], [struct.pack("<IBI", 5, STEP, 1)], [b"\3\0"], [make, b"\0" * 4],
        [make, struct.pack("<IB", 1, STEP)], [make, bad_step], [make, b"\xff" * 9]):
    server = socket.create_server(("localhost", 0))
    def answer():
        conn, _ = server.accept()
        with conn:
            for r in replies:
                conn.recv(1000)
                conn.sendall(r)
    thread = threading.Thread(target=answer)
    thread.start()
    try:
        with CaromVectorEnv("tcp:localhost:%d" % server.getsockname()[1], "cartpole", 1) as env:
            env.step([1])
        assert False
    except CaromError as e:
        print(e)
    thread.join()
    server.close()
`

// The client for Python gets the numbers that a Vector returns here, bit by bit, with numpy and
// without it.
func TestPythonClient(t *testing.T) {
	t.Run("without numpy", func(t *testing.T) {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, "numpy.py"), []byte("raise ImportError\n"), 0o644))
		testPythonClient(t, "python3", "PYTHONPATH="+folder)
	})
	t.Run("with numpy", func(t *testing.T) {
		for _, program := range []string{"python3", "/usr/bin/python3"} { // the first may be one without packages
			if exec.Command(program, "-c", "import numpy").Run() == nil {
				testPythonClient(t, program, "")
				return
			}
		}
		leftout.Installable(t, "python3-numpy")
	})
}

func testPythonClient(t *testing.T, program, variable string) {
	program, err := exec.LookPath(program)
	if err != nil {
		leftout.Installable(t, "python3")
	}
	run := func(arguments ...string) string {
		cmd := exec.Command(program, arguments...)
		cmd.Env = append(os.Environ(), variable)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	address := "unix:" + filepath.Join(t.TempDir(), "s")
	l, err := listen(address)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- remote.Serve(l, remote.Config{}) }()
	require.Equal(t, expected(t), run("-c", python, address))

	require.Equal(t, 9, strings.Count(run("-c", strangers), "\n"), "each is an error of the client in words")
	speed := run("carom_env.py", address, "walker", "64", "0.3")
	require.Contains(t, speed, "steps per second")
	require.Equal(t, variable != "", strings.Contains(speed, "numpy missing"), speed)
	t.Log(speed)
	require.NoError(t, l.Close())
	require.NoError(t, <-ended)
}

// A server starts where another was killed, and takes no other server's address and no file.
func TestSocketOfAKilledServer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	killed, err := listen("unix:" + path)
	require.NoError(t, err)
	_, err = listen("unix:" + path)
	require.ErrorIs(t, err, syscall.EADDRINUSE)
	killed.(*net.UnixListener).SetUnlinkOnClose(false)
	require.NoError(t, killed.Close())
	l, err := listen("unix:" + path)
	require.NoError(t, err)
	require.NoError(t, l.Close())
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	_, err = listen("unix:" + path)
	require.ErrorIs(t, err, syscall.EADDRINUSE)
	require.FileExists(t, path)
}

// expected is what the program prints.
func expected(t *testing.T) string {
	task := env.Lander()
	v, err := env.New(task, 3, env.Config{})
	require.NoError(t, err)
	defer v.Close()
	b := v.NewBatch()
	require.NoError(t, v.Reset(env.Seeds(11, 3), b.Observations))
	var out strings.Builder
	fmt.Fprintln(&out, "reset"+hex(b.Observations))
	actions := make([]float32, 6)
	for step := range 300 {
		for i := range actions {
			actions[i] = float32(i+step%3)/8 - 0.5
		}
		require.NoError(t, v.Step(actions, b))
		ends, final, any := "", "", false
		for i := range 3 {
			over := b.Terminated[i] || b.Truncated[i]
			ends += digit(over)
			if over {
				final += hex(b.FinalObservations[8*i : 8*i+8])
			}
			any = any || over
		}
		flags := ""
		for _, f := range append(append([]bool(nil), b.Terminated...), b.Truncated...) {
			flags += digit(f)
		}
		fmt.Fprintln(&out, "step"+hex(b.Observations)+hex(b.Rewards)+flags)
		if any {
			fmt.Fprintln(&out, "final"+ends+final)
		}
	}
	require.Contains(t, out.String(), "final")
	return out.String() + `remote: no task "chess": want one of cartpole, walker, lander, pusher
0 environments
-1 environments
autoreset 'often' is none of same_step, next_step, disabled
address 'tcp:localhost' is neither unix:path nor tcp:host:port
`
}

func digit(b bool) string {
	if b {
		return " 1"
	}
	return " 0"
}

// hex writes numbers as Python's float.hex does.
func hex(values []float32) string {
	var out strings.Builder
	for _, x := range values {
		s := fmt.Sprintf("%.13x", float64(x))
		s = strings.Replace(s, "p+0", "p+", 1)
		s = strings.Replace(s, "p-0", "p-", 1)
		if x == 0 {
			s = strings.Replace(s, "0x0.0000000000000p+0", "0x0.0p+0", 1)
			s = strings.TrimSuffix(strings.Split(s, "0x")[0], " ") + "0x0.0p+0"
		}
		out.WriteString(" " + s)
	}
	return out.String()
}

func TestBadAddresses(t *testing.T) {
	for _, address := range []string{"", "unix", "udp:localhost:1", "localhost:80"} {
		_, err := listen(address)
		require.Error(t, err, address)
	}
}
