// Stories as JSON for the page of --html: doc/html.md says what is in it.
#pragma once

#include <set>
#include <string>

#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/report/html.hpp"
#include "report/json_text.hpp"

namespace graphfuzz::page {

/// The stories of a result, and the lines of the source that they name.
class ToldStories {
 public:
  explicit ToldStories(PageDetails& details) : details_(details) {}

  /// The number of the story among those of the result; null if there is no room for it. Of one that is very long the
  /// last rows are told.
  Json add(const Story& story, const Witness* witness = nullptr);
  /// A place that is shown elsewhere.
  void mention(const Place& place);

  Json stories() { return std::move(stories_); }
  Json source() { return std::move(source_); }

 private:
  Json rows_of(const Story& story, std::size_t first);
  Json choices_of(const Witness& witness, std::size_t first) const;

  PageDetails& details_;
  Json stories_ = Json::array();
  Json source_ = Json::object();
};

}  // namespace graphfuzz::page
