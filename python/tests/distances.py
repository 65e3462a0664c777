# SPDX-License-Identifier: Apache-2.0
"""The README's program in Python, for tests in this process and on ranks."""

import warpgraph as wg

FAR = 0xFFFFFFFF


class Distances(wg.Program):
    VertexValue = wg.uint32
    EdgeValue = wg.int32
    Reduction = wg.Min
    kMonotoneVisit = True
    source: wg.Vertex

    def initial(self, v):
        return 0 if v == self.source else FAR

    def active_initially(self, v):
        return v == self.source

    def visit(self, distance, length):
        return FAR if distance == FAR else distance + length

    def updated(self, old, distance):
        return distance < old

    def priority(self, distance):
        return distance
