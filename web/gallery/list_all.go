//go:build !light

package gallery

// scenes is the list of Scenes.
var scenes = []*Scene{
	&city, &avalanche, &ballMachine, &breakingBridge, &creatures,
	&pyramid, &plankTower, &cardHouse, &stoneArch, &overhang,
	&hangingBridge, &newtonsCradle, &doublePendulums, &pulleys, &ragdolls, &mobile,
	&engine, &gears, &walker, &tumbler, &conveyors, &dominoes, &trebuchet,
	&car, &truck, &racer, &lander, &tank,
	&platformer, &crowd, &movers,
	&fountain, &pachinko, &turnstiles,
	&boats, &density, &wind, &planet, &balloons,
	&blobs, &cloth, &ropes, &tornCloth, &jelly,
	&landslide, &marbleRun, &hourglass, &dig, &tiled,
	&bullets, &billiards, &explosion, &glass, &pinball,
	&superellipses, &reuleaux, &allShapes,
	&largePyramid, &rain, &jointNet, &spinner,
}
