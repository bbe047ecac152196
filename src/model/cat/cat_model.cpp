// CatModel, and how one is read.
#include <filesystem>

#include "graphfuzz/model/cat.hpp"
#include "model/cat/compiler.hpp"

namespace graphfuzz {
namespace {

std::string located(const std::string& file, unsigned line, unsigned column, const std::string& message) {
  std::string text = file;
  if (line != 0) text += ":" + std::to_string(line) + ":" + std::to_string(column);
  return text.empty() ? message : text + ": " + message;
}

std::shared_ptr<const CatModel> compile(const cat::Source& source) {
  std::unique_ptr<const cat::Plan> plan = cat::Compiler().compile(source);
  std::string title = plan->title;
  return std::make_shared<const CatModel>(std::filesystem::path(source.file).stem().string(), std::move(title),
                                          std::move(plan));
}

}  // namespace

CatError::CatError(const std::string& file, unsigned line, unsigned column, const std::string& message)
    : std::invalid_argument(located(file, line, column, message)),
      file_(file),
      line_(line),
      column_(column),
      message_(message) {}

CatModel::CatModel(std::string name, std::string title, std::unique_ptr<const cat::Plan> plan)
    : name_(std::move(name)), title_(std::move(title)), plan_(std::move(plan)) {
  for (const cat::Test& test : plan_->tests) checks_.push_back(test.check);
}

CatModel::~CatModel() = default;

std::vector<std::string> CatModel::flags() const {
  std::vector<std::string> names;
  for (const CatCheck& check : checks_) {
    if (check.role == CatCheck::Role::flag) names.push_back(check.name);
  }
  return names;
}

const std::vector<std::string>& CatModel::files() const { return plan_->files; }
const std::vector<std::string>& CatModel::shown() const { return plan_->shown; }
bool CatModel::prefix_closed() const { return plan_->prefix_closed; }

bool CatModel::monotone() const { return plan_->prefix_closed && cat::monotone(*plan_); }
bool CatModel::implies_coherence() const { return cat::implies_coherence(*plan_); }
bool CatModel::forbids_porf_cycles() const { return cat::forbids_porf_cycles(*plan_); }

bool CatModel::uses_dependencies() const {
  using enum cat::BaseRelation;
  const auto used = [&](cat::BaseRelation kind) { return plan_->used_relations[static_cast<std::size_t>(kind)]; };
  return used(addr) || used(data) || used(ctrl);
}

std::size_t CatModel::operations() const { return plan_->axioms.size(); }

std::shared_ptr<const CatModel> load_cat(const std::filesystem::path& path) {
  return compile(cat::read_file(path.string()));
}

std::shared_ptr<const CatModel> parse_cat(std::string_view text, const std::string& file_name) {
  return compile({file_name, std::string(text)});
}

}  // namespace graphfuzz
