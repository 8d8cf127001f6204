//===- TiledChains.cpp - loops that read what others make -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TiledRows.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;

/// Whether `reader` reads, at columns of its rows, what `writer` writes.
static bool readsAtColumns(TiledNest &reader, const TiledNest &writer) {
  return llvm::any_of(reader.accesses, [&](const MemoryAccess &access) {
    bool isAtColumns =
        llvm::any_of(llvm::seq(access.indices.size()), [&](size_t dim) {
          return bool(reader.getColumns(access, dim));
        });
    return isAtColumns &&
           llvm::any_of(writer.accesses, [&](const MemoryAccess &other) {
             return other.writes && other.root == access.root;
           });
  });
}

static bool mayTile(const TiledChain &chain) {
  return TiledRows(chain).check().empty();
}

/// Whether one of `nests` and `nest` use memory that the other one, or `nest`,
/// writes.
static bool areConnected(ArrayRef<NestOp> nests, NestOp nest) {
  TiledNest own(nest);
  return llvm::any_of(nests, [&](NestOp op) {
    TiledNest other(op);
    return llvm::any_of(own.accesses, [&](const MemoryAccess &access) {
      return llvm::any_of(other.accesses, [&](const MemoryAccess &used) {
        return access.root == used.root && (access.writes || used.writes);
      });
    });
  });
}

namespace {
/// Finds chains among nests.
struct ChainFinder {
  ChainFinder(ArrayRef<NestOp> producers, ArrayRef<NestOp> consumers)
      : producers(producers), consumers(consumers) {}

  SmallVector<TiledChain> run();

private:
  bool isFree(NestOp nest, ArrayRef<NestOp> list) {
    return llvm::is_contained(list, nest) && !taken.contains(nest);
  }
  bool mayProduce(NestOp nest) { return llvm::is_contained(producers, nest); }
  TiledChain findPair(NestOp consumer);
  void addBefore(TiledChain &chain);
  void addBehind(TiledChain &chain);
  bool addLoop(TiledChain &chain);

  ArrayRef<NestOp> producers, consumers;
  DenseSet<Operation *> taken;
};
} // namespace

/// `consumer`, and those before it of which it reads what they write; no loops
/// where there are none.
TiledChain ChainFinder::findPair(NestOp consumer) {
  TiledNest reader(consumer);
  SmallVector<NestOp> writers;
  for (NestOp producer : producers)
    if (producer->getBlock() == consumer->getBlock() &&
        producer->isBeforeInBlock(consumer) && isFree(producer, producers) &&
        readsAtColumns(reader, TiledNest(producer)))
      writers.push_back(producer);
  if (writers.empty() || taken.contains(consumer))
    return {};
  return {{writers, {consumer}}};
}

/// Adds what is before the first loop, of the same rows, as far as it may be.
void ChainFinder::addBefore(TiledChain &chain) {
  for (Operation *op = chain.loops.front().front()->getPrevNode(); op;
       op = op->getPrevNode()) {
    auto nest = dyn_cast<NestOp>(op);
    if (!nest)
      continue;
    TiledChain more = chain;
    more.loops.front().insert(more.loops.front().begin(), nest);
    if (!isFree(nest, producers) || !areConnected(chain.loops.front(), nest) ||
        !mayTile(more))
      return;
    chain = more;
  }
}

/// Adds what is behind the last loop, of the same rows, as far as it may be.
void ChainFinder::addBehind(TiledChain &chain) {
  for (Operation *op = chain.loops.back().back()->getNextNode(); op;
       op = op->getNextNode()) {
    auto nest = dyn_cast<NestOp>(op);
    if (!nest)
      continue;
    TiledChain more = chain;
    more.loops.back().push_back(nest);
    if (!isFree(nest, consumers) || !areConnected(chain.loops.back(), nest) ||
        !mayTile(more))
      return;
    chain = more;
  }
}

/// Adds the next nest as a loop that reads what the last one makes, if it may.
bool ChainFinder::addLoop(TiledChain &chain) {
  Operation *next = chain.loops.back().back()->getNextNode();
  while (next && !isa<NestOp>(next))
    next = next->getNextNode();
  auto nest = dyn_cast_or_null<NestOp>(next);
  if (!nest || !isFree(nest, consumers))
    return false;
  TiledNest reader(nest);
  bool readsLast = llvm::any_of(chain.loops.back(), [&](NestOp writer) {
    return mayProduce(writer) && readsAtColumns(reader, TiledNest(writer));
  });
  TiledChain more = chain;
  more.loops.push_back({nest});
  if (!readsLast || !mayTile(more))
    return false;
  chain = more;
  return true;
}

SmallVector<TiledChain> ChainFinder::run() {
  // What may not come in tiles is told of where nothing may, and leaves its
  // nests to others.
  SmallVector<TiledChain> chains, refused;
  for (NestOp consumer : consumers) {
    TiledChain chain = findPair(consumer);
    if (chain.loops.empty())
      continue;
    addBefore(chain);
    do {
      addBehind(chain);
    } while (addLoop(chain));
    if (!mayTile(chain)) {
      refused.push_back(std::move(chain));
      continue;
    }
    for (ArrayRef<NestOp> loop : chain.loops)
      taken.insert_range(loop);
    chains.push_back(std::move(chain));
  }
  return chains.empty() ? refused : chains;
}

SmallVector<TiledChain>
spindle::iter::findTiledChains(ArrayRef<NestOp> producers,
                               ArrayRef<NestOp> consumers) {
  return ChainFinder(producers, consumers).run();
}

/// Whether `reader` reads what `writer`, before it, writes.
static bool reads(NestOp reader, NestOp writer) {
  if (writer->getBlock() != reader->getBlock() ||
      !writer->isBeforeInBlock(reader))
    return false;
  TiledNest own(reader), other(writer);
  return llvm::any_of(own.accesses, [&](const MemoryAccess &access) {
    return !access.writes &&
           llvm::any_of(other.accesses, [&](const MemoryAccess &used) {
             return used.writes && used.root == access.root;
           });
  });
}

NestOp spindle::iter::findNoChain(ArrayRef<NestOp> producers,
                                  ArrayRef<NestOp> consumers,
                                  ObstacleFunction onObstacle,
                                  std::string &refusal) {
  for (NestOp consumer : consumers) {
    if (llvm::none_of(producers, [&](NestOp producer) {
          return reads(consumer, producer);
        }))
      continue;
    TiledRows rows(TiledChain{{{consumer}}});
    refusal = rows.checkLoops();
    if (refusal.empty())
      continue;
    if (rows.obstacle)
      onObstacle(rows.obstacle);
    return consumer;
  }
  return {};
}
