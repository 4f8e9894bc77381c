#pragma once

/// While it lives, a display that cannot be opened ends the program with one clear line and exit
/// code 1 instead of Qt's abort. To be around the construction of the application object.
class MissingDisplayGuard {
 public:
  MissingDisplayGuard();
  ~MissingDisplayGuard();
  MissingDisplayGuard(const MissingDisplayGuard&) = delete;
  MissingDisplayGuard& operator=(const MissingDisplayGuard&) = delete;
};
