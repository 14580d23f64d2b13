// Package gallery builds the scenes that compare two-dimensional physics engines: ten worlds, each
// a test of one aspect. Tests, benchmarks and the command use them.
//
//	large_pyramid   one island of 5050 boxes: the solver
//	many_pyramids   400 islands of 55 boxes: small islands
//	joint_grid      19 800 revolute joints, no contacts
//	smash           9600 sleeping boxes hit by a large one: waking
//	tumbler         2025 boxes in a rotating box: contacts that begin and end
//	washer          8100 boxes in a rotating drum: the same, four times as many
//	spinner         6076 shapes of three kinds stirred by a long bar
//	rain            ragdolls dropped on shelves, destroyed and dropped again
//	compounds       3000 bodies of two triangles each in a trough
//	junkyard        8000 pentagons pushed by a kinematic body
//
// Gravity is (0, -10) m/s^2, ticks are 1/60 s with 4 sub-steps, density 1, friction 0.6 and
// restitution 0 unless the scene has other values.
package gallery
