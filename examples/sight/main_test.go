package main

func Example() {
	run("")
	// Output:
	//  0 s: the lamp sees 2 thieves
	//  3 s: the lamp sees 3 thieves
	//  5 s: the lamp sees 2 thieves
	//  6 s: the lamp sees 3 thieves
	//  8 s: the lamp sees 2 thieves
	//  9 s: the lamp sees 3 thieves
	// 11 s: the lamp sees 2 thieves
}
