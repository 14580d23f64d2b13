// Package spelling finds the known word that a misspelt one stands for. It reads nothing else.
package spelling
