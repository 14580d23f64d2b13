package creature_test

import (
	"testing"

	"github.com/carom2d/carom/web/gallery/creature"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// What was learned goes as far as the search said, and each lesson at least as far as the one
// before.
func TestLessonsAreWhatTheSearchFound(t *testing.T) {
	last := len(creature.Lessons) - 1
	for i, form := range creature.Forms() {
		for lesson := range last {
			require.LessOrEqual(t, creature.Lesson(i, lesson).Far, creature.Lesson(i, lesson+1).Far, form.Name)
		}
		l := creature.Lesson(i, last)
		require.InDelta(t, l.Far, creature.Distance(form, l.Gait), 0.005, form.Name)
		require.Greater(t, l.Far, 15.0, "%s walks", form.Name)
		require.Greater(t, l.Far, 3*creature.Lesson(i, 0).Far, "%s has learned", form.Name)
	}
}

// The search finds the same in every run, and what is in learned.go.
func TestSearchFindsTheSame(t *testing.T) {
	form := creature.Forms()[0]
	first := creature.Learn(form, []int{1, 3}, 1)
	require.Equal(t, first, creature.Learn(form, []int{1, 3}, 1))
	require.Equal(t, creature.Lesson(0, 0).Gait, first[0].Gait)
	require.NotEqual(t, first, creature.Learn(form, []int{1, 3}, 2))
}

// Changes after the first waves keep what is within bounds, and what is found is never worse.
func TestGaitsStayWithinBounds(t *testing.T) {
	for i, form := range creature.Forms() {
		for lesson := range creature.Lessons {
			g := creature.Lesson(i, lesson).Gait
			require.Len(t, g.Swing, form.Springs())
			require.Len(t, g.Phase, form.Springs())
			for _, s := range g.Swing {
				require.LessOrEqual(t, s, uint8(creature.MostSwing))
			}
		}
	}
}

func TestCreatureOfNoGaitStands(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	form := creature.Forms()[1]
	c, err := creature.New(w, form, creature.Gait{}, mgl64.Vec2{1, 2})
	require.NoError(t, err)
	from := c.Center()
	for range 60 {
		c.Beat(1.5)
		w.Tick()
	}
	require.InDelta(t, 0, c.Center().Sub(from).Len(), 1e-9, "there is no gravity")
	require.False(t, c.Fallen())
	require.Len(t, c.Nodes(), 20)

	_, err = creature.New(w, form, creature.Gait{Swing: []uint8{1}, Phase: []uint8{1}}, mgl64.Vec2{})
	require.ErrorContains(t, err, "1 swings and 1 phases for")
	require.Equal(t, 20, w.BodyCount(), "nothing was made")
}

func TestFallen(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	c := world.Must(creature.New(w, creature.Forms()[0], creature.Gait{}, mgl64.Vec2{}))
	for _, b := range c.Nodes() { // a quarter turn
		at := b.Position()
		world.Check(b.SetTransform(mgl64.Vec2{-at[1], at[0]}, 0))
	}
	require.True(t, c.Fallen())
}
