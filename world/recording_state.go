package world

// encodeState returns the state as a file.
func (r *recording) encodeState() ([]byte, error) { return nil, nil }

// restoreState makes the world of the replay one in a state that was recorded.
func (p *Replay) restoreState(config Config, state []byte) error {
	if p.w != nil {
		p.Close()
	}
	config.Workers = 1
	w, err := New(config)
	p.w = w
	return err
}
