package gallery

// light are the scenes of Light.
var light = []*Scene{
	&city, &avalanche, &ballMachine, &breakingBridge, &creatures,
	&pyramid, &plankTower, &cardHouse, &stoneArch, &overhang,
	&hangingBridge, &newtonsCradle, &doublePendulums, &pulleys, &ragdolls, &mobile,
	&engine, &gears, &walker, &tumbler, &conveyors, &dominoes, &trebuchet,
	&car, &truck, &racer, &lander, &tank,
	&fountain, &pachinko, &turnstiles,
	&boats, &density, &wind, &planet, &balloons,
	&landslide, &marbleRun, &hourglass,
	&bullets, &billiards, &explosion, &glass, &pinball,
	&superellipses, &reuleaux, &allShapes,
	&largePyramid, &rain, &jointNet, &spinner,
}
