#pragma once

namespace cli {

/// From now on the first Ctrl-C, SIGTERM or hang-up is only noted, for interrupted(); another
/// Ctrl-C or SIGTERM ends the program at once. Signals that the caller of the program had set to be
/// ignored stay ignored, as nohup does it.
void noteInterrupts();

bool interrupted();

}  // namespace cli
