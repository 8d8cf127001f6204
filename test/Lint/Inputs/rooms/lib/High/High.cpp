#include "Spindle/Low/Low.h"

// Low and lowest words, LowestWords.

#include "Spindle/High/Attic/Attic.h"

// Is what --high asks for, but no more than --
const char *texts[] = {"expected --how-high but got none",
                       "--higher", "-Wl,--highest"};
int lower(int count) { return --count; }
