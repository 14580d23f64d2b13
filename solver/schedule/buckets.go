package schedule

import "github.com/carom2d/carom/internal/grow"

// buckets hold the starts of the buckets in the order. The bucket of a group, kind and colour is
// (group*kinds + kind)*ColorCount + color. The last entry is the end of the order. The buckets of
// the global group are filled partition by partition.
type buckets struct {
	begin      []int32 // by bucket
	next       []int32 // the next free place: of the global group by partition and bucket, then by bucket
	partitions int     // of the global group
	stride     int     // buckets of a group
}

// reset makes empty buckets for a number of groups and kinds, and for partitions of the global
// group.
func (c *buckets) reset(groups, kinds, partitions int) {
	c.partitions, c.stride = partitions, kinds*ColorCount
	c.begin, c.next = grow.Resize(c.begin, groups*c.stride+1), grow.Resize(c.next, (partitions-1+groups)*c.stride)
	clear(c.next)
}

// prefixSum turns the sizes in next into places and returns the end of the order. The buckets
// follow each other, each rounded up to a multiple, a power of two. Within a bucket its partitions
// follow each other.
func (c *buckets) prefixSum(multiple int32) int {
	at, last := int32(0), len(c.begin)-1
	if c.partitions == 1 {
		begin, next := c.begin[:last], c.next[:last]
		for i, n := range next {
			begin[i], next[i] = at, at
			at = (at + n + multiple - 1) &^ (multiple - 1)
		}
		c.begin[last] = at
		return int(at)
	}
	for i := range last {
		c.begin[i] = at
		partition := i // an index of next: the bucket in the first partition
		if i >= c.stride {
			partition += (c.partitions - 1) * c.stride
		}
		for ; partition <= i+(c.partitions-1)*c.stride; partition += c.stride {
			at, c.next[partition] = at+c.next[partition], at
		}
		at = (at + multiple - 1) &^ (multiple - 1)
	}
	c.begin[last] = at
	return int(at)
}

// contactBucketsOf returns the starts of the contacts of a group and class, by colour, and the end
// of the last colour.
func (t *bucketSort) contactBucketsOf(group int, k Class) []int32 {
	at := (group*int(sortClasses) + int(k)) * ColorCount
	return t.contactBuckets.begin[at : at+ColorCount+1]
}
