#pragma once

/// From now on Qt does not tell that XDG_RUNTIME_DIR is not set: that harms nothing here, and is
/// usual where one logs in from afar.
void filterMessages();
