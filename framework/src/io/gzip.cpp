// SPDX-License-Identifier: Apache-2.0
#include "io/codec.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include <warpgraph/runtime/error.hpp>

#include "io/message.hpp"

#ifdef WARPGRAPH_WITH_ZLIB
#include <zlib.h>
#endif

namespace warpgraph::detail {

#ifdef WARPGRAPH_WITH_ZLIB

namespace {

constexpr int kGzipWindow = MAX_WBITS + 16;  // 16: with gzip's header and trailer

// zlib counts in 32 bits.
uInt part(std::size_t size) { return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max())); }

Bytef* pointer(const void* data) { return static_cast<Bytef*>(const_cast<void*>(data)); }

class Inflater {
 public:
  Inflater(std::span<const std::byte> bytes, const std::string& name, TextLimit& limit)
      : rest_(bytes), name_(name), limit_(limit) {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  GrowingBuffer run() && {
    while (!rest_.empty() && !only_zeros(rest_)) {
      inflate_member();
      inflateReset(&stream_);
    }
    return std::move(out_);
  }

 private:
  void inflate_member() {
    int status = Z_OK;
    while (status != Z_STREAM_END) {
      const std::span<std::byte> room = out_.room();
      stream_.next_in = pointer(rest_.data());
      stream_.avail_in = part(rest_.size());
      stream_.next_out = pointer(room.data());
      stream_.avail_out = part(room.size());
      const uInt in = stream_.avail_in;
      const uInt out = stream_.avail_out;
      status = inflate(&stream_, Z_NO_FLUSH);
      rest_ = rest_.subspan(in - stream_.avail_in);
      out_.grow(out - stream_.avail_out);
      check(status);
    }
  }

  void check(int status) {
    limit_.expect(out_.size(), "gzip");
    if (status == Z_OK || status == Z_STREAM_END) return;
    throw InputError(name_, 0,
                     status == Z_BUF_ERROR ? "expected more gzip data, the file is truncated"
                                           : "expected gzip data, found damaged ones");
  }

  z_stream stream_{};
  std::span<const std::byte> rest_;
  const std::string& name_;
  TextLimit& limit_;
  GrowingBuffer out_;
};

}  // namespace

GrowingBuffer gunzip(std::span<const std::byte> bytes, const std::string& name, TextLimit& limit) {
  return Inflater(bytes, name, limit).run();
}

std::string gzip(std::string_view text) {
  z_stream stream{};
  constexpr int kMemory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = pointer(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = pointer(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

#else

GrowingBuffer gunzip(std::span<const std::byte>, const std::string&, TextLimit&) { return {}; }
std::string gzip(std::string_view text) { return std::string(text); }

#endif

}  // namespace warpgraph::detail
