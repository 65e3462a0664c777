// SPDX-License-Identifier: Apache-2.0
#include "list_methods.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <warpgraph/algorithms/method.hpp>

#include "lists/paper_ranking.hpp"

namespace warpgraph::papers {
namespace {

using algorithms::lists::PaperMethod;

class ListsOnDevice final : public algorithms::ListMethod {
 public:
  ListsOnDevice(std::string name, PaperMethod method, std::string summary)
      : name_(std::move(name)), method_(method), summary_(std::move(summary)) {}

  std::string name() const override { return name_; }
  std::string summary() const override { return summary_; }
  bool takes_splitters() const override {
    return method_ == PaperMethod::kSplitters64 || method_ == PaperMethod::kSplitters48;
  }
  algorithms::ListRanks<std::uint32_t> rank(StreamRef stream, View<const std::uint32_t> next,
                                            const algorithms::ListRankOptions& options) const override {
    return algorithms::lists::rank_as_in_paper(stream, next, options, method_);
  }
  algorithms::ListRanks<std::uint64_t> rank(StreamRef stream, View<const std::uint64_t> next,
                                            const algorithms::ListRankOptions& options) const override {
    return algorithms::lists::rank_as_in_paper(stream, next, options, method_);
  }

 private:
  std::string name_;
  PaperMethod method_;
  std::string summary_;
};

class ListsOnThreads final : public algorithms::ListMethod {
 public:
  std::string name() const override { return "splitter-threads"; }
  std::string summary() const override { return "splitters by threads of the host"; }
  bool takes_splitters() const override { return true; }
  algorithms::ListRanks<std::uint32_t> rank(StreamRef stream, View<const std::uint32_t> next,
                                            const algorithms::ListRankOptions& options) const override {
    return algorithms::lists::rank_by_splitter_threads(stream, next, options);
  }
  algorithms::ListRanks<std::uint64_t> rank(StreamRef stream, View<const std::uint64_t> next,
                                            const algorithms::ListRankOptions& options) const override {
    return algorithms::lists::rank_by_splitter_threads(stream, next, options);
  }
};

}  // namespace

std::vector<std::shared_ptr<const algorithms::ListMethod>> list_methods() {
  const auto on_device = [](const char* name, PaperMethod method, const char* summary) {
    return std::make_shared<ListsOnDevice>(name, method, summary);
  };
  return {on_device("pointer-jumping", PaperMethod::kPointerJumping, "passes over all elements"),
          on_device("one-block-jumping", PaperMethod::kOneBlockJumping, "the same by a single block"),
          on_device("splitters-64", PaperMethod::kSplitters64, "a splitter a thread, words of 64 bits"),
          on_device("splitters-48", PaperMethod::kSplitters48, "the same with 48 bits an element"),
          std::make_shared<ListsOnThreads>()};
}

}  // namespace warpgraph::papers
