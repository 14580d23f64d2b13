// Package table keeps the order of rows for tables of records: identities, stable slots, dense
// rows, and rows partitioned into awake, asleep and inactive ones.
//
// # Terms
//
//   - An ID is a slot and a generation. The generation distinguishes a record from its predecessors
//     in the slot.
//   - A slot is the stable index of a record. It does not change while the record lives.
//   - A row is the dense index of a record. Rows change between the stages of a tick.
//   - A column holds one value per row. The owner of a table keeps the columns; the table moves
//     them.
//
// # Promises
//
// Rows lie in the order awake, asleep, inactive. Insert, Remove and Move change at most one row of
// each partition; Arrange reorders the first rows. The order of the rows depends on the order of
// the calls alone.
package table
