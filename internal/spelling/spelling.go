package spelling

import "strings"

// Closest returns the known word that differs least from a misspelt one, the first of several, or
// "" when more than a third of its letters are wrong. Capital letters of the word count as small
// ones do.
func Closest(word string, known []string) string {
	if len(word) > maxLength {
		return ""
	}
	best, least := "", min(len(word)/3+2, len(word))
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// maxLength bounds the work: a longer word is not a misspelt known word.
const maxLength = 100

// distance counts the letters to insert, delete or change, and the neighbours to swap, that
// make b of a (Damerau, 1964, where no letter is touched twice).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
