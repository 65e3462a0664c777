// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/transaction/log.hpp>

// How transactions keep out of each other's way. A trial runs its body, and then three steps that the driver calls, a
// barrier of the warp between any two; each step returns whether the trial goes on.
//
//   touch(t, access, writes)   a word's first access: fills in value and before
//   touch_again(t, access)     a word that was read is written now
//   acquire(t), settle(t)      behind the body
//   commit(t) or roll_back(t)  the end
//   is_parked(t)               whether a transaction that lost had better not try yet
//
// kInPlace: writes go to memory at once, and are undone. kWriteOrder: release where versions say whether a word that
// was read is right, so that whoever sees the word sees the lock. kPatience: who has lost more trials than that stays
// out of a random number of them, so that transactions that stop each other in a circle, trial by trial, come out of
// step.
namespace warpgraph {

namespace detail {

// A word that somebody else may be writing: it is read between two looks at its entry, which must be alike.
template <class T, class Access, class IsFree, class AreAlike>
WARPGRAPH_DEVICE bool read_unlocked(T& transaction, Access& access, IsFree&& is_free, AreAlike&& are_alike) {
  auto& entry = transaction.memory.entries[access.entry];
  const auto before = atomic::load<Order::kAcquire>(entry);
  if (!is_free(before)) return false;
  access.value = access.before = atomic::load<Order::kAcquire>(transaction.memory.words[access.word]);
  access.stamp = before;
  const auto after = atomic::load<Order::kAcquire>(entry);
  return is_free(after) && are_alike(before, after);
}

}  // namespace detail

// The priority-based transactional memory of Manoochehri (2017), PR-STM without versions, whose reads mark as its
// writes do. An entry is marked at the first access, by one atomic maximum: it cannot fail for any other reason than a
// stronger mark or a lock, and it takes the mark from a weaker transaction. Marks become locks behind the body; a mark
// that was stolen meanwhile is found out then. Since nothing is marked twice in a trial, an entry that still holds the
// mark has not been written since its words were read; when the last lock is taken all of them are as they were read,
// and that instant is the transaction's.
//
// Repairs of the published protocol, which can run in circles: one operation to mark; a transaction that meets a lock
// of a weaker one keeps its marks and runs again; one that lost holds nothing and parks until the entry belongs to
// nobody stronger. Nobody waits inside of a step. For bodies that write most of what they read, and much contention.
struct PriorityPolicy {
  using Entry = std::uint32_t;  // 0: free; else the strength of the owner, and the lock in the highest bit
  static constexpr bool kInPlace = false;
  static constexpr Order kWriteOrder = Order::kRelaxed;
  static constexpr std::uint32_t kPatience = 64;
  static constexpr bool kKeepsMarks = true;
  static constexpr Entry kLock = Entry{1} << 31;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool) {
    if (t.holder_of(access.entry) == nullptr && !mark(t, access)) return false;
    access.value = access.before = atomic::load(t.memory.words[access.word]);
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T&, typename T::Access&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T& t) {
    return t.for_each_held([&](auto& access) {
      const Entry mine = t.strength;
      if (atomic::compare_exchange<Order::kAcquireRelease>(t.memory.entries[access.entry], mine, mine | kLock) == mine)
        return true;
      t.lose(access.entry);
      return false;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.write_back();
    t.for_each_held([&](auto& access) {
      atomic::store<Order::kRelease>(t.memory.entries[access.entry], 0);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.for_each_held([&](auto& access) {
      release(t, access.entry);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T& t) {
    return (atomic::load(t.memory.entries[t.lost_entry]) & ~kLock) > t.strength;
  }
  // A stolen entry is left alone.
  template <class T>
  WARPGRAPH_DEVICE static void release(T& t, std::uint32_t entry) {
    Entry& word = t.memory.entries[entry];
    if (atomic::compare_exchange<Order::kRelease>(word, t.strength, 0) == (t.strength | kLock))
      atomic::store<Order::kRelease>(word, 0);
  }

 private:
  template <class T>
  WARPGRAPH_DEVICE static bool mark(T& t, typename T::Access& access) {
    const Entry before = atomic::fetch_max<Order::kAcquireRelease>(t.memory.entries[access.entry], t.strength);
    if (before > t.strength) {
      const bool by_weaker = (before & kLock) != 0 && (before & ~kLock) < t.strength;
      t.lose(access.entry);
      if (by_weaker) t.state = T::State::kWaiting;
      return false;
    }
    if (before != 0 && before != t.strength) ++t.steals;
    access.holds = true;
    return true;
  }
};

// PR-STM (Shen and others 2015): reads leave no trace and are checked by versions; entries that are written are marked
// behind the body, by priority, a stronger mark taking the place of a weaker one, and then locked. For bodies that read
// much more than they write.
//
// Strength does not protect what is only read, so transactions can stop each other in a circle: a strong reader finds
// the lock of a weak writer, which goes back because it has lost its other mark to a third one, which goes back because
// the reader has marked what it wants. In step they would do so for ever; after a few lost trials losers fall out of
// step.
struct VersionedPriorityPolicy {
  using Entry = std::uint64_t;  // the version, the lock, the strength of the owner
  static constexpr bool kInPlace = false;
  static constexpr Order kWriteOrder = Order::kRelease;
  static constexpr std::uint32_t kPatience = 3;
  static constexpr bool kKeepsMarks = false;
  static constexpr Entry kLock = Entry{1} << 31;
  static constexpr Entry kOwner = kLock - 1;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool writes) {
    const bool is_read = detail::read_unlocked(
        t, access, [](Entry entry) { return (entry & kLock) == 0; },
        [](Entry a, Entry b) { return version(a) == version(b); });
    if (!is_read) {
      t.lose(access.entry);
      return false;
    }
    access.stamp = version(access.stamp);
    return !writes || touch_again(t, access);
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T& t, typename T::Access& access) {
    if (t.holder_of(access.entry) == nullptr) access.holds = true;
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T& t) {
    return t.for_each_held([&](auto& access) { return mark(t, access); });
  }
  // All locks first, and then a look at what was only read: of two transactions that read what the other writes, one
  // sees the other's lock.
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T& t) {
    const bool has_locks = t.for_each_held([&](auto& access) {
      const Entry mine = access.stamp | t.strength;
      if (atomic::compare_exchange<Order::kAcquireRelease>(t.memory.entries[access.entry], mine, mine | kLock) == mine)
        return true;
      t.lose(access.entry);
      return false;
    });
    for (std::uint32_t i = 0; has_locks && i < t.size; ++i) {
      const Entry now = atomic::load<Order::kAcquire>(t.memory.entries[t.log[i].entry]);
      const bool is_mine = (now & kOwner) == t.strength;
      if (version(now) == t.log[i].stamp && ((now & kLock) == 0 || is_mine)) continue;
      t.lose(t.log[i].entry);
      return false;
    }
    return has_locks;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.write_back();
    t.for_each_held([&](auto& access) {
      atomic::store<Order::kRelease>(t.memory.entries[access.entry], access.stamp + kNextVersion);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.for_each_held([&](auto& access) {
      Entry& entry = t.memory.entries[access.entry];
      const Entry mine = access.stamp | t.strength;
      if (atomic::compare_exchange<Order::kRelease>(entry, mine, access.stamp) == (mine | kLock))
        atomic::store<Order::kRelease>(entry, access.stamp);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T& t) {
    return (atomic::load(t.memory.entries[t.lost_entry]) & kOwner) > t.strength;
  }

 private:
  static constexpr Entry kNextVersion = Entry{1} << 32;

  WARPGRAPH_DEVICE static Entry version(Entry entry) { return entry & ~(kNextVersion - 1); }
  template <class T, class Access>
  WARPGRAPH_DEVICE static bool mark(T& t, Access& access) {
    Entry& entry = t.memory.entries[access.entry];
    Entry now = atomic::load<Order::kAcquire>(entry);
    // Only marks of others change it, and stronger ones end this, so it does not go on for long; it is bounded all the
    // same.
    for (int i = 0; i < 64; ++i) {
      if (version(now) != access.stamp || (now & kLock) != 0 || (now & kOwner) > t.strength) break;
      if ((now & kOwner) == t.strength) return true;
      const Entry before = atomic::compare_exchange<Order::kAcquireRelease>(entry, now, access.stamp | t.strength);
      if (before == now) {
        if ((now & kOwner) != 0) ++t.steals;
        return true;
      }
      now = before;
    }
    t.lose(access.entry);
    return false;
  }
};

// PSTM (Holey and Zhai 2014), pessimistic: an entry belongs to whoever touches it first, for reading or writing, and
// writes go to memory at once. Cheapest where conflicts are rare; losers back off.
struct PessimisticPolicy {
  using Entry = std::uint32_t;  // 0: free; else the strength of the owner
  static constexpr bool kInPlace = true;
  static constexpr Order kWriteOrder = Order::kRelaxed;
  static constexpr std::uint32_t kPatience = 0;
  static constexpr bool kKeepsMarks = false;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool) {
    if (t.holder_of(access.entry) == nullptr) {
      Entry& entry = t.memory.entries[access.entry];
      if (atomic::compare_exchange<Order::kAcquireRelease>(entry, 0, t.strength) != 0) {
        t.lose(access.entry);
        return false;
      }
      access.holds = true;
    }
    access.value = access.before = atomic::load(t.memory.words[access.word]);
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T&, typename T::Access&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.for_each_held([&](auto& access) {
      atomic::store<Order::kRelease>(t.memory.entries[access.entry], 0);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.undo();
    commit(t);
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T&) {
    return false;
  }
};

// ISTM (Holey and Zhai 2014): writes own their entries at once and go to memory, reads leave no trace and are checked
// by versions at the end. For bodies that mostly read. A roll-back changes the version too, because what it undoes may
// have been seen.
struct InvisibleReadsPolicy {
  using Entry = std::uint64_t;  // the version, and below it the strength of the owner
  static constexpr bool kInPlace = true;
  static constexpr Order kWriteOrder = Order::kRelease;
  static constexpr std::uint32_t kPatience = 0;
  static constexpr bool kKeepsMarks = false;
  static constexpr Entry kOwner = (Entry{1} << 32) - 1;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool writes) {
    if (const auto* const holder = t.holder_of(access.entry)) {
      access.stamp = holder->stamp;
      access.value = access.before = atomic::load(t.memory.words[access.word]);
      return true;
    }
    const bool is_read = detail::read_unlocked(
        t, access, [](Entry entry) { return (entry & kOwner) == 0; }, [](Entry a, Entry b) { return a == b; });
    if (!is_read) {
      t.lose(access.entry);
      return false;
    }
    return !writes || touch_again(t, access);
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T& t, typename T::Access& access) {
    if (t.holder_of(access.entry) != nullptr) return true;
    Entry& entry = t.memory.entries[access.entry];
    const Entry mine = access.stamp | t.strength;
    if (atomic::compare_exchange<Order::kAcquireRelease>(entry, access.stamp, mine) != access.stamp) {
      t.lose(access.entry);
      return false;
    }
    access.holds = true;
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T& t) {
    for (std::uint32_t i = 0; i < t.size; ++i) {
      const Entry now = atomic::load<Order::kAcquire>(t.memory.entries[t.log[i].entry]);
      if (now == t.log[i].stamp || now == (t.log[i].stamp | t.strength)) continue;
      t.lose(t.log[i].entry);
      return false;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.for_each_held([&](auto& access) {
      atomic::store<Order::kRelease>(t.memory.entries[access.entry], access.stamp + (Entry{1} << 32));
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.undo();
    commit(t);
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T&) {
    return false;
  }
};

// The blocking memory of Cederman, Tsigas and Chaudhry (2010), a transaction a lane: reads look for entries that are
// not locked, and at the end everything is locked and compared with what was read. Values decide, not versions: a word
// that has come back to its value is as good as untouched.
struct ValuePolicy {
  using Entry = std::uint32_t;  // 0: free; else the strength of the owner
  static constexpr bool kInPlace = false;
  static constexpr Order kWriteOrder = Order::kRelaxed;
  static constexpr std::uint32_t kPatience = 0;
  static constexpr bool kKeepsMarks = false;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool) {
    const bool is_read = detail::read_unlocked(
        t, access, [](Entry entry) { return entry == 0; }, [](Entry, Entry) { return true; });
    if (!is_read) {
      t.lose(access.entry);
      return false;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T&, typename T::Access&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T& t) {
    for (std::uint32_t i = 0; i < t.size; ++i) {
      auto& access = t.log[i];
      if (t.holder_of(access.entry) != nullptr) continue;
      Entry& entry = t.memory.entries[access.entry];
      if (atomic::compare_exchange<Order::kAcquireRelease>(entry, 0, t.strength) != 0) {
        t.lose(access.entry);
        return false;
      }
      access.holds = true;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T& t) {
    for (std::uint32_t i = 0; i < t.size; ++i) {
      if (atomic::load(t.memory.words[t.log[i].word]) == t.log[i].before) continue;
      t.lose(t.log[i].entry);
      return false;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.write_back();
    roll_back(t);
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.for_each_held([&](auto& access) {
      atomic::store<Order::kRelease>(t.memory.entries[access.entry], 0);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T&) {
    return false;
  }
};

}  // namespace warpgraph
