# SPDX-License-Identifier: Apache-2.0
"""Random graphs, options and damaged files through the warpgraph program, against oracles of their own."""
