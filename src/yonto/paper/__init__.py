"""The games on paper: sheets to print, cut out and play with, in true millimetres and in our own art.

What is printed, and how many of it, comes from the rules' data. A game's module of this room (`niya`, `qin`, …) draws
its pieces; `layout` puts them on sheets, `sheets` draws those as SVG, `page` makes one page for the browser of all of
them, which `pdf` can have printed into a file.
"""
