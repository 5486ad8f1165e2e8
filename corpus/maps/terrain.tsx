<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="terrain" tilewidth="8" tileheight="8" tilecount="20" columns="4">
 <image source="terrain.png" width="32" height="40"/>
 <tile id="16" type="flowers" probability="0.1"/>
 <tile id="17" type="tree" probability="0.15"/>
 <tile id="18" type="reeds" probability="0.05"/>
 <tile id="19" type="keep" probability="1"/>
 <wangsets>
  <wangset name="Coast" type="corner" tile="-1">
   <wangcolor name="grass" color="#6ea654" tile="0" probability="1"/>
   <wangcolor name="water" color="#4678be" tile="15" probability="1"/>
   <wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="1" wangid="0,1,0,1,0,1,0,2"/>
   <wangtile tileid="2" wangid="0,2,0,1,0,1,0,1"/>
   <wangtile tileid="3" wangid="0,2,0,1,0,1,0,2"/>
   <wangtile tileid="4" wangid="0,1,0,2,0,1,0,1"/>
   <wangtile tileid="5" wangid="0,1,0,2,0,1,0,2"/>
   <wangtile tileid="6" wangid="0,2,0,2,0,1,0,1"/>
   <wangtile tileid="7" wangid="0,2,0,2,0,1,0,2"/>
   <wangtile tileid="8" wangid="0,1,0,1,0,2,0,1"/>
   <wangtile tileid="9" wangid="0,1,0,1,0,2,0,2"/>
   <wangtile tileid="10" wangid="0,2,0,1,0,2,0,1"/>
   <wangtile tileid="11" wangid="0,2,0,1,0,2,0,2"/>
   <wangtile tileid="12" wangid="0,1,0,2,0,2,0,1"/>
   <wangtile tileid="13" wangid="0,1,0,2,0,2,0,2"/>
   <wangtile tileid="14" wangid="0,2,0,2,0,2,0,1"/>
   <wangtile tileid="15" wangid="0,2,0,2,0,2,0,2"/>
   <wangtile tileid="16" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="17" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="18" wangid="0,2,0,2,0,2,0,2"/>
  </wangset>
 </wangsets>
</tileset>
