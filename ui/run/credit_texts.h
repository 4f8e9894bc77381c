#pragma once

#include <QString>

namespace ui {

class CreditSession;

/// "38 min", "5 h 12 min", "3 d 2 h".
QString machineDuration(double seconds);

/// What happens to the credits, in plain words: of the present run as it goes on, of the last run
/// as it was, or with what the next one begins.
QString creditSentence(const CreditSession& session);

}  // namespace ui
