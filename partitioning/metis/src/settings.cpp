// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

namespace warpgraph::metis {

namespace {

struct Range {
  moptions_et option;
  const char* name;
  idx_t min;
  idx_t max;
};

// Options that have no effect here are checked all the same: a value out of range is a mistake in any case.
constexpr Range kRanges[] = {
    {METIS_OPTION_PTYPE, "PTYPE", METIS_PTYPE_RB, METIS_PTYPE_KWAY},
    {METIS_OPTION_OBJTYPE, "OBJTYPE", METIS_OBJTYPE_CUT, METIS_OBJTYPE_VOL},
    {METIS_OPTION_CTYPE, "CTYPE", METIS_CTYPE_RM, METIS_CTYPE_SHEM},
    {METIS_OPTION_IPTYPE, "IPTYPE", METIS_IPTYPE_GROW, METIS_IPTYPE_METISRB},
    {METIS_OPTION_RTYPE, "RTYPE", METIS_RTYPE_FM, METIS_RTYPE_SEP1SIDED},
    {METIS_OPTION_NITER, "NITER", 1, IDX_MAX},
    {METIS_OPTION_NCUTS, "NCUTS", 1, IDX_MAX},
    {METIS_OPTION_NO2HOP, "NO2HOP", 0, 1},
    {METIS_OPTION_MINCONN, "MINCONN", 0, 1},
    {METIS_OPTION_CONTIG, "CONTIG", 0, 1},
    {METIS_OPTION_UFACTOR, "UFACTOR", 1, IDX_MAX},
    {METIS_OPTION_NUMBERING, "NUMBERING", 0, 1},
};

}  // namespace

Settings read_settings(const idx_t* options) {
  Settings settings;
  if (options == nullptr) return settings;
  for (const Range& range : kRanges) {
    const idx_t value = options[range.option];
    expect_input(value == -1 || (value >= range.min && value <= range.max),
                 std::string("METIS_OPTION_") + range.name + " cannot be " + std::to_string(value));
  }
  const auto value_of = [&](moptions_et option, idx_t standard) {
    return options[option] == -1 ? standard : options[option];
  };
  settings.recursive = value_of(METIS_OPTION_PTYPE, METIS_PTYPE_KWAY) == METIS_PTYPE_RB;
  settings.volume = value_of(METIS_OPTION_OBJTYPE, METIS_OBJTYPE_CUT) == METIS_OBJTYPE_VOL;
  settings.connected = value_of(METIS_OPTION_CONTIG, 0) == 1;
  settings.seed = options[METIS_OPTION_SEED];
  settings.tries = value_of(METIS_OPTION_NCUTS, 1);
  settings.ufactor = options[METIS_OPTION_UFACTOR];
  settings.numbering = value_of(METIS_OPTION_NUMBERING, 0);
  return settings;
}

bool wants_messages(const idx_t* options) {
  return options != nullptr && options[METIS_OPTION_DBGLVL] > 0 && (options[METIS_OPTION_DBGLVL] & METIS_DBG_INFO) != 0;
}

}  // namespace warpgraph::metis
