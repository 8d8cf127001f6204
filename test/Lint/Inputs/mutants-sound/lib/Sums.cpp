int add(int first, int second) {
  int sum = first + second;
  return sum;
}

int twice(int number) { return add(number, number); }
