# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_page.py FILE: that the pictures of a page are well formed, and that all in them lies inside of their frames."""
import re
import sys
from xml.dom import minidom

with open(sys.argv[1], encoding="utf-8") as file:
    pictures = re.findall(r"<svg.*?</svg>", file.read(), re.S)
assert len(pictures) == 2, len(pictures)
for text in pictures:
    svg = minidom.parseString(text).documentElement
    width, height = int(svg.getAttribute("width")), int(svg.getAttribute("height"))
    for box in svg.getElementsByTagName("rect"):
        x, y, w, h = (int(box.getAttribute(name)) for name in ("x", "y", "width", "height"))
        assert 0 <= x and x + w <= width and 0 <= y and y + h <= height, box.toxml()
    for shape in svg.getElementsByTagName("polygon"):
        for point in shape.getAttribute("points").split():
            x, y = map(int, point.split(","))
            assert 0 <= x <= width and 0 <= y <= height, shape.toxml()
    assert svg.getElementsByTagName("path") and svg.getElementsByTagName("text")
