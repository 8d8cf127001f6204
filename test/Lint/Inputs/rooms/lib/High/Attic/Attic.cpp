#include "Spindle/Low/Low.h"
