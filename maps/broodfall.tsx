<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="broodfall" tilewidth="32" tileheight="32" tilecount="40" columns="8">
 <image source="broodfall.png" width="256" height="160"/>
 <tile id="0" type="floor"/>
 <tile id="1" type="floor"/>
 <tile id="2" type="floor"/>
 <tile id="3" type="floor"/>
 <tile id="4" type="floor"/>
 <tile id="5" type="floor">
  <properties>
   <property name="height" type="int" value="1"/>
  </properties>
 </tile>
 <tile id="6" type="floor">
  <properties>
   <property name="height" type="int" value="2"/>
  </properties>
 </tile>
 <tile id="7" type="floor">
  <properties>
   <property name="height" type="int" value="3"/>
  </properties>
 </tile>
 <tile id="8" type="wall"/>
 <tile id="9" type="wall"/>
 <tile id="10" type="wall"/>
 <tile id="11" type="wall"/>
 <tile id="12" type="difficult"/>
 <tile id="13" type="difficult"/>
 <tile id="14" type="barricade"/>
 <tile id="15" type="barricade"/>
 <tile id="16" type="pit"/>
 <tile id="17" type="pit"/>
 <tile id="18" type="door"/>
 <tile id="19" type="door">
  <properties>
   <property name="open" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="20" type="door">
  <properties>
   <property name="sealed" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="21" type="door">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="22" type="door">
  <properties>
   <property name="sealed" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="23" type="door">
  <properties>
   <property name="open" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="24" type="height">
  <properties>
   <property name="height" type="int" value="0"/>
  </properties>
 </tile>
 <tile id="25" type="height">
  <properties>
   <property name="height" type="int" value="1"/>
  </properties>
 </tile>
 <tile id="26" type="height">
  <properties>
   <property name="height" type="int" value="2"/>
  </properties>
 </tile>
 <tile id="27" type="height">
  <properties>
   <property name="height" type="int" value="3"/>
  </properties>
 </tile>
 <tile id="28" type="decor"/>
 <tile id="29" type="decor"/>
 <tile id="30" type="decor"/>
 <tile id="31" type="decor"/>
 <tile id="32" type="unit">
  <properties>
   <property name="side" value="marines"/>
  </properties>
 </tile>
 <tile id="33" type="unit">
  <properties>
   <property name="side" value="hive"/>
  </properties>
 </tile>
 <tile id="34" type="nest"/>
 <tile id="35" type="infestation"/>
 <tile id="36" type="console"/>
 <tile id="37" type="item"/>
 <tile id="38" type="decor"/>
 <tile id="39" type="decor"/>
</tileset>
