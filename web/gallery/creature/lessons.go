package creature

// Lessons holds after how many tries the search was asked what it had found.
var Lessons = []int{1, 30, 200, 1000}

// Lesson returns what the search found for a form of Forms after a number of tries, both by their
// places in the lists.
func Lesson(form, lesson int) Learned { return learned[form][lesson] }
