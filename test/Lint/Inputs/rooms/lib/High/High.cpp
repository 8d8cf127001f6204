#include "Spindle/Low/Low.h"

// Low and lowest words, LowestWords.

#include "Spindle/High/Attic/Attic.h"

// Is what --high asks for, but no more than --
const char *text = "expected --how-high but got none";
const char *word = "--higher";
const char *flag = "-Wl,--highest";
int lower(int count) { return --count; }
