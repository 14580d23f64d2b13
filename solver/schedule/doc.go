// Package schedule is part of the engine: it decides in which order and by which worker
// contacts and joints are solved, and in which order bodies and contacts lie in memory.
// Package solver solves by this order; package world owns the islands.
//
// # Terms
//
//   - A colour is a set of contacts and joints no two of which share a dynamic body. The
//     solver assigns colours; here a colour is a number and a list. Colour 0, the overflow,
//     makes no such promise and is solved in the order of its list.
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
// Groups, partitions and the order in memory change no result: they change which of several
// independent constraints is solved first. Only the list of the overflow carries an order that
// matters, and its buckets keep it. Warm, nothing here allocates.
package schedule
