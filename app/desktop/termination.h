#pragma once

class QWidget;

/// From now on Ctrl-C in the terminal, a hang-up and a polite kill close the window as a click
/// would; a second one ends the program at once. Signals that the caller of the program had set to
/// be ignored stay ignored.
void closeOnSignals(QWidget& window);
