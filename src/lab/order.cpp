#include "lab/order.hpp"

#include <span>

#include "base/check.hpp"
#include "base/random.hpp"

namespace fsduel::lab {

std::vector<std::vector<Cell>> make_order(const OrderRequest& request) {
  FSDUEL_CHECK(request.baseline < request.candidates, "the baseline is one of the candidates");
  std::vector<Cell> cells{{request.baseline, Twin::yes}};
  for (std::uint64_t i = 0; i < request.candidates; ++i) cells.push_back({i, Twin::no});
  std::vector<std::vector<Cell>> rounds;
  for (std::uint64_t round = 0; round < request.rounds; ++round) {
    auto order = cells;
    Random(derive(request.seed, "order", round)).shuffle(std::span(order));
    rounds.push_back(std::move(order));
  }
  return rounds;
}

}  // namespace fsduel::lab
