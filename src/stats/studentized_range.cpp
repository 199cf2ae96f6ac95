#include "stats/studentized_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/check.hpp"
#include "stats/distributions.hpp"

namespace fsduel::stats {
namespace {

// Above this many degrees of freedom the error estimate is taken as exact; the difference is of
// order 1 / df.
constexpr double kLargeDf = 1e8;

// A node of the outer integral: the estimate of sigma was `scale` times the true one, with this
// probability.
struct Node {
  double scale = 1;
  double weight = 1;
};

// Nodes over y = ln s of the density of s = sqrt(chi squared / df), which is proportional to
// exp(df (y - (e^2y - 1) / 2)). The weights are normalised by their own sum, so no gamma function
// is needed.
std::vector<Node> scale_nodes(double df) {
  if (df >= kLargeDf) return {Node{}};
  const double step = 0.2 / std::sqrt(2 * df);
  const auto log_density = [df](double y) { return df * (y - std::expm1(2 * y) / 2); };
  static constexpr double kNegligible = -42;  // e^-42 is below one rounding of a double
  std::vector<Node> nodes;
  double total = 0;
  const auto add = [&](double y) {
    const double weight = std::exp(log_density(y));
    nodes.push_back({std::exp(y), weight});
    total += weight;
  };
  for (int i = 0; log_density(i * step) > kNegligible; ++i) add(i * step);
  for (int i = -1; log_density(i * step) > kNegligible; --i) add(i * step);
  for (Node& node : nodes) node.weight /= total;
  return nodes;
}

class Quadrature {
 public:
  explicit Quadrature(const StudentizedRange& shape)
      : groups_(static_cast<int>(shape.groups)), nodes_(scale_nodes(shape.df)) {
    for (std::size_t i = 0; i < kPoints; ++i) {
      const double z = -kReach + static_cast<double>(i) * kStep;
      density_[i] = normal_density(z);
      cdf_[i] = normal_cdf(z);
    }
  }

  [[nodiscard]] double cdf(double q) const {
    double total = 0;
    for (const Node& node : nodes_) total += node.weight * range_cdf(q * node.scale);
    return std::min(total, 1.0);
  }

 private:
  static constexpr double kReach = 8.5;
  static constexpr double kStep = 0.125;
  static constexpr std::size_t kPoints = 137;

  // P(range of k standard normals <= w) = k * integral of phi(z) (Phi(z) - Phi(z - w))^(k-1),
  // where z is the largest.
  [[nodiscard]] double range_cdf(double w) const {
    if (w >= 2 * kReach) return 1;
    double total = 0;
    for (std::size_t i = 0; i < kPoints; ++i) {
      const double z = -kReach + static_cast<double>(i) * kStep;
      total += density_[i] * std::pow(cdf_[i] - normal_cdf(z - w), groups_ - 1);
    }
    return groups_ * total * kStep;
  }

  int groups_;
  std::vector<Node> nodes_;
  std::array<double, kPoints> density_{};
  std::array<double, kPoints> cdf_{};
};

void check_shape(const StudentizedRange& shape) {
  FSDUEL_CHECK(shape.groups >= 2 && shape.groups <= 200, "a range needs 2 to 200 groups");
  FSDUEL_CHECK(shape.df >= 2, "the studentized range needs two degrees of freedom");
}

}  // namespace

double studentized_range_cdf(const StudentizedRange& shape, double q) {
  check_shape(shape);
  if (!(q > 0)) return 0;
  return Quadrature(shape).cdf(q);
}

double studentized_range_quantile(const StudentizedRange& shape, double p) {
  check_shape(shape);
  FSDUEL_CHECK(p > 0 && p <= 0.9999, "a probability of the studentized range is 0 to 0.9999");
  const Quadrature quadrature(shape);
  double low = 0;
  double high = 4;
  while (quadrature.cdf(high) < p) {
    low = high;
    high *= 2;
  }
  // False position in the Illinois form: the end that stays has its error halved, so both move.
  double error_low = quadrature.cdf(low) - p;
  double error_high = quadrature.cdf(high) - p;
  double q = high;
  for (int i = 0; i < 100 && high - low > 1e-9 * high; ++i) {
    const double before = q;
    q = high - error_high * (high - low) / (error_high - error_low);
    const double error = quadrature.cdf(q) - p;
    if (error == 0 || std::abs(q - before) < 1e-10 * q) break;
    if ((error > 0) == (error_high > 0)) {
      high = q;
      error_high = error;
      error_low /= 2;
    } else {
      low = q;
      error_low = error;
      error_high /= 2;
    }
  }
  return q;
}

}  // namespace fsduel::stats
