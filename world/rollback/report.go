package rollback

import (
	"fmt"
	"os"
	"path/filepath"
)

// WriteDesync writes this session's states of a desynchronization into a folder: the last equal
// state and the first different state, as snapshot files for world.DecodeSnapshot. It returns their
// paths. A path is empty if its state is not kept, which happens if states are compared rarely. The
// other session writes its own states. The file names contain the local player, so one folder can
// hold all of them.
func (s *WorldState) WriteDesync(folder string, local Player, d *Desync) (agreed, differs string, err error) {
	write := func(what string, tick Tick, slot int) (string, error) {
		snapshot := s.Snapshot(slot)
		if snapshot == nil {
			return "", nil
		}
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("player%d-%s-tick%06d.snapshot", local, what, tick)))
		if err != nil {
			return "", err
		}
		if err := snapshot.Encode(file, s.names()); err != nil {
			file.Close()
			os.Remove(file.Name())
			return "", err
		}
		return file.Name(), file.Close()
	}
	if agreed, err = write("agreed", d.Agreed, d.AgreedSlot); err != nil {
		return "", "", err
	}
	differs, err = write("differs", d.Tick, d.Slot)
	return agreed, differs, err
}
