package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

func TestQuantiles(t *testing.T) {
	m := newTimings(0)
	require.Zero(t, m.quantile(0.5))
	times := make([]time.Duration, 200)
	for i := range times {
		times[i] = time.Duration(i + 1)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(times), func(i, j int) { times[i], times[j] = times[j], times[i] })
	for _, d := range times {
		m.add(d, world.Profile{})
	}
	require.Equal(t, time.Duration(100), m.quantile(0.5))
	require.Equal(t, time.Duration(198), m.quantile(0.99))
	require.Equal(t, time.Duration(200), m.quantile(1))
	require.Equal(t, time.Duration(1), m.quantile(0))
	require.Equal(t, time.Duration(200*201/2), m.total)
}

// A scene of a few bytes may ask for more ticks than any memory holds times of.
func TestTimingsCapacityIsBounded(t *testing.T) {
	require.LessOrEqual(t, cap(newTimings(math.MaxInt).ticks), maxTickCapacity)
}

func TestStagesSumToTotal(t *testing.T) {
	m := newTimings(1)
	m.add(100, world.Profile{Pairs: 1, Evaluate: 2, Transition: 3, Solve: 4, Finalize: 5, Continuous: 6, Bullets: 11, Refit: 7, Sensors: 8, Sleep: 9, Publish: 10})
	sum := m.other()
	for i := range m.stages {
		sum += m.stages[i].sum
	}
	require.Equal(t, time.Duration(34), m.other())
	require.Equal(t, m.total, sum)
}

// Every stage of a tick has its line, areas too.
func TestTimingsHaveEveryStage(t *testing.T) {
	var p world.Profile
	v := reflect.ValueOf(&p).Elem()
	n := 0
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && f.Name != "Total" {
			v.Field(i).SetInt(1)
			n++
		}
	}
	m := newTimings(1)
	m.add(100, p)
	require.Equal(t, time.Duration(100-n), m.other())
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	clock := time.Unix(0, 0)
	p := newProgress(&out, 200, func() time.Time { return clock })
	p.show(100)
	require.Nil(t, p.out, "a buffer is not a terminal")
	p.clear()

	p.out = &out
	clock = clock.Add(900 * time.Millisecond)
	p.show(50)
	require.Empty(t, out.String(), "nothing within the first second")
	clock = clock.Add(1100 * time.Millisecond)
	p.show(100)
	require.Equal(t, "\r[===============               ]  50 %, 2 s left", out.String())
	clock = clock.Add(10 * time.Millisecond)
	p.show(101)
	require.Equal(t, 1, bytes.Count(out.Bytes(), []byte("left")), "not more often than ten times a second")
	clock = clock.Add(2 * time.Second)
	p.show(200)
	require.Contains(t, out.String(), "\r[==============================] 100 %, 0 s left")
	out.Reset()
	p.clear()
	require.Regexp(t, `^\r +\r$`, out.String())
	out.Reset()
	p.clear()
	require.Empty(t, out.String())
}

func TestMilliseconds(t *testing.T) {
	for d, want := range map[time.Duration]string{
		123456 * time.Microsecond: "123", 12345 * time.Microsecond: "12.3",
		1234 * time.Microsecond: "1.23", 12340 * time.Nanosecond: "0.0123",
	} {
		require.Equal(t, want, ms(d))
	}
}
