// Package batch registers the set-ups and metrics of a game, which plans of many simulations refer
// to by name. A set-up is a world made by the game's own code. A metric is a function of the game.
//
//	func init() {
//		batch.Register("castle", func(p batch.Params) (*batch.Setup, error) {
//			w, hero := castle.New(p.Value("towers"), p.Seed)
//			return &batch.Setup{World: w, Bodies: map[string]world.Body{"hero": hero}}, nil
//		})
//		batch.RegisterMetric("castle/fallen", func(s *batch.Setup) float64 { return castle.Fallen(s.World) })
//	}
//
// Names are registered before main begins, so that each worker of a cluster has them too. The main
// function of such a program calls command.Main, as batch/cmd/carom-batch does.
//
// # Terms
//
//   - A plan is a document that describes a simulation, its parameters and its measurements (see
//     package plan).
//   - A sample is a point in the space of the parameters. A run is a sample with a seed.
//   - A row is the result of a run: its parameters, metrics, broken rules and hash.
//   - A block is a range of runs, the unit of work of the pipeline.
//
// # Order
//
// A row depends on the plan and the number of its run alone. So the rows are the same for every
// number of workers, blocks, bundles and retries.
package batch
