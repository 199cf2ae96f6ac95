#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/text.hpp"

namespace fsduel::cli {
namespace {

// What CLI11 fills; turned into Arguments afterwards.
struct Words {
  std::vector<std::string> candidates;
  std::vector<std::string> ids;
  std::vector<std::string> database_words;
  std::string more_time;
  std::string wipe_signature;
  std::string spec_file;
  std::string database;
  bool json = false;
  bool csv = false;
  bool markdown = false;
  bool quiet = false;
  bool no_colour = false;
  bool dry_run = false;
  bool accept_change = false;
};

// One option of the spec on the command line: the name it has there and in the RawSpec.
struct SpecWord {
  std::string flag;  // "rounds"
  std::string name;  // "rounds", "tree.files"
  CLI::Option* option = nullptr;
};

constexpr const char* kIdHelp = "number of a duel (see fsduel list) or \"last\"";

class Parser {
 public:
  explicit Parser(const Vocabulary& vocabulary) { build(vocabulary); }
  [[nodiscard]] ParsedArguments parse(std::span<const std::string> words);

 private:
  void build(const Vocabulary& vocabulary);
  void build_compare(const Vocabulary& vocabulary);
  void build_stored();
  void build_resume();
  void build_database();
  void add_output(CLI::App& command);
  void add_spec_option(const OptionDescriptor& descriptor, const std::string& workload);
  [[nodiscard]] CommandKind find_command() const;
  void report_unknown(std::vector<Diagnostic>& mistakes);
  [[nodiscard]] std::vector<std::string> known_flags() const;
  void take_spec(Arguments& out, std::vector<Diagnostic>& mistakes);
  void take_id(Arguments& out, std::vector<Diagnostic>& mistakes);
  void take_resume(Arguments& out, std::vector<Diagnostic>& mistakes) const;
  void take_database(Arguments& out, std::vector<Diagnostic>& mistakes) const;
  void take_form(Arguments& out, std::vector<Diagnostic>& mistakes) const;

