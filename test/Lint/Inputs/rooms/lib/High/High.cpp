#include "Spindle/Low/Low.h"

// Low and lowest words, LowestWords.

#include "Spindle/High/Attic/Attic.h"
