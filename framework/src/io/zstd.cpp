// SPDX-License-Identifier: Apache-2.0
#include "io/codec.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include <warpgraph/runtime/error.hpp>

#include "io/message.hpp"

#ifdef WARPGRAPH_WITH_ZSTD
#include <zstd.h>
#endif

namespace warpgraph::detail {

#ifdef WARPGRAPH_WITH_ZSTD

namespace {

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
using Context = std::unique_ptr<ZSTD_DCtx, FreeContext>;

// A frame's header asks for memory, a window of text to look back at. Windows that zstd makes without
// being asked to (8 MiB) are believed, larger ones only in files of a like size.
Context make_context(std::size_t file_bytes) {
  constexpr int kUsual = 23;
  constexpr int kLargest = 31;
  Context context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  const int window = static_cast<int>(std::bit_width(file_bytes)) + 7;
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, std::clamp(window, kUsual, kLargest));
  return context;
}

}  // namespace

GrowingBuffer unzstd(std::span<const std::byte> bytes, const std::string& name, TextLimit& limit) {
  const Context context = make_context(bytes.size());
  GrowingBuffer out;
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t wanted = 1;  // 0: a frame has just ended
  for (bool full = false; in.pos < in.size || full;) {
    if (wanted == 0 && only_zeros(bytes.subspan(in.pos))) break;
    const std::span<std::byte> room = out.room();
    ZSTD_outBuffer piece{room.data(), room.size(), 0};
    wanted = ZSTD_decompressStream(context.get(), &piece, &in);
    if (ZSTD_isError(wanted) != 0) {
      throw InputError(name, 0, message("expected zstd data: ", ZSTD_getErrorName(wanted)));
    }
    out.grow(piece.pos);
    full = piece.pos == piece.size && wanted != 0;
    limit.expect(out.size(), "zstd");
  }
  if (wanted != 0) throw InputError(name, 0, "expected more zstd data, the file is truncated");
  return out;
}

std::string zstd(std::string_view text) {
  const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), text.data(), text.size());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  out.resize(size);
  return out;
}

#else

GrowingBuffer unzstd(std::span<const std::byte>, const std::string&, TextLimit&) { return {}; }
std::string zstd(std::string_view text) { return std::string(text); }

#endif

}  // namespace warpgraph::detail
