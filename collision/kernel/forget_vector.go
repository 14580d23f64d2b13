//go:build !purego && (amd64 || arm64 || js)

package kernel

// Forget drops the addresses of tables: a batch may be kept for other worlds.
func (k *ReuseBatch) Forget() { k.args = reuseArgs{} }

// Forget drops the addresses of tables.
func (k *SeparationBatch) Forget() { k.args = separationArgs{} }

// Forget drops the addresses of tables.
func (k *FaceBatch) Forget() {
	for i := range k.calls {
		k.calls[i].vertices, k.calls[i].normals = nil, nil
	}
}

// Forget drops the addresses of tables.
func (k *RectangleBatch) Forget() { k.args = rectangleArgs{} }
