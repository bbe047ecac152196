// RapidCheck properties with a number of cases of their own, and a fixed seed, so that every run checks the same.
// Under sanitizers there are fewer cases: see support/sanitized.hpp.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>

#include "support/sanitized.hpp"

namespace graphfuzz::testing {

template <class Property>
void check_property(int cases, Property property) {
  rc::detail::TestParams parameters;
  parameters.seed = 20261121;
  parameters.maxSuccess = cases_here(cases);
  const rc::detail::TestResult result = rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  EXPECT_TRUE(result.template is<rc::detail::SuccessResult>()) << message.str();
}

}  // namespace graphfuzz::testing
