package env_test

import (
	"fmt"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds/env"
)

// Eight poles fall for want of a hand that balances them; each begins anew by itself.
func ExampleVector() {
	v := world.Must(env.New(env.CartPole(), 8, env.Config{}))
	defer v.Close()
	out := v.NewBatch()
	world.Check(v.Reset(env.Seeds(1, 8), out.Observations))
	actions := make([]float32, 8*v.Task().Actions)
	episodes := 0
	for range 500 {
		world.Check(v.Step(actions, out))
		for i := range 8 {
			if out.Terminated[i] || out.Truncated[i] {
				episodes++
			}
		}
	}
	fmt.Println(episodes > 40, len(out.FinalObservations) == 8*v.Task().Observations)
	// Output:
	// true true
}
