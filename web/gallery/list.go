package gallery

// scenes is the list of Scenes.
var scenes = []*Scene{
	&pyramid, &plankTower, &cardHouse, &stoneArch, &overhang,
}
