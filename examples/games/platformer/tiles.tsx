<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="tiles" tilewidth="32" tileheight="32" tilecount="4" columns="4">
 <image source="tiles.png" width="128" height="32"/>
 <tile id="0" type="rock">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="32" height="32"/>
  </objectgroup>
 </tile>
 <tile id="1" type="floor">
  <properties>
   <property name="one_way" type="bool" value="true"/>
  </properties>
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="32" height="7.68"/>
  </objectgroup>
 </tile>
 <tile id="2" type="spikes"/>
 <tile id="3" type="water"/>
</tileset>
