package inspect

import "time"

// SetWriteTime sets for how long a client may keep a write waiting before it is cut off.
func (s *Server) SetWriteTime(d time.Duration) { s.writeTime = d }
