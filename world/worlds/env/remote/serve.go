package remote

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"strings"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world/worlds/env"
)

// Config describes a server. The zero Config works.
type Config struct {
	Tasks           []env.Task // that clients may ask for; nil means the tasks of package env
	MaxEnvironments int        // of a connection, at most 1<<20; zero means 4096
	Workers         int        // of a connection, as env.Config.Workers
	MaxConnections  int        // at the same time; others wait. Zero means 16
}

// Version is the version of the protocol.
const Version = 1

// Kinds of messages.
const (
	Make  = 1
	Reset = 2
	Step  = 3
	Error = 255
)

// Flags of Reset.
const (
	WithSeeds = 1
	WithMask  = 2
)

func (c *Config) validate() error {
	for _, f := range []struct {
		name         string
		value        *int
		most, normal int
	}{{"MaxEnvironments", &c.MaxEnvironments, 1 << 20, 4096}, {"MaxConnections", &c.MaxConnections, 1 << 16, 16}, {"Workers", &c.Workers, 1024, 0}} {
		if *f.value < 0 || *f.value > f.most {
			return geom.NewFieldError(f.name, *f.value, geom.ErrOutOfRange)
		}
		if *f.value == 0 {
			*f.value = f.normal
		}
	}
	if c.Tasks == nil {
		c.Tasks = env.Tasks()
	}
	return nil
}

// Serve answers the connections of a listener until that is closed, and then waits for them. It
// returns the error of the listener, or nil after net.ErrClosed.
func Serve(l net.Listener, c Config) error {
	if err := c.validate(); err != nil {
		return err
	}
	var group sync.WaitGroup
	defer group.Wait()
	slots := make(chan struct{}, c.MaxConnections)
	for {
		slots <- struct{}{}
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		group.Go(func() {
			defer func() { <-slots }()
			defer conn.Close()
			_ = Answer(conn, c)
		})
	}
}

// Answer serves one client over any stream, until it ends. It returns nil at an end between two
// messages.
func Answer(stream io.ReadWriter, c Config) error {
	if err := c.validate(); err != nil {
		return err
	}
	s := &session{config: c, in: bufio.NewReaderSize(stream, 1<<16), out: stream}
	defer s.end()
	for {
		kind, rest, err := s.read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			_ = s.reply(Error, []byte(err.Error()))
			return err
		}
		answer, err := s.handle(kind, rest)
		if err != nil {
			kind, answer = Error, append(s.answer[:0], err.Error()...)
		}
		if err := s.reply(kind, answer); err != nil {
			return err
		}
	}
}

// session is the state of a connection.
type session struct {
	config  Config
	in      *bufio.Reader
	out     io.Writer
	vector  *env.Vector
	batch   *env.Batch
	actions []float32
	seeds   []uint64
	mask    []bool
	stays   bool   // the mode is env.Disabled: an environment stays at the end of its episode
	told    []bool // environments whose end was in a reply, since their last Reset
	ends    []int  // environments whose episode ended in this step

	message, answer, frame []byte
}

func (s *session) end() {
	if s.vector != nil {
		s.vector.Close()
		s.vector = nil
	}
}

// longest returns the length of the longest valid message in the present state.
func (s *session) longest() int {
	const make = 1024
	if s.vector == nil {
		return make
	}
	return max(make, 2+9*s.vector.Len(), 1+4*len(s.actions))
}

