package rollback

// hashRing is the number of comparisons that may be under way.
const hashRing = 256

// hashRecord is the hash of the state at tick index times Config.HashEvery.
type hashRecord struct {
	index int64
	hash  uint64
}

// hashes are the hashes of the session's own states, with the slots of these states.
//
// The state at every compared tick has its own slot for a while, so that it still exists when the
// hashes of the others come. At most MaxPrediction ticks pass until all inputs before the tick are
// known here, as many until they are known there, and as many until the other's hash arrives.
type hashes struct {
	every     Tick
	own       []hashRecord // a ring of hashRing
	published int64        // index of the first that may still change

	firstSlot int
	kept      []int64 // per slot from firstSlot on: the index whose state it has, or -1
	frozen    bool    // a state differs: the slots stay as they are
}

// comparison compares the hashes of another member with the session's own hashes.
type comparison struct {
	theirs   []hashRecord // a ring of hashRing
	next     int64        // index that is expected from him
	acked    int64        // index that he expects
	compared int64        // index of the next to compare
	agreed   int64        // one more than the last index at which both were equal
	desync   *Desync

	partsTick Tick
	parts     [MaxParts]uint64
	partCount int
}

// Desync is a difference between the own state and the state of another member.
type Desync struct {
	Player Player
	Tick   Tick // the first of the compared ticks at which the states differ
	Agreed Tick // the last compared tick before it at which they were equal, -1 if none was
	Local  uint64
	Remote uint64
	// Slot and AgreedSlot are the slots of the State with this session's states at Tick and at
	// Agreed, or -1. They are not written again. The other session keeps its own states.
	Slot, AgreedSlot int
	// Parts has the parts that differ once the other session has sent its hashes, if the State
	// is Parted.
	Parts []PartDiff

	own []PartHash
}

// PartDiff is a part of the states that differs.
type PartDiff struct {
	Name          string
	Local, Remote uint64
}

func (h *hashes) init(every, maxPrediction int) {
	h.every = Tick(every)
	h.own = make([]hashRecord, hashRing)
	h.firstSlot = maxPrediction + 1
	h.kept = make([]int64, 2+(3*maxPrediction+every-1)/every)
	for i := range h.kept {
		h.kept[i] = -1
	}
}

// slotOf returns the slot that has the state of an index, or -1.
func (h *hashes) slotOf(index int64) int {
	if index < 0 {
		return -1
	}
	if i := int(index % int64(len(h.kept))); h.kept[i] == index {
		return h.firstSlot + i
	}
	return -1
}

// recordHash hashes and keeps the present state. If the tick is simulated again, it is recorded
// again.
func (s *Session[I]) recordHash() {
	h := &s.hashes
	index := int64(s.tick / h.every)
	h.own[index%hashRing] = hashRecord{index, s.state.Hash()}
	if h.frozen {
		return
	}
	i := int(index % int64(len(h.kept)))
	s.state.Save(h.firstSlot + i)
	h.kept[i] = index
}

// oldestHash returns the index of the oldest hash that later ones have not replaced.
func (s *Session[I]) oldestHash() int64 { return max(0, int64(s.tick/s.hashes.every)-hashRing+1) }

// HashAt returns the hash of the state at a tick that is a multiple of Config.HashEvery, if the
// state is final and recent.
func (s *Session[I]) HashAt(t Tick) (hash uint64, ok bool) {
	index := int64(t / s.hashes.every)
	record := s.hashes.own[uint64(index)%hashRing]
	if t < 0 || t%s.hashes.every != 0 || index >= s.hashes.published || record.index != index {
		return 0, false
	}
	return record.hash, true
}

// compare publishes the hashes that are final and compares the hashes of the others with them.
func (s *Session[I]) compare() error {
	h := &s.hashes
	for final := min(s.Confirmed(), s.tick); Tick(h.published)*h.every <= final; {
		h.published++
	}
	for q := range s.peers {
		if Player(q) == s.config.Local || s.out(Player(q)) || s.dropsLocal(Player(q)) {
			continue
		}
		if err := s.compareHashes(Player(q)); err != nil {
			return err
		}
		s.compareParts(Player(q))
	}
	return nil
}

// compareHashes compares the hashes of another player with the published hashes, each once.
func (s *Session[I]) compareHashes(q Player) error {
	h, c := &s.hashes, &s.peers[q].comparison
	c.compared = max(c.compared, s.oldestHash())
	for ; c.compared < min(h.published, c.next); c.compared++ {
		own, theirs := h.own[c.compared%hashRing], c.theirs[c.compared%hashRing]
		switch {
		case c.desync != nil || theirs.index != c.compared || own.index != c.compared:
		case own.hash == theirs.hash:
			c.agreed = c.compared + 1
		default:
			if err := s.desynchronize(q, own, theirs); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Session[I]) desynchronize(q Player, own, theirs hashRecord) error {
	h, c := &s.hashes, &s.peers[q].comparison
	d := &Desync{
		Player: q, Tick: Tick(own.index) * h.every, Agreed: -1, Local: own.hash, Remote: theirs.hash,
		Slot: h.slotOf(own.index), AgreedSlot: h.slotOf(c.agreed - 1),
	}
	if c.agreed > 0 {
		d.Agreed = Tick(c.agreed-1) * h.every
	}
	h.frozen = true
	c.desync = d
	s.events = append(s.events, Event{Kind: Desynchronized, Player: q, Tick: d.Tick, Desync: d})
	parted, ok := s.state.(Parted)
	if !ok || d.Slot < 0 {
		return nil
	}
	present := h.firstSlot + len(h.kept)
	s.state.Save(present)
	if err := s.state.Restore(d.Slot); err != nil {
		return err
	}
	d.own = parted.AppendParts(nil)
	d.own = d.own[:min(len(d.own), MaxParts)]
	return s.state.Restore(present)
}

// compareParts names the parts that differ when the hashes of the other's parts have come. Both
// sides find the same tick, because both compare all hashes in order.
func (s *Session[I]) compareParts(q Player) {
	c := &s.peers[q].comparison
	d := c.desync
	if d == nil || d.Parts != nil || len(d.own) == 0 || c.partCount != len(d.own) || c.partsTick != d.Tick {
		return
	}
	d.Parts = []PartDiff{}
	for i, part := range d.own {
		if part.Hash != c.parts[i] {
			d.Parts = append(d.Parts, PartDiff{Name: part.Name, Local: part.Hash, Remote: c.parts[i]})
		}
	}
	s.events = append(s.events, Event{Kind: PartsCompared, Player: q, Tick: d.Tick, Desync: d})
}
