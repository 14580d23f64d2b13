package remote_test

import (
	"encoding/binary"
	"io"
	"math"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds/env"
	"github.com/carom2d/carom/world/worlds/env/remote"
	"github.com/stretchr/testify/require"
)

// client speaks the protocol as its description says, with nothing of the server.
type client struct {
	t    testing.TB
	conn net.Conn
}

func dial(t testing.TB, c remote.Config) *client {
	l := world.Must(net.Listen("unix", filepath.Join(t.TempDir(), "s")))
	ended := make(chan error, 1)
	go func() { ended <- remote.Serve(l, c) }()
	conn := world.Must(net.Dial("unix", l.Addr().String()))
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	t.Cleanup(func() {
		require.NoError(t, conn.Close())
		require.NoError(t, l.Close())
		require.NoError(t, <-ended)
	})
	return &client{t, conn}
}

func u32(values ...uint32) []byte {
	var b []byte
	for _, x := range values {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

func f32(values ...float32) []byte {
	var b []byte
	for _, x := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

func floats(b []byte) []float32 {
	var values []float32
	for ; len(b) >= 4; b = b[4:] {
		values = append(values, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return values
}

func (c *client) send(kind byte, rest ...byte) {
	_, err := c.conn.Write(append(append(u32(uint32(len(rest)+1)), kind), rest...))
	require.NoError(c.t, err)
}

func (c *client) receive() (kind byte, rest []byte) {
	var head [4]byte
	_, err := io.ReadFull(c.conn, head[:])
	require.NoError(c.t, err)
	rest = make([]byte, binary.LittleEndian.Uint32(head[:]))
	_, err = io.ReadFull(c.conn, rest)
	require.NoError(c.t, err)
	return rest[0], rest[1:]
}

// call sends a request and returns the rest of the reply, which must be of the same kind.
func (c *client) call(kind byte, rest ...byte) []byte {
	c.t.Helper()
	c.send(kind, rest...)
	got, answer := c.receive()
	require.Equal(c.t, kind, got, "%s", answer)
	return answer
}

// refused sends a request and returns the sentence of the error.
func (c *client) refused(kind byte, rest ...byte) string {
	c.t.Helper()
	c.send(kind, rest...)
	got, answer := c.receive()
	require.Equal(c.t, byte(remote.Error), got)
	return string(answer)
}

func makeRequest(autoreset byte, n uint32, name string) []byte {
	return append(append([]byte{remote.Version, autoreset}, u32(n)...), name...)
}

func seedBytes(seeds []uint64) []byte {
	b := []byte{remote.WithSeeds}
	for _, s := range seeds {
		b = binary.LittleEndian.AppendUint64(b, s)
	}
	return b
}

// What comes through the socket is what a Vector returns here.
func TestConcurrentStreamHasTheNumbersOfAVector(t *testing.T) {
	const n = 5
	for _, task := range env.Tasks() {
		c := dial(t, remote.Config{})
		require.Equal(t, u32(uint32(task.Observations), uint32(task.Actions), uint32(task.MaxSteps)), c.call(remote.Make, makeRequest(0, n, task.Name)...))
		v := world.Must(env.New(task, n, env.Config{}))
		out := v.NewBatch()
		require.NoError(t, v.Reset(env.Seeds(9, n), out.Observations))
		require.Equal(t, out.Observations, floats(c.call(remote.Reset, seedBytes(env.Seeds(9, n))...)))
		k, ends := task.Observations, 0
		for step := range 320 {
			actions := make([]float32, n*task.Actions)
			for i := range actions {
				actions[i] = float32(math.Sin(float64(step*(i+1)) / 9))
			}
			require.NoError(t, v.Step(actions, out))
			got := c.call(remote.Step, f32(actions...)...)
			require.Equal(t, out.Observations, floats(got[:4*n*k]))
			got = got[4*n*k:]
			require.Equal(t, out.Rewards, floats(got[:4*n]))
			got = got[4*n:]
			var ended []uint32
			for i := range n {
				require.Equal(t, out.Terminated[i], got[i] == 1)
				require.Equal(t, out.Truncated[i], got[n+i] == 1)
				if out.Terminated[i] || out.Truncated[i] {
					ended = append(ended, uint32(i))
				}
			}
			got = got[2*n:]
			require.Equal(t, u32(uint32(len(ended))), got[:4])
			require.Equal(t, u32(ended...), append([]byte(nil), got[4:4+4*len(ended)]...))
			final := floats(got[4+4*len(ended):])
			require.Len(t, final, len(ended)*k)
			for i, e := range ended {
				require.Equal(t, out.FinalObservations[int(e)*k:(int(e)+1)*k], final[i*k:(i+1)*k])
				ends++
			}
		}
		require.Positive(t, ends, task.Name)
		v.Close()
	}
}

// An episode that ended stays ended without autoreset. The replies of later steps do not name it
// again. After a Reset of this environment its next end is named.
func TestAnEndIsToldOnce(t *testing.T) {
	const n, k = 2, 4
	c := dial(t, remote.Config{})
	c.call(remote.Make, makeRequest(byte(env.Disabled), n, "cartpole")...)
	c.call(remote.Reset, seedBytes(env.Seeds(5, n))...)
	told := func() (ends [n]int) {
		over := make([]byte, n)
		for range 300 {
			got := c.call(remote.Step, f32(1, 1)...)
			over = got[4*n*k+4*n : 4*n*k+5*n]
			got = got[4*n*k+6*n:]
			count := int(binary.LittleEndian.Uint32(got))
			require.Len(t, got, 4+count*4*(1+k))
			for i := range count {
				ends[binary.LittleEndian.Uint32(got[4+4*i:])]++
			}
		}
		require.Equal(t, []byte{1, 1}, over)
		return ends
	}
	require.Equal(t, [n]int{1, 1}, told())
	require.Equal(t, [n]int{0, 0}, told())
	c.call(remote.Reset, remote.WithMask, 0, 1)
	require.Equal(t, [n]int{0, 1}, told())
}

// Requests that cannot be fulfilled are errors in words, and the connection goes on.
func TestRequestsAreChecked(t *testing.T) {
	c := dial(t, remote.Config{MaxEnvironments: 10})
	require.Contains(t, c.refused(remote.Step), "Make")
	require.Contains(t, c.refused(remote.Make, 1), "too short")
	require.Contains(t, c.refused(remote.Make, 9, 0, 1, 0, 0, 0), "version 9")
	require.Contains(t, c.refused(remote.Make, makeRequest(0, 11, "walker")...), "at most 10")
	require.Contains(t, c.refused(remote.Make, makeRequest(0, 0, "walker")...), "at most 10")
	require.Contains(t, c.refused(remote.Make, makeRequest(0, 1, "chess")...), `"chess"`)
	require.Contains(t, c.refused(remote.Make, makeRequest(7, 1, "walker")...), "Autoreset")
	c.call(remote.Make, makeRequest(2, 2, "cartpole")...)
	require.Contains(t, c.refused(42), "kind 42")
	require.Contains(t, c.refused(remote.Step, f32(0, 0)...), "before Reset")
	require.Contains(t, c.refused(remote.Reset), "flags")
	require.Contains(t, c.refused(remote.Reset, 4), "flags")
	require.Contains(t, c.refused(remote.Reset, remote.WithSeeds, 1), "bytes")
	first := c.call(remote.Reset, 0)
	require.Contains(t, c.refused(remote.Step, f32(0)...), "actions")
	c.call(remote.Step, f32(1, 1)...)
	second := c.call(remote.Reset, append([]byte{remote.WithMask}, 0, 1)...)
	require.Len(t, second, len(first))
	require.NotEqual(t, first[:16], second[:16], "this one was left as it was after the step")
	c.call(remote.Make, makeRequest(0, 1, "lander")...)
	require.Len(t, c.call(remote.Reset, 0), 4*8)
	other, err := net.Dial("unix", c.conn.RemoteAddr().String())
	require.NoError(t, err, "others come in meanwhile")
	require.NoError(t, other.Close())

	c.send(remote.Step, make([]byte, 1<<16)...)
	kind, answer := c.receive()
	require.Equal(t, byte(remote.Error), kind)
	require.Contains(t, string(answer), "make sense")
	_, err = c.conn.Read(make([]byte, 1))
	require.Error(t, err, "the connection is closed")
}

func TestBadConfig(t *testing.T) {
	require.ErrorIs(t, remote.Answer(nil, remote.Config{MaxEnvironments: -1}), geom.ErrOutOfRange)
	require.ErrorIs(t, remote.Answer(nil, remote.Config{Workers: -1}), geom.ErrOutOfRange)
	require.ErrorIs(t, remote.Serve(nil, remote.Config{MaxConnections: 1 << 20}), geom.ErrOutOfRange)
}

// FuzzAnswer sends anything. The server must neither panic nor ask for more memory than the
// configuration lets it.
func FuzzAnswer(f *testing.F) {
	frame := func(kind byte, rest ...byte) []byte { return append(append(u32(uint32(len(rest)+1)), kind), rest...) }
	begin := append(frame(remote.Make, makeRequest(0, 2, "cartpole")...), frame(remote.Reset, 0)...)
	f.Add(begin)
	f.Add(append(begin, frame(remote.Step, f32(1, -1)...)...))
	f.Add(append(begin, frame(remote.Reset, 3, 1, 2)...))
	f.Add(u32(1 << 31))
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = remote.Answer(&script{data: data}, remote.Config{MaxEnvironments: 3, Workers: 1})
	})
}

// script is a stream with fixed input.
type script struct{ data []byte }

func (s *script) Read(p []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.data)
	s.data = s.data[n:]
	return n, nil
}

func (s *script) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkStep reports steps of environments per second through a Unix socket.
func BenchmarkStep(b *testing.B) {
	for _, task := range env.Tasks() {
		b.Run(task.Name, func(b *testing.B) {
			const n = 256
			c := dial(b, remote.Config{})
			c.call(remote.Make, makeRequest(0, n, task.Name)...)
			c.call(remote.Reset, 0)
			request := f32(make([]float32, n*task.Actions)...)
			for b.Loop() {
				c.call(remote.Step, request...)
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
