# SPDX-License-Identifier: Apache-2.0
"""Pictures as SVG, which notebooks show and pages of documentation take."""

import html

RAMP = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))  # from the lowest value to the highest
KINDS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee9944", "#88aa66")
STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#1f2937}line{stroke:#9ca3af}"
    "@media(prefers-color-scheme:dark){text{fill:#e5e7eb}line{stroke:#4b5563}}"
)


def ramp(share):
    """A colour for a number from 0 to 1."""
    place = min(max(float(share), 0.0), 1.0) * (len(RAMP) - 1)
    low = min(int(place), len(RAMP) - 2)
    return "#" + "".join(f"{round(a + (b - a) * (place - low)):02x}" for a, b in zip(RAMP[low], RAMP[low + 1]))


class Picture:
    """Shapes on a plane from (0, 0) on the top left to (width, height)."""

    def __init__(self, title, width=560, height=300):
        self.title, self.width, self.height, self.shapes = title, width, height, []

    def line(self, a, b, colour="", width=1.0):
        stroke = f' style="stroke:{colour}"' if colour else ""
        self.shapes.append(f'<line x1="{a[0]:.0f}" y1="{a[1]:.0f}" x2="{b[0]:.0f}" y2="{b[1]:.0f}" stroke-width="{width:g}"{stroke}/>')

    def dot(self, at, radius, colour):
        self.shapes.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" fill="{colour}"/>')

    def box(self, at, width, height, colour):
        self.shapes.append(f'<rect x="{at[0]:.1f}" y="{at[1]:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>')

    def polygon(self, corners, colour):
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
        self.shapes.append(f'<polygon points="{points}" fill="{colour}"/>')

    def text(self, at, says, anchor="start"):
        self.shapes.append(f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}">{html.escape(says)}</text>')

    def _repr_svg_(self):
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img">'
        title = f"<title>{html.escape(self.title)}</title><style>{STYLE}</style>"
        return "\n".join([head, title, *self.shapes, "</svg>\n"])

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._repr_svg_())
        return self
