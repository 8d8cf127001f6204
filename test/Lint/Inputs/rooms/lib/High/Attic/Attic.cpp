#include "Spindle/Low/Low.h"

// Shared with the room below.
