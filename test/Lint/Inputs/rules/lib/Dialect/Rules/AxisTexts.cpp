static constexpr RuleText kAxisTexts[] = {
    {"axis C1, !axis.axis C1",
     "an attribute \"x\" "
     "is read",
     "write it"},
    {"axis.start C1, axis.start C2, axis.start C4", "it is so", ""},
    {"axis.start C1", "it is so", "write it"},
};
