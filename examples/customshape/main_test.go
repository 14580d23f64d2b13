package main

func Example() {
	main()
	// Output:
	// mass 1.854 kg
	// rests at a height of 0.50 m, asleep: true
	// a ray from the left meets it 1.00 m from its middle
}
