// Package schedule is part of the engine: it decides the order in which contacts and joints are
// solved, the workers that solve them, and the order of bodies and contacts in memory. Package
// solver solves in this order; package world owns the islands.
//
// # Terms
//
//   - A colour is a set of contacts and joints no two of which share a dynamic body. The solver
//     assigns colours. Here a colour is a number and a list. The constraints of colour 0, the
//     overflow, may share bodies and are solved in the order of their list.
//   - An island is a set of dynamic bodies that are linked by contacts and joints, directly
//     or through other dynamic bodies. The bodies of an island sleep and wake together.
//   - A group is a set of small islands that one worker solves alone; see groups.go.
//   - The global group holds all other islands. All workers solve it together, colour by
//     colour, with a barrier behind each colour.
//   - A partition is a set of body rows of the global group; see partition.go. The contacts
//     of a colour are sorted by partition, so a worker meets the same bodies in each colour.
//   - A bucket holds the contacts of one group, class and colour, in the order of their rows, or
//     the joints of one group and colour, in the order of their list; see sort_rows.go.
//
// # Promises
//
// Groups, partitions and the order in memory do not change a result. They only change which of
// several independent constraints is solved first. Only the list of the overflow has an order that
// matters, and its buckets keep it. Warm calls allocate nothing.
package schedule
