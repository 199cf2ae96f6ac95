// The fields of runs, plans and duels: see json_fields.hpp. Private to model.
#pragma once

#include "model/json_fields.hpp"
#include "model/load.hpp"
#include "model/plan.hpp"
#include "model/run.hpp"

namespace fsduel {

void visit_fields(auto& archive, Either<RunKey> auto& key) {
  auto& [round, candidate, twin, attempt] = key;
  archive("round", round);
  archive("candidate", candidate);
  archive("twin", twin);
  archive("attempt", attempt);
}

void visit_fields(auto& archive, Either<RunSpec> auto& spec) {
  auto& [key, candidate, workload, workload_options, seed, format_seed, venue, ionice, disturb] =
      spec;
  archive("key", key);
  archive("candidate", candidate);
  archive("workload", workload);
  archive("workload_options", workload_options);
  archive("seed", seed);
  archive("format_seed", format_seed);
  archive("venue", venue);
  archive("ionice", ionice);
  archive("disturb", disturb);
}

void visit_fields(auto& archive, Either<LatencySummary> auto& latency) {
  auto& [op_class, buckets, count, sum, minimum, maximum] = latency;
  archive("op_class", op_class);
  archive("buckets", buckets);
  archive("count", count);
  archive("sum_ns", sum);
  archive("minimum_ns", minimum);
  archive("maximum_ns", maximum);
}

void visit_fields(auto& archive, Either<PhaseOutcome> auto& outcome) {
  auto& [operations, bytes_read, bytes_written, worker_cpu, errors, first_error, latencies, end] =
      outcome;
  archive("operations", operations);
  archive("bytes_read", bytes_read);
  archive("bytes_written", bytes_written);
  archive("worker_cpu_ns", worker_cpu);
  archive("errors", errors);
  archive("first_error", first_error);
  archive("latencies", latencies);
  archive("end", end);
}

void visit_fields(auto& archive, Either<PhaseRecord> auto& phase) {
  auto& [name, outcome, asked, regime, facts] = phase;
  archive("name", name);
  archive("outcome", outcome);
  archive("asked", asked);
  archive("regime", regime);
  archive("facts", facts);
}

void visit_fields(auto& archive, Either<Invalidity> auto& invalidity) {
  auto& [cause, scope] = invalidity;
  archive("cause", cause);
  archive("scope", scope);
}

void visit_fields(auto& archive, Either<Observation> auto& observation) {
  auto& [phase, metric, value] = observation;
  archive("phase", phase);
  archive("metric", metric);
  archive("value", value);
}

void visit_fields(auto& archive, Either<RunRecord> auto& record) {
  auto& [schema, spec, status, failure, failed_step, invalidities, phases, observations, facts,
         started, duration] = record;
  archive("schema", schema);
  archive("spec", spec);
  archive("status", status);
  archive("failure", failure);
  archive("failed_step", failed_step);
  archive("invalidities", invalidities);
  archive("phases", phases);
  archive("observations", observations);
  archive("facts", facts);
  archive("started_ns", started);
  archive("duration_ns", duration);
}

void visit_fields(auto& archive, Either<PhasePlan> auto& phase) {
  auto& [name, kind, cache, subject, target, help] = phase;
  archive("name", name);
  archive("kind", kind);
  archive("cache", cache);
  archive("subject", subject);
  archive("target", target);
  archive("help", help);
}

void visit_fields(auto& archive, Either<CandidatePlan> auto& plan) {
  auto& [label, commands, driver, facts] = plan;
  archive("label", label);
  archive("commands", commands);
  archive("driver", driver);
  archive("facts", facts);
}

void visit_fields(auto& archive, Either<Cell> auto& cell) {
  auto& [candidate, twin] = cell;
  archive("candidate", candidate);
  archive("twin", twin);
}

void visit_fields(auto& archive, Either<Plan> auto& plan) {
  auto& [spec, venue, venue_reason, baseline, candidates, rounds, headline_metrics, phases,
         work_directory, image_size, log_image_size, bytes_per_run, time_per_run, written_to] =
      plan;
  archive("spec", spec);
  archive("venue", venue);
  archive("venue_reason", venue_reason);
  archive("baseline", baseline);
  archive("candidates", candidates);
  archive("rounds", rounds);
  archive("headline_metrics", headline_metrics);
  archive("phases", phases);
  archive("work_directory", work_directory);
  archive("image_size_bytes", image_size);
  archive("log_image_size_bytes", log_image_size);
  archive("bytes_per_run", bytes_per_run);
  archive("time_per_run_ns", time_per_run);
  archive("written_to", written_to);
}

void visit_fields(auto& archive, Either<Duel> auto& duel) {
  auto& [id, uid, fsduel_version, created, command_line, plan, machine, records, stop, elapsed] =
      duel;
  archive("id", id);
  archive("uid", uid);
  archive("fsduel_version", fsduel_version);
  archive("created_ns", created);
  archive("command_line", command_line);
  archive("plan", plan);
  archive("machine", machine);
  archive("records", records);
  archive("stop", stop);
  archive("elapsed_ns", elapsed);
}

void visit_fields(auto& archive, Either<DuelSummary> auto& summary) {
  auto& [id, uid, created, workload, labels, runs, rounds_done, stop] = summary;
  archive("id", id);
  archive("uid", uid);
  archive("created_ns", created);
  archive("workload", workload);
  archive("labels", labels);
  archive("runs", runs);
  archive("rounds_done", rounds_done);
  archive("stop", stop);
}

}  // namespace fsduel
