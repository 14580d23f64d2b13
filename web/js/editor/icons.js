// Icons of the editor, beside the icons of the viewer.

import { icons } from "../dom.js";

Object.assign(icons, {
  select: "M6 4l12 8-6 1-2.500 6z", hand: "M8 12V6.500a1.500 1.500 0 013 0V11V5a1.500 1.500 0 013 0v6V6.500a1.500 1.500 0 013 0V14c0 4-2 6-5 6s-4-1-6-4l-2-4c1-1 2-1 3 .500z",
  box: "M4 6h16v12H4z", circle: "M12 4a8 8 0 100 16 8 8 0 000-16M12 12h8", capsule: "M8 7h8a5 5 0 010 10H8A5 5 0 018 7z", polygon: "M12 3l9 7-4 10H6L3 9z",
  freehand: "M4 17c3-10 5-10 6-5s3 5 4 0 3-5 6-6", chain: "M3 16l5-5 5 4 8-9M3 20h18", brush: "M3 18c3-5 6-2 9-5s5-4 9-3v10H3zM14 3l4 4-5 4-3-3z",
  joint: "M7 12m-3 0a3 3 0 106 0 3 3 0 10-6 0M17 12m-3 0a3 3 0 106 0 3 3 0 10-6 0M10 12h4", undo: "M9 14L4 9l5-5M4 9h10a6 6 0 010 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 000 12h3", new: "M6 3h8l4 4v14H6zM12 10v7M8.500 13.500h7", open: "M3 7h6l2 2h10v10H3z", keep: "M6 3h12v18l-6-4-6 4z",
  link: "M10 14a4 4 0 005.700 0l3-3a4 4 0 00-5.700-5.700l-1 1M14 10a4 4 0 00-5.700 0l-3 3a4 4 0 005.700 5.700l1-1", code: "M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16",
  stop: "M6 6h12v12H6z", trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13", sliders: "M4 7h10M18 7h2M4 17h4M12 17h8M14 4v6M8 14v6", copy: "M9 9h11v11H9zM5 15H4V4h11v1",
});
