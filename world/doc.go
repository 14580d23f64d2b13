// Package world is the part of the engine that a game calls. A World holds rigid
// bodies with shapes, contacts and joints, steps them through time and answers queries.
//
//	w, err := world.New(world.Config{Gravity: mgl64.Vec2{0, -10}})
//	crate, err := w.CreateBody(body.Def{Position: mgl64.Vec2{0, 4}})
//	_, err = crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{})
//	w.Step(secondsOfTheFrame)
//
// # Terms
//
//   - A tick is one fixed timestep. Step lets time pass and runs as many whole ticks as fit into
//     it; Tick runs one.
//   - A collider is a shape on a body. A contact is two colliders that touch.
//   - A handle (Body, Collider, Joint, Chain, Area) is a small comparable value. It knows its world
//     and an identity that is never used twice, so a handle to something destroyed is recognised:
//     Valid reports it, all other methods panic.
//   - An area is a part of the world with effects on the bodies in it. A sensor is a collider that
//     only reports.
//
// # A game's loop
//
// A frame steps the world by the real time since the frame before, reads the events and draws
// the bodies:
//
//	now := time.Now()
//	w.Step(now.Sub(last).Seconds())
//	last = now
//	for _, hit := range w.Events().Hits { ... }
//	for b := range w.Bodies() {
//		position, angle := b.RenderPose()
//		...
//	}
//
// This loop is right at 60 Hz, at 144 Hz and at irregular frame rates. On a fast display some Steps
// run no tick, on a slow display some Steps run several. RenderPose is exactly the motion of one
// timestep ago. In Ebitengine it belongs in Update, after ebiten.SetTPS(ebiten.SyncWithFPS), so
// that Update runs once per frame. In a browser the time is the argument of requestAnimationFrame,
// in milliseconds. The frame after a pause may be long: Step runs Config.MaxTicks and drops the
// rest of the time.
//
// A loop with a fixed rate, such as Ebitengine's Update at the usual 60 calls per second, a server
// or a test, calls Tick, or Step with whole timesteps. Then Step carries no time over, and
// RenderPose is the pose of the last tick, not a tick late. On a display with another rate such
// pictures judder. Step(1.0/60) once a frame is wrong where frames are drawn at 144 Hz: the game
// runs 2.4 times as fast.
//
// Work that a game does once per tick, such as applying forces, belongs in Config.BeforeTick.
// Impulses and velocities act at once. Events gather over the ticks of a Step and last
// until the next Step.
//
// # Sensors
//
// A sensor is a collider that touches nothing and reports the colliders that enter it and leave it.
// It misses nothing, however fast: each event has the Fraction of the tick at which it happened. A
// finish line, a lane, a coin:
//
//	coin.OnSensorBegin(func(x world.SensorEvent) { score++; coin.Body().Destroy() })
//
// # Platforms
//
// A collider with ColliderDef.OneWay holds shapes that came wholly from that side and ignores all
// others. A body jumps up through it, stands on it, and falls through it after Body.DropThrough.
//
//	deck.Attach(shape.Box(2, 0.1), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
//
// # Where things are
//
//	bodies         World.CreateBody, World.Bodies, BodyByKey; Def, Position, Destroy of a Body
//	shapes         Body.Attach, Body.AttachChain; the kinds are in package shape
//	joints         World.CreateRevolute and its like, or CreateJoint for any kind; the
//	               definitions are in package joint. RevoluteAt, DistanceAt, PrismaticAt,
//	               WeldAt, WheelAt and MouseAt make them from points of the world. Ground
//	               is the other body of a joint to the world
//	characters     package world/character
//	ground         package world/terrain; bodies that break: package world/fracture
//	motion         Body.ApplyForce, ApplyImpulse, SetLinearVelocity; MoveTo along a path;
//	               SetTransform jumps
//	mass           ColliderDef.Density or Mass, Collider.SetMass; Body.MassData, SetMassData
//	surfaces       shape.Material: static friction, friction by direction, rules by which two
//	               materials combine; Body.SetDominance says who pushes whom
//	many at once   World.CreateBodies, AppendPoses, AppendAwakePoses, AppendVelocities,
//	               SetPoses
//	settings       World.Config and SetConfig, from tick to tick
//	explosions     World.Explode, World.ExplosionHits
//	gravity        Config.Gravity; Body.SetGravity of one body; areas; World.GravityAt
//	areas          World.CreateArea, with effects of package area: gravity of a direction or
//	               a point, damping, conveyors, water with waves, wind, fields of the game;
//	               see below. World.AreasAt, Area.Bodies
//	contacts       Body.Touching, World.Contacts, with the Impulse of a Step; Collider.Overlaps
//	               of a sensor; Contact.SetUserNumber for a number of the game's own
//	events         World.Events: contacts, hits, bodies that are crushed, sensors, areas,
//	               joints that broke, sleep. Events of one body: Body.ContactBegins, Hits,
//	               SensorBegins and the like. Body.OnHit, Collider.OnSensorBegin and the
//	               like call a function after the tick; see Subscription
//	filters        shape.Filter; Config.ShouldCollide; CollideConnected of a joint, and
//	               the joint NoCollision; Config.PreSolve, tick by tick
//	platforms      ColliderDef.OneWay, Collider.SetOneWay, Chain.SetOneWay; Body.DropThrough
//	queries        World.RayCast, RayCastAll, ShapeCast (of a circle: a thick ray),
//	               ShapeCastAll, OverlapPoint, OverlapBox, OverlapShape, and OverlapContacts with
//	               depth and points; Collider.RayCast, ShapeCast, ClosestPoint for one collider.
//	               QueryFilter.Inside lets a cast leave the collider in which it begins
//	nearby         AppendColliders; StaticChanges tells how long an answer about static ones holds
//	distances      Collider.Distance and Manifold to a PlacedShape, and of two of those;
//	               NearestColliders, NearestBodies; Body.Distance, TimeOfImpact
//	sight          World.AppendVisibility, the polygon that a lamp lights; VisibleColliders
//	views          World.View, a picture of the world that other goroutines query while it
//	               steps
//	questions      World.Why two colliders touch or not; World.WhyAwake; package why
//	               has the reasons
//	costs          World.Profile, World.Counters
//	files          Snapshot.Encode and DecodeSnapshot; documents: package world/scene
//	recordings     World.Record, StopRecording; package world/record plays them
//	drawing        Body.RenderPose and shape.Outline; World.Moves yields the bodies that
//	               moved; package world/draw makes pictures
//
// # Snapshots
//
// World.Save and World.Restore bring a world back bit for bit, events and handles included.
// World.Fork makes an independent world that continues the same. World.StateHash is one number that
// is equal for two worlds in the same state, and is quick enough for every tick. World.StateHashes
// tells in which part two worlds differ.
//
// # Stable worlds
//
// A result depends on the order of creation. With Config.Stable it depends on the keys of the
// bodies instead, body.Def.Key. No two bodies may share a key. When the first tick begins, the
// world sorts everything by key. Take two worlds that have the same contents at that tick, but were
// built in different orders or had other objects destroyed on the way. If the same calls follow,
// they stay equal to the bit, events and StateHash included. No tick but the first costs anything.
//
//   - Bodies without a key come after the bodies with keys, in the order of their creation.
//   - The colliders of a body keep their order, and so do joints of one kind between the same
//     bodies.
//   - Areas keep their order too, whatever bodies carry them.
//   - Bodies and joints created after the first tick has begun count by the order of the calls, as
//     in other worlds.
//   - Before the first tick, World.Bodies, queries and calls that act on many bodies, such as
//     World.Explode, use the order of creation.
//
// Handles stay valid. World.BodyByKey finds a body.
//
// # Areas
//
// An area is a shape, on a body or free, or the whole world, with effects on the bodies in it.
// Effects of one kind add up: where two planets reach, both pull. An effect with Replace silences
// the effects of its kind in areas of lower priority. The gravity of the world or of
// Body.SetGravity and the body's own damping have the lowest priority of all, so such an effect
// silences them too. Areas of the same priority always add up. AreaDef has the exact rules.
//
// An area.Fluid lifts a body by the exact area of its submerged part. A surface of many points
// makes waves (Area.SetSurface). An area.Wind pushes and lifts the bodies that meet it. Both act
// only on the part of a body that lies in the area.
//
// Steady forces do not keep bodies awake: the gravity of areas and of bodies, fluids, fields, and
// Body.ApplySteadyForce. Body.ApplyForce and Body.SetLinearVelocity do. Changes and motions of an
// area wake the bodies that it touches.
//
// # Promises
//
//   - The zero value of every definition works.
//   - Invalid data gives a *geom.FieldError that names the field and its value, and the world is
//     unchanged. The world is also unchanged when the game's own code, such as a mixer or a custom
//     shape, panics in a call that changes the world. A panic in a tick breaks the world
//     (ErrBroken). Misuse panics with a sentence.
//   - The same calls give the same bits, on every platform and with every number of workers. The
//     result depends only on the arguments, the order of creation (or Config.Stable) and the order
//     of the calls and ticks. It does not depend on the broadphase, queries, views, snapshots,
//     names and data, addresses or other worlds. docs/order.md has the details and the tests.
//   - A warm tick allocates nothing.
//   - Most of the game's code runs between ticks, such as the functions of subscriptions. Some of
//     it runs within a tick: ShouldCollide, PreSolve and the mixers of Config, the fields of areas,
//     and the force laws and constraints of joints. This code runs on the goroutine that called
//     Step, in a fixed order. It may read the world. Calls that would change the world return
//     ErrStepping, and AfterStep defers them. The code of a custom shape runs on any worker and may
//     not use the world.
//   - There are no globals: any number of worlds, each on its own goroutine. Calls that only read
//     may run on many goroutines at once between steps, and queries of a View at any time. Any
//     other use of a world from two goroutines panics with a sentence, but for calls that fall into
//     a callback.
//
// The unit of length is the metre, of mass the kilogram, of time the second, of
// angle the radian; counter-clockwise is positive, with y up. Where y points down,
// the world looks as in a mirror: gravity is {0, 10} and positive angles are clockwise.
package world
