// SPDX-License-Identifier: Apache-2.0
//
// A user's file that takes all names of warpgraph, and those of std or of Thrust. What it calls without qualification
// has one meaning. Without CUDA a few functions and types stand in for Thrust's.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include <all_headers.hpp>

#if __has_include(<thrust/reduce.h>)
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP
#include <thrust/adjacent_difference.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
#else
namespace thrust {
template <class T>
struct host_vector {
  explicit host_vector(std::size_t size);
  T* begin();  // no iterator of std, whose functions would be candidates as well
  T* end();
};
template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct maximum {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class I, class O>
O adjacent_difference(I, I, O out);
template <class I, class O>
O copy(I, I, O out);
template <class I, class T>
std::ptrdiff_t count(I, I, T value);
template <class I, class T>
void fill(I, I, T value);
template <class I, class F>
I for_each(I, I, F f);
template <class M, class I, class O>
O gather(M, M, I in, O out);
template <class I>
I max_element(I, I);
template <class I, class F>
I partition(I, I, F is_first);
template <class I, class T, class F>
T reduce(I, I, T first, F op);
template <class I, class O, class F>
O inclusive_scan(I, I, O out, F op);
template <class I, class O>
O exclusive_scan(I, I, O out);
template <class I, class M, class O>
void scatter(I, I, M map, O out);
template <class I>
void sort(I, I);
template <class K, class V>
void sort_by_key(K, K, V values);
template <class I, class O, class F>
O transform(I, I, O out, F f);
template <class I>
I unique(I, I);
}  // namespace thrust
#endif

using namespace warpgraph;

namespace {

struct Distances {
  using VertexValue = float;
  using EdgeValue = float;
  using Reduction = Min;
  VertexId source;

  WARPGRAPH_DEVICE float initial(VertexId v) const { return v == source ? 0 : Min::identity<float>(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE float visit(float distance, float length) const { return distance + length; }
  WARPGRAPH_DEVICE bool updated(float old, float distance) const { return distance < old; }
};

// Not lambdas, which the stand-ins would not be declared for.
void increase(int& each) { ++each; }
int one_more(int each) { return each + 1; }
bool is_small(int each) { return each < 7; }

}  // namespace

Result<float> with_std(StreamRef stream, EdgeList edges) {
  using namespace std;
  vector<uint32_t> order(edges.source.size());
  iota(order.begin(), order.end(), 0u);
  sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return edges.source[a] < edges.source[b]; });
  order.erase(unique(order.begin(), order.end()), order.end());
  partition(order.begin(), order.end(), [](uint32_t each) { return each < 7; });
  for_each(order.begin(), order.end(), [](uint32_t& each) { each = min(each, max(1u, each)); });
  fill(order.begin(), order.end(), reduce(order.begin(), order.end(), 0u, plus<uint32_t>()));
  exclusive_scan(order.begin(), order.end(), order.begin(), 0u);
  copy(order.begin(), order.end(), order.begin());
  const string name = "7 is " + to_string(count(order.begin(), order.end(), 7u));
  const optional<Plan> plan = parse_plan(name);
  const variant<unique_ptr<string>, shared_ptr<thread>> other;
  const Graph<float> graph = build_graph<float>(stream.device().runtime().threads(), move(edges));
  return warpgraph::run(stream, upload(stream, graph), Distances{0}, {.plan = plan});
}

Result<VertexId> with_thrust(StreamRef stream, const DeviceGraph<float>& graph) {
  using namespace thrust;
  host_vector<int> number(100);
  fill(number.begin(), number.end(), 1);
  for_each(number.begin(), number.end(), increase);
  transform(number.begin(), number.end(), number.begin(), one_more);
  inclusive_scan(number.begin(), number.end(), number.begin(), maximum<int>());
  exclusive_scan(number.begin(), number.end(), number.begin());
  adjacent_difference(number.begin(), number.end(), number.begin());
  sort(number.begin(), number.end());
  sort_by_key(number.begin(), number.end(), number.begin());
  gather(number.begin(), number.end(), number.begin(), number.begin());
  scatter(number.begin(), number.end(), number.begin(), number.begin());
  partition(number.begin(), number.end(), is_small);
  copy(number.begin(), unique(number.begin(), number.end()), number.begin());
  const auto sum = reduce(number.begin(), number.end(), 0, plus<int>());
  const auto source = sum + count(number.begin(), max_element(number.begin(), number.end()), 2);
  return algorithms::bfs_parents(stream, graph, {.source = source});
}
