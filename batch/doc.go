// Package batch is where a game registers what a plan of many simulations may name: set-ups,
// which are worlds made by the game's own code, and metrics, which are functions of the game's.
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
// function of such a program is that of batch/cmd/carom-batch: it calls command.Main.
//
// # Terms
//
//   - A plan is a document that says what is simulated, over which parameters, and measured:
//     see package plan.
//   - A sample is a point in the space of the parameters. A run is a sample with a seed.
//   - A row is what is known of a run at its end: parameters, metrics, rules that it broke, a hash.
//   - A block is a range of runs, the unit of work of the pipeline.
//
// # Order
//
// A row depends on the plan and the number of its run alone. So the rows are the same for every
// number of workers, blocks, bundles and retries.
package batch