// read reads a message. The result is valid until the next call.
func (s *session) read() (kind byte, rest []byte, err error) {
	var head [4]byte
	if _, err := io.ReadFull(s.in, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || int64(n) > int64(s.longest()) {
		return 0, nil, fmt.Errorf("remote: a message of %d bytes, of which at most %d make sense", n, s.longest())
	}
	if cap(s.message) < int(n) {
		s.message = make([]byte, n)
	}
	s.message = s.message[:n]
	if _, err := io.ReadFull(s.in, s.message); err != nil {
		return 0, nil, fmt.Errorf("remote: the stream ended within a message: %w", io.ErrUnexpectedEOF)
	}
	return s.message[0], s.message[1:], nil
}

// reply writes a message in one call, so that a packet is not sent for its head alone.
func (s *session) reply(kind byte, rest []byte) error {
	s.frame = binary.LittleEndian.AppendUint32(s.frame[:0], uint32(len(rest)+1))
	s.frame = append(s.frame, kind)
	s.frame = append(s.frame, rest...)
	_, err := s.out.Write(s.frame)
	return err
}

// handle carries out a request and returns the rest of the reply.
func (s *session) handle(kind byte, rest []byte) ([]byte, error) {
	switch {
	case kind == Make:
		return s.make(rest)
	case kind != Reset && kind != Step:
		return nil, fmt.Errorf("remote: no request of kind %d", kind)
	case s.vector == nil:
		return nil, errors.New("remote: the first request is Make")
	case kind == Reset:
		return s.reset(rest)
	}
	return s.step(rest)
}

func (s *session) make(rest []byte) ([]byte, error) {
	s.end()
	if len(rest) < 6 {
		return nil, errors.New("remote: Make is too short")
	}
	if rest[0] != Version {
		return nil, fmt.Errorf("remote: version %d, this is version %d", rest[0], Version)
	}
	n, name := binary.LittleEndian.Uint32(rest[2:]), string(rest[6:])
	if n == 0 || n > uint32(s.config.MaxEnvironments) {
		return nil, fmt.Errorf("remote: %d environments, at most %d", n, s.config.MaxEnvironments)
	}
	for _, t := range s.config.Tasks {
		if t.Name != name {
			continue
		}
		v, err := env.New(t, int(n), env.Config{Workers: s.config.Workers, Autoreset: env.Autoreset(rest[1])})
		if err != nil {
			return nil, err
		}
		s.vector, s.batch = v, v.NewBatch()
		s.actions, s.seeds = make([]float32, int(n)*t.Actions), make([]uint64, n)
		s.mask, s.told, s.stays = make([]bool, n), make([]bool, n), env.Autoreset(rest[1]) == env.Disabled
		a := binary.LittleEndian.AppendUint32(s.answer[:0], uint32(t.Observations))
		a = binary.LittleEndian.AppendUint32(a, uint32(t.Actions))
		s.answer = binary.LittleEndian.AppendUint32(a, uint32(t.MaxSteps))
		return s.answer, nil
	}
	var names []string
	for _, t := range s.config.Tasks {
		names = append(names, t.Name)
	}
	return nil, fmt.Errorf("remote: no task %q: want one of %s", name, strings.Join(names, ", "))
}

func (s *session) reset(rest []byte) ([]byte, error) {
	n := s.vector.Len()
	if len(rest) == 0 || rest[0]&^(WithSeeds|WithMask) != 0 {
		return nil, errors.New("remote: Reset without its flags")
	}
	flags, rest := rest[0], rest[1:]
	var seeds []uint64
	var mask []bool
	want := 0
	if flags&WithSeeds != 0 {
		seeds, want = s.seeds, 8*n
	}
	if flags&WithMask != 0 {
		mask, want = s.mask, want+n
	}
	if len(rest) != want {
		return nil, fmt.Errorf("remote: %d bytes of seeds and mask, not %d", len(rest), want)
	}
	for i := range seeds {
		seeds[i] = binary.LittleEndian.Uint64(rest[8*i:])
	}
	for i := range mask {
		mask[i] = rest[8*len(seeds)+i] != 0
	}
	if err := s.vector.ResetWhere(mask, seeds, s.batch.Observations); err != nil {
		return nil, err
	}
	for i := range s.told {
		s.told[i] = s.told[i] && mask != nil && !mask[i]
	}
	s.answer = appendFloats(s.answer[:0], s.batch.Observations)
	return s.answer, nil
}

func (s *session) step(rest []byte) ([]byte, error) {
	if len(rest) != 4*len(s.actions) {
		return nil, fmt.Errorf("remote: %d bytes of actions, not %d", len(rest), 4*len(s.actions))
	}
	for i := range s.actions {
		s.actions[i] = math.Float32frombits(binary.LittleEndian.Uint32(rest[4*i:]))
	}
	b := s.batch
	if err := s.vector.Step(s.actions, b); err != nil {
		return nil, err
	}
	a := appendFloats(s.answer[:0], b.Observations)
	a = appendFloats(a, b.Rewards)
	a = appendBools(a, b.Terminated)
	a = appendBools(a, b.Truncated)
	s.answer = s.appendEnds(a)
	return s.answer, nil
}

// appendEnds appends the environments whose episode ended in this step, and their last
// observations. Without autoreset an environment stays terminated or truncated, and its episode
// ended in an earlier step.
func (s *session) appendEnds(a []byte) []byte {
	b, k := s.batch, s.vector.Task().Observations
	count := len(a)
	a = append(a, 0, 0, 0, 0)
	s.ends = s.ends[:0]
	for i := range b.Terminated {
		over := b.Terminated[i] || b.Truncated[i]
		if over && !s.told[i] {
			s.ends = append(s.ends, i)
			a = binary.LittleEndian.AppendUint32(a, uint32(i))
		}
		s.told[i] = over && s.stays
	}
	binary.LittleEndian.PutUint32(a[count:], uint32(len(s.ends)))
	for _, i := range s.ends {
		a = appendFloats(a, b.FinalObservations[i*k:(i+1)*k])
	}
	return a
}

func appendFloats(dst []byte, values []float32) []byte {
	for _, x := range values {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
	}
	return dst
}

func appendBools(dst []byte, values []bool) []byte {
	for _, x := range values {
		b := byte(0)
		if x {
			b = 1
		}
		dst = append(dst, b)
	}
	return dst
}
