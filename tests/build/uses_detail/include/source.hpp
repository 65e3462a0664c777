// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/detail/core/apply.hpp>
