#pragma once

namespace cli {

/// From now on the first Ctrl-C (or SIGTERM) is only noted, for interrupted(); the second ends the
/// program at once. Signals that the caller of the program had set to be ignored stay ignored.
void noteInterrupts();

bool interrupted();

}  // namespace cli
