/* spindle_check.h - what a caller of a saved kernel asserts when it is compiled.

   Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   A kernel for 32-bit indices that is handed 64-bit ones through a cast, or an
   array of other elements, computes wrong numbers without a word. Beside the
   header of the kernel,

     #include "spmm.h"
     #include "spindle_check.h"

     SPINDLE_CHECK_INTERFACE(1);
     SPINDLE_CHECK_ARRAY(spmm, A_positions1, indptr);
     SPINDLE_CHECK_ARRAY(spmm, A_coordinates1, matrix->indices);
     SPINDLE_CHECK_EXTENT(spmm, C, 1, 32);

   does not compile where the elements of an array are not what the parameter of
   that name takes, or where the kernel is for another size of a dimension than
   is said. Each is a declaration, inside a function or outside of it. In C++ from
   C++11 and C from C11 on types are compared; in C99 their sizes are. */
#ifndef SPINDLE_CHECK_H
#define SPINDLE_CHECK_H

#ifdef __cplusplus
#include <type_traits>
#define SPINDLE_CHECK_THAT(condition, text) static_assert(condition, text)
#define SPINDLE_CHECK_TYPES(array, wanted)                                     \
  (std::is_same<typename std::remove_cv<typename std::remove_reference<        \
                    decltype(*(array))>::type>::type,                          \
                wanted>::value)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define SPINDLE_CHECK_THAT(condition, text) _Static_assert(condition, text)
#define SPINDLE_CHECK_TYPES(array, wanted)                                     \
  _Generic((array), wanted *: 1, const wanted *: 1, default: 0)
#else
/* The text is seen in the line that the compiler quotes. */
#define SPINDLE_CHECK_THAT(condition, text)                                    \
  extern int spindle_checked[(condition) ? 1 : -1]
#define SPINDLE_CHECK_TYPES(array, wanted) (sizeof(*(array)) == sizeof(wanted))
#endif

/* The kernels whose headers are included keep to contract `number`. */
#define SPINDLE_CHECK_INTERFACE(number)                                        \
  SPINDLE_CHECK_THAT(SPINDLE_C_INTERFACE == (number),                          \
                     "expected kernels of interface " #number)

/* `array`, a pointer or an array, has elements of the type that `parameter` of
   `kernel` takes. */
#define SPINDLE_CHECK_ARRAY(kernel, parameter, array)                          \
  SPINDLE_CHECK_THAT(SPINDLE_CHECK_TYPES(array, kernel##_##parameter##_type),  \
                     "expected " #array                                        \
                     " to have elements of the type of " #parameter            \
                     " of " #kernel)

/* `kernel` takes `operand` with `size` along `dimension`: it is for that size,
   or for any. */
#define SPINDLE_CHECK_EXTENT(kernel, operand, dimension, size)                 \
  SPINDLE_CHECK_THAT(kernel##_##operand##_extent##dimension == (size) ||       \
                         kernel##_##operand##_extent##dimension == -1,         \
                     "expected " #kernel " to take size " #size                \
                     " of dimension " #dimension " of " #operand)

#endif /* SPINDLE_CHECK_H */
