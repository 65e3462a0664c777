// SPDX-License-Identifier: Apache-2.0
#pragma once

// The block has its own includes.
namespace prelude_README {}
