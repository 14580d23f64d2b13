package creature

// Lessons holds the numbers of tries after which the result of the search was taken.
var Lessons = []int{1, 30, 200, 1000}

// Lesson returns the result of the search for a form of Forms after a number of tries of Lessons.
// Both are given by their indexes in the lists.
func Lesson(form, lesson int) Learned { return learned[form][lesson] }
