// Eigen's products, in functions of C.

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cstdint>

namespace {

template <typename T> struct Types {
  using Sparse =
      Eigen::Map<const Eigen::SparseMatrix<T, Eigen::RowMajor, int32_t>>;
  using Dense =
      Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
};

/// A matrix by rows: SciPy's indptr, indices and data.
template <typename T> struct Csr {
  int64_t rows, columns;
  const int32_t *positions, *coordinates;
  const T *values;

  typename Types<T>::Sparse matrix() const {
    return {rows, columns, positions[rows], positions, coordinates, values};
  }
};

template <typename T>
void spmm(const Csr<T> &a, const T *b, T *c, int64_t columns) {
  using Dense = typename Types<T>::Dense;
  Eigen::Map<Dense> result(c, a.rows, columns);
  result.noalias() =
      a.matrix() * Eigen::Map<const Dense>(b, a.columns, columns);
}

} // namespace

extern "C" {

/// C = A B.
void eigen_spmm_f32(const Csr<float> *a, const float *b, float *c,
                    int64_t columns) {
  spmm(*a, b, c, columns);
}
void eigen_spmm_f64(const Csr<double> *a, const double *b, double *c,
                    int64_t columns) {
  spmm(*a, b, c, columns);
}

/// C = A^T B.
void eigen_spmm_t_f32(const Csr<float> *a, const float *b, float *c,
                      int64_t columns) {
  using Dense = Types<float>::Dense;
  Eigen::Map<Dense> result(c, a->columns, columns);
  result.noalias() =
      a->matrix().transpose() * Eigen::Map<const Dense>(b, a->rows, columns);
}

/// y = A x.
void eigen_spmv_f32(const Csr<float> *a, const float *x, float *y) {
  using Vector = Types<float>::Vector;
  Eigen::Map<Vector> result(y, a->rows);
  result.noalias() = a->matrix() * Eigen::Map<const Vector>(x, a->columns);
}

/// The version, as 30400 for 3.4.0.
int32_t eigen_version() {
  return EIGEN_WORLD_VERSION * 10000 + EIGEN_MAJOR_VERSION * 100 +
         EIGEN_MINOR_VERSION;
}
}
