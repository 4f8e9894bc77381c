#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/credits/instance_type.h"

namespace engine {

/// The times that the article printed of its two runs on a t2.micro; resources/article.json.
struct ArticleLog {
  /// How the machine was during the steps before a report.
  enum class Kind { Plateau, SpeedChanges, Floor };
  struct Report {
    int step = 0;   ///< the block is the stepsPerReport steps before it
    double ms = 0;  ///< mean time of a step
    Kind kind = Kind::Plateau;
  };

  std::string machine;      ///< name of the instance type
  double startBalance = 0;  ///< credits
  double fullSpeedMs = 0;
  int stepsPerReport = 100;
  std::vector<Report> reports;  ///< before the first one it ran at full speed

  struct {
    double startBalance = 0;
    double secondsToStep10 = 0, secondsFromStep10To20 = 0;
    double step10Seconds = 0, step20Seconds = 0;
  } alexNet;

  /// The log that comes with the program.
  static ArticleLog bundled();
  /// Throws Error if the file cannot be read or is not such a log.
  static ArticleLog load(const std::filesystem::path& path);
};

/// The same two runs on a simulated machine.
struct ArticleReplay {
  struct Block {
    ArticleLog::Report printed;
    double ms = 0;
    double error() const { return ms / printed.ms - 1; }
  };
  std::vector<Block> blocks;
  double floorError = 0;                   ///< of the mean over all blocks at the floor
  double printedSeconds = 0, seconds = 0;  ///< from the first step to the last report
  double endBalance = 0;
  /// The reports of the first block that is more than 3 % slower than full speed, and of the first
  /// that is slower than the second plateau of the slow-down; 0 if there is none.
  int firstSlow = 0, floorStarts = 0;
  double alexNetStep10Seconds = 0, alexNetSeconds10To20 = 0, alexNetStep20Seconds = 0;
};

ArticleReplay replay(const ArticleLog& log, const InstanceType& type);

/// Both side by side with the errors, a line per block.
std::string replayTable(const ArticleLog& log, const ArticleReplay& replay);

}  // namespace engine
