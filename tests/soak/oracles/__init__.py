# SPDX-License-Identifier: Apache-2.0
"""What results have to be. Plain Python, with integers of any size; nothing here is shared with the project."""
