package joint
