// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/launch.hpp>

// Rounds of parcels between kernels that write them and kernels that use them up, ordered by nothing but the hub.
namespace warpgraph::test {

using Word = std::uint32_t;
inline constexpr std::size_t kWords = 300;  // that a device sends in a round at most

// The word `i` that `from` sends in a round.
WARPGRAPH_DEVICE inline Word word(Word round, Word from, std::uint64_t i) {
  return (round * 64 + from) * 0x9E3779B1u + static_cast<Word>(i) * 0x85EBCA77u;
}

struct Write {
  Word round;
  Word from;
  Word first;
  View<Word> content;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { content[i] = word(round, from, first + i); }
};

// Counts the words that are as they should be, and spoils them.
struct UseUp {
  Word round;
  Word from;
  Word first;
  View<Word> inbox;
  View<std::uint64_t> right;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (inbox[i] == word(round, from, first + i)) atomic::fetch_add(right[0], std::uint64_t{1});
    inbox[i] = 0;
  }
};

// In memory that the stream has used before: it is the buffer's when the stream gets there, and no sooner.
inline Buffer<Word> new_buffer(StreamRef stream, std::size_t size, std::string_view name) {
  {
    Buffer<Word> past(stream, size, "past");
    fill(stream, past, 1);
  }
  return Buffer<Word>(stream, size, name);
}

// A stream, what it sends and what it receives: two inboxes that take turns, a part for each sender.
struct Post {
  Post(Device& device, int devices)
      : stream(device, "post"),
        content(new_buffer(stream, kWords, "content")),
        inboxes{new_buffer(stream, static_cast<std::size_t>(devices) * kWords, "inbox"),
                new_buffer(stream, static_cast<std::size_t>(devices) * kWords, "inbox")},
        right(stream, 1, "right") {
    fill(stream, right, 0);
  }
  [[nodiscard]] View<Word> inbox(std::size_t round, int from) {
    return inboxes[round % 2].view().subview(static_cast<std::size_t>(from) * kWords, kWords);
  }

  Stream stream;
  Buffer<Word> content;
  std::array<Buffer<Word>, 2> inboxes;
  Buffer<std::uint64_t> right;
};

// What one device sends in a round, in words: the same to some others, or a part to each of them.
struct Letter {
  int from;
  std::vector<int> to;
  std::size_t first;
  std::size_t count;
};

inline std::vector<Letter> random_letters(int devices, std::mt19937_64& random) {
  const auto draw = [&](std::size_t max) { return static_cast<std::size_t>(random() % (max + 1)); };
  std::vector<Letter> letters;
  for (int from = 0; from < devices; ++from) {
    const std::array<std::size_t, 4> sizes = {0, draw(10), draw(kWords), kWords};
    const std::size_t count = sizes[draw(3)];
    std::vector<int> others;
    for (int i = 1; i < devices; ++i) others.push_back((from + i) % devices);
    switch (draw(3)) {
      case 0:  // nothing
        break;
      case 1:
        letters.push_back({from, {others[draw(others.size() - 1)]}, 0, count});
        break;
      case 2:
        letters.push_back({from, others, 0, count});
        break;
      default:
        const std::size_t part = count / others.size();
        for (std::size_t i = 0; i < others.size(); ++i) letters.push_back({from, {others[i]}, i * part, part});
    }
  }
  return letters;
}

class Office {
 public:
  Office(Runtime& runtime, HubKind kind) {
    for (int i = 0; i < runtime.device_count(); ++i) posts_.emplace_back(runtime.device(i), runtime.device_count());
    hub_ = hubs::make_hub(kind, streams(), kWords * sizeof(Word));
  }

  [[nodiscard]] std::vector<StreamRef> streams() const {
    std::vector<StreamRef> streams;
    for (const Post& post : posts_) streams.push_back(post.stream);
    return streams;
  }
  [[nodiscard]] int size() const { return static_cast<int>(posts_.size()); }
  [[nodiscard]] Post& post(int device) { return posts_[static_cast<std::size_t>(device)]; }
  [[nodiscard]] hubs::Hub& hub() { return *hub_; }

  void exchange(const std::vector<Letter>& letters) {
    if (hub_->takes_writes() && round_ % 3 == 1)
      write(letters);
    else
      send(letters);
    use_up(letters);
    ++round_;
  }

  void exchange_at_random(int rounds, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < rounds; ++i) exchange(random_letters(size(), random));
  }

  // The hub goes, whatever it has under way. The office takes no more letters.
  void close() { hub_.reset(); }

  // Words that were used up since the start, and those of them that were right.
  [[nodiscard]] std::uint64_t expected() const { return expected_; }
  [[nodiscard]] std::uint64_t right() {
    std::uint64_t sum = 0;
    for (const Post& post : posts_) sum += to_host(post.stream.ref(), post.right)[0];
    return sum;
  }

 private:
  void send(const std::vector<Letter>& letters) {
    const auto round = static_cast<Word>(round_);
    std::vector<hubs::Parcel> parcels;
    for (const Letter& letter : letters) {
      Post& sender = post(letter.from);
      kernel::for_each(sender.stream.ref(), kWords, Write{round, static_cast<Word>(letter.from), 0, sender.content});
      hubs::Parcel parcel{
          letter.from, hubs::bytes_of(View<const Word>(sender.content).subview(letter.first, letter.count)), {}};
      for (const int to : letter.to) parcel.copies.push_back({to, hubs::bytes_of(post(to).inbox(round_, letter.from))});
      parcels.push_back(std::move(parcel));
    }
    hub_->exchange(parcels);
  }
  // The senders' kernels write straight into the inboxes.
  void write(const std::vector<Letter>& letters) {
    std::vector<hubs::Hub::Way> ways;
    for (const Letter& letter : letters)
      for (const int to : letter.to) ways.push_back({letter.from, to});
    hub_->open_round(ways);
    for (const Letter& letter : letters)
      for (const int to : letter.to)
        kernel::for_each(post(letter.from).stream.ref(), letter.count,
                         Write{static_cast<Word>(round_), static_cast<Word>(letter.from),
                               static_cast<Word>(letter.first), post(to).inbox(round_, letter.from)});
    hub_->close_round(ways);
  }
  void use_up(const std::vector<Letter>& letters) {
    for (const Letter& letter : letters) {
      for (const int to : letter.to) {
        const auto from = static_cast<Word>(letter.from);
        const auto first = static_cast<Word>(letter.first);
        const auto inbox = post(to).inbox(round_, letter.from);
        kernel::for_each(post(to).stream.ref(), letter.count,
                         UseUp{static_cast<Word>(round_), from, first, inbox, post(to).right});
        expected_ += letter.count;
      }
    }
  }

  std::vector<Post> posts_;
  std::unique_ptr<hubs::Hub> hub_;
  std::size_t round_ = 0;
  std::uint64_t expected_ = 0;
};

}  // namespace warpgraph::test