  CLI::App app_{"fsduel compares filesystems on your workload and says how sure it is.", "fsduel"};
  CLI::App* compare_ = nullptr;
  std::vector<std::pair<CommandKind, CLI::App*>> commands_;
  std::vector<SpecWord> spec_words_;
  Words words_;
};

Place argument_place(const std::string& what) {
  return {.source = "argument " + what};
}

void Parser::add_output(CLI::App& command) {
  command.add_flag("--json", words_.json, "print one JSON document");
  command.add_flag("--csv", words_.csv, "print comma-separated values");
  command.add_flag("--md", words_.markdown, "print Markdown");
  command.add_flag("--quiet", words_.quiet, "no progress, no notes");
  command.add_flag("--no-color,--no-colour", words_.no_colour, "no colours (as NO_COLOR does)");
  command.add_option("--db", words_.database, "results database (default: by the XDG rules)")
      ->type_name("FILE");
}

void Parser::add_spec_option(const OptionDescriptor& descriptor, const std::string& workload) {
  const std::string name = workload.empty() ? descriptor.name : workload + "." + descriptor.name;
  std::string flags = "--" + name;
  if (!descriptor.alias.empty()) flags += ",--" + descriptor.alias;
  std::string help = descriptor.help;
  if (!descriptor.default_value.empty() && descriptor.kind != OptionKind::flag) {
    help += " [" + descriptor.default_value + "]";
  }
  CLI::Option* option = nullptr;
  if (descriptor.kind == OptionKind::flag) {
    // With a second argument the text itself would be the variable that takes the flag.
    option = compare_->add_flag(flags)->description(help);
  } else {
    // A missing value is left to the check of the whole spec, which reports everything at once.
    option = compare_->add_option(flags)->description(help)->expected(0, 1);
    option->type_name(descriptor.metavar)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  option->group(workload.empty() ? "Duel" : "Workload " + workload);
  spec_words_.push_back({name, name, option});
}

void Parser::build_compare(const Vocabulary& vocabulary) {
  compare_ = app_.add_subcommand("compare", "run a duel between candidates and say who wins");
  compare_->add_option("candidates", words_.candidates,
                       "xfs | old='mkfs.ext3 -O ^dir_index; mount -o noatime' | DIRECTORY");
  compare_
      ->add_option("--spec", words_.spec_file, "the whole duel as a TOML file; options add to it")
      ->type_name("FILE");
  compare_->add_flag("--dry-run", words_.dry_run,
                     "print the plan with exact commands; touch nothing");
  for (const auto& option : spec_options()) add_spec_option(option, {});
  for (const auto& workload : vocabulary.workloads) {
    for (const auto& option : workload.options) add_spec_option(option, workload.name);
  }
  add_output(*compare_);
  commands_.emplace_back(CommandKind::compare, compare_);
}

void Parser::build_resume() {
  CLI::App* command = app_.add_subcommand(
      "resume", "go on with a duel that was stopped or killed: same order, same seeds");
  command->add_option("ID", words_.ids, kIdHelp);
  command->add_flag("--accept-change", words_.accept_change,
                    "go on although the kernel, a tool or fsduel is another one now; the answer "
                    "says so");
  command
      ->add_option("--time-limit", words_.more_time,
                   "so much time beyond what the duel has used up in all (default: what is left of "
                   "its own limit)")
      ->type_name("TIME");
  command
      ->add_option("--wipe-signature", words_.wipe_signature,
                   "on a device: the signature that the duel itself left there")
      ->type_name("TYPE");
  add_output(*command);
  commands_.emplace_back(CommandKind::resume, command);
}

void Parser::build_database() {
  CLI::App* command =
      app_.add_subcommand("db", "look after the results database: check | backup | merge");
  command->add_option("ACTION", words_.database_words,
                      "check: read everything and count it\n"
                      "backup FILE: copy it to a new file, also while duels run\n"
                      "merge FILE: bring in the duels of another database");
  add_output(*command);
  commands_.emplace_back(CommandKind::database, command);
}

void Parser::build_stored() {
  const auto add = [&](CommandKind kind, const char* name, const char* help) {
    CLI::App* command = app_.add_subcommand(name, help);
    if (kind == CommandKind::show || kind == CommandKind::report || kind == CommandKind::analyse) {
      command->add_option("ID", words_.ids, kIdHelp);
    }
    if (kind == CommandKind::sweep) {
      command->add_flag("--dry-run", words_.dry_run, "only say what would be freed");
    }
    add_output(*command);
    commands_.emplace_back(kind, command);
  };
  add(CommandKind::doctor, "doctor", "what this machine can do, and what is missing");
  add(CommandKind::list, "list", "stored duels, newest first");
  add(CommandKind::show, "show", "plan, machine and runs of a stored duel");
  add(CommandKind::report, "report", "print the answer of a stored duel again");
  add(CommandKind::analyse, "analyse", "compute the answer of a stored duel again from its runs");
  add(CommandKind::sweep, "sweep", "free what a killed fsduel left behind");
}

void Parser::build(const Vocabulary& vocabulary) {
  app_.set_help_flag("-h,--help", "this text; after a command, that command's");
  app_.set_version_flag("--version", "");
  build_compare(vocabulary);
  build_resume();
  build_stored();
  build_database();
  app_.require_subcommand(0, 1);
  app_.footer(
      "Example: fsduel compare ext4 xfs btrfs\nExit codes: 0 ok, 1 some runs failed, "
      "2 usage, 3 machine lacks something, 130 interrupted");
  for (auto& [kind, command] : commands_) command->allow_extras();
  app_.allow_extras();
}

CommandKind Parser::find_command() const {
  for (const auto& [kind, command] : commands_) {
    if (command->parsed()) return kind;
  }
  return CommandKind::help;
}

std::vector<std::string> Parser::known_flags() const {
  std::vector<std::string> names;
  const auto collect = [&](const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
  };
  for (const auto& [kind, command] : commands_) {
    if (command->parsed()) collect(*command);
  }
  return names;
}

void Parser::report_unknown(std::vector<Diagnostic>& mistakes) {
  std::vector<std::string> command_names;
  for (const auto& [kind, command] : commands_) command_names.push_back(command->get_name());
  const bool has_command = find_command() != CommandKind::help;
  const auto valid = has_command ? known_flags() : command_names;
  for (const auto& word : app_.remaining(true)) {
    const std::string bare = word.substr(0, word.find('='));
    const auto near = nearest_name(bare, valid);
    mistakes.push_back({argument_place(escape_text(word)),
                        has_command ? "no such option or too many words" : "no such command",
                        near ? "did you mean '" + *near + "'?" : "see fsduel --help"});
    if (!has_command) return;
  }
}

void Parser::take_spec(Arguments& out, std::vector<Diagnostic>& mistakes) {
  if (!words_.spec_file.empty()) out.spec_file = words_.spec_file;
  for (std::size_t i = 0; i < words_.candidates.size(); ++i) {
    out.raw.candidates.push_back(
        {words_.candidates[i], {.source = fmt::format("candidate {}", i + 1)}});
  }
  for (const auto& word : spec_words_) {
    if (word.option->count() == 0) continue;
    const bool is_flag = word.option->get_items_expected_max() == 0;
    const auto& results = word.option->results();
    const std::string value = is_flag ? "true" : (results.empty() ? "" : results.back());
    if (!is_flag && value.empty()) {
      mistakes.push_back(
          {argument_place("--" + word.flag), "needs a value", "see fsduel compare --help"});
      continue;
    }
    out.raw.options.push_back({word.name, value, argument_place("--" + word.flag)});
  }
}

void Parser::take_id(Arguments& out, std::vector<Diagnostic>& mistakes) {
  const bool wants_id = out.command == CommandKind::show || out.command == CommandKind::report ||
                        out.command == CommandKind::analyse || out.command == CommandKind::resume;
  if (!wants_id) return;
  if (words_.ids.size() == 1) {
    out.id = words_.ids[0];
    return;
  }
  mistakes.push_back({{.source = "command line"},
                      words_.ids.empty() ? "the number of a duel is missing" : "one duel at a time",
                      "fsduel list shows them; \"last\" is the newest"});
}

void Parser::take_resume(Arguments& out, std::vector<Diagnostic>& mistakes) const {
  if (words_.accept_change) out.accept_change = AcceptChange::yes;
  if (!words_.wipe_signature.empty()) out.wipe_signature = words_.wipe_signature;
  if (words_.more_time.empty()) return;
  out.more_time = parse_duration(words_.more_time);
  if (out.more_time && *out.more_time > Nanoseconds{0}) return;
  mistakes.push_back({argument_place("--time-limit"), escape_text(words_.more_time) + " is no time",
                      "for example 10m"});
}

void Parser::take_database(Arguments& out, std::vector<Diagnostic>& mistakes) const {
  if (out.command != CommandKind::database) return;
  const auto& words = words_.database_words;
  const std::string action = words.empty() ? "" : words[0];
  const bool wants_file = action == "backup" || action == "merge";
  if (action == "backup") out.database_action = DatabaseAction::backup;
  if (action == "merge") out.database_action = DatabaseAction::merge;
  if (wants_file && words.size() == 2) out.file = words[1];
  if ((wants_file && out.file) || (action == "check" && words.size() == 1)) return;
  mistakes.push_back({{.source = "command line"},
                      wants_file ? "db " + action + " needs one file" : "db needs an action",
                      "fsduel db check, fsduel db backup FILE, fsduel db merge FILE"});
}

void Parser::take_form(Arguments& out, std::vector<Diagnostic>& mistakes) const {
  const int forms = int{words_.json} + int{words_.csv} + int{words_.markdown};
  if (forms > 1) {
    mistakes.push_back({{.source = "command line"},
                        "--json, --csv and --md exclude each other",
                        "give one of them"});
  }
  if (words_.json) out.form = OutputForm::json;
  if (words_.csv) out.form = OutputForm::csv;
  if (words_.markdown) out.form = OutputForm::markdown;
  out.loudness = words_.quiet ? Loudness::quiet : Loudness::normal;
  out.colour = words_.no_colour ? Colour::never : Colour::automatic;
  out.dry_run = words_.dry_run ? DryRun::yes : DryRun::no;
  if (!words_.database.empty()) out.database = words_.database;
}

ParsedArguments Parser::parse(std::span<const std::string> words) {
  Arguments out;
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app_.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    out.help_text = app_.help();
    return {out, {}};
  } catch (const CLI::CallForVersion&) {
    out.command = CommandKind::version;
    return {out, {}};
  } catch (const CLI::ParseError& problem) {
    return {out, {{{.source = "command line"}, escape_text(problem.what()), "see fsduel --help"}}};
  }
  std::vector<Diagnostic> mistakes;
  out.command = find_command();
  report_unknown(mistakes);
  take_spec(out, mistakes);
  take_id(out, mistakes);
  take_resume(out, mistakes);
  take_database(out, mistakes);
  take_form(out, mistakes);
  if (out.command == CommandKind::help) out.help_text = app_.help();
  return {std::move(out), std::move(mistakes)};
}

}  // namespace

ParsedArguments parse_arguments(std::span<const std::string> words, const Vocabulary& vocabulary) {
  return Parser(vocabulary).parse(words);
}

}  // namespace fsduel::cli
