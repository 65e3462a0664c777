// SPDX-License-Identifier: Apache-2.0
#include <planted/b/two.hpp>
