#include "Spindle/Low/Low.h"

#include "Spindle/High/Attic/Attic.h"
