// Example toy makes shapes of its own: superellipses, from diamonds over discs to squares, whose
// one method is a support function. Keys change the next shape. A toy on Ebitengine.
package main
