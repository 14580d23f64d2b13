package character_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// changeStatics changes something static near the character, or something of its own.
func changeStatics(l *level, r *rand.Rand, blocks []world.Body) {
	b := blocks[r.IntN(len(blocks))]
	var collider world.Collider
	for collider = range b.Colliders() {
		break
	}
	near := l.c.Position().Add(mgl64.Vec2{4*r.Float64() - 2, 2*r.Float64() - 1.2})
	size := 0.1 + 0.4*r.Float64()
	switch r.IntN(9) {
	case 0:
		world.Check(b.SetTransform(near, r.Float64()))
	case 1:
		world.Check(collider.SetShape(shape.Box(size, 0.5*size)))
	case 2:
		world.Check(collider.SetFilter(shape.Filter{Category: 1 << r.IntN(3)}))
	case 3:
		world.Check(collider.SetOneWay(mgl64.Vec2{0, float64(r.IntN(2))}))
	case 4:
		world.Check(collider.Destroy())
		world.Must(b.Attach(shape.Box(size, size), world.ColliderDef{}))
	case 5:
		world.Check(b.SetEnabled(!b.Enabled()))
	case 6:
		world.Check(b.SetType([]body.Type{body.Static, body.Kinematic, body.Dynamic}[r.IntN(3)]))
	case 7:
		world.Check(l.c.Edit(func(d *character.Def) { d.Filter.Mask = []uint64{0, 1, 3, 5}[r.IntN(4)] }))
	case 8:
		world.Check(l.c.Teleport(near.Add(mgl64.Vec2{0, 1})))
	}
}

// A character that remembers its surroundings moves to the bit like one that is made anew in every
// tick, whatever changes around it, and whenever its world goes back to a snapshot.
func TestCharacterThatRemembersMovesLikeOneMadeAnew(t *testing.T) {
	for seed := range uint64(20) {
		play := func(anew bool) (places []mgl64.Vec2) {
			r := rand.New(rand.NewPCG(64, seed))
			l := newLevel(t, 60)
			l.box(-50, -1, 50, 0)
			var blocks []world.Body
			for i := range 30 {
				at := mgl64.Vec2{12*r.Float64() - 6, 2 * r.Float64()}
				blocks = append(blocks, world.Must(l.w.CreateBody(body.Def{Type: body.Static, Position: at, Angle: float64(i)})))
				world.Must(blocks[i].Attach(shape.Box(0.3*r.Float64()+0.05, 0.2), world.ColliderDef{}))
			}
			c := l.spawn(character.Def{}, 0, 3)
			var saved world.Snapshot
			require.NoError(t, l.w.Save(&saved))
			state := c.State()
			for tick := range 400 {
				if tick%40 == 0 {
					l.speed = 8*r.Float64() - 4
				}
				if r.IntN(3) == 0 {
					changeStatics(l, r, blocks)
				}
				switch r.IntN(60) {
				case 0:
					require.NoError(t, l.w.Save(&saved))
					state = l.c.State()
				case 1:
					require.NoError(t, l.w.Restore(&saved))
					require.NoError(t, l.c.SetState(state))
				}
				if anew {
					l.c = world.Must(character.Restore(l.c.Body(), l.c.Def(), l.c.State()))
				}
				l.w.Tick()
				places = append(places, l.c.Position())
			}
			return places
		}
		require.Equal(t, play(true), play(false))
	}
}
