// Dense linear algebra on matrices that are stored row after row. Compiled once for each element type: with -DDOUBLE
// for doubles, else for floats. Matrices are given by a pointer, the index of their first element, and strides; sizes
// and strides fit an int.

#ifdef DOUBLE
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#else
#error "this device has no double precision (cl_khr_fp64): use data of FLOAT, or keep tasks on DOUBLE away from it"
#endif
typedef double real;
typedef double8 vec;
#define WIDTH 8
#define LOAD vload8
#define STORE vstore8
#else
typedef float real;
typedef float16 vec;
#define WIDTH 16
#define LOAD vload16
#define STORE vstore16
#endif

// The part of a result that one work item computes from packed panels on processors with wide registers: ROWS x (2 *
// WIDTH).
#define ROWS 6
#define COLUMNS (2 * WIDTH)

// The same for a whole work group of 16 x 16 items, 4 x 4 elements each, on processors with local memory.
#define TILE 64
#define DEPTH 16

// Lays a row of a matrix of rows x terms out in its panel: panels have so many rows, and for each term the panel's
// elements side by side. Rows that the last panel lacks are zero. One item does eight terms.
static void packRow(__global const real *from, int rowStride, int termStride, int rows, int terms, int panel,
                    __global real *to, int row, int begin) {
    if (row >= (rows + panel - 1) / panel * panel || begin >= terms) {
        return;
    }
    __global real *out = to + ((long)(row / panel) * terms) * panel + row % panel;
    __global const real *in = from + (long)row * rowStride;
    int end = min(begin + 8, terms);
    for (int k = begin; k < end; k++) {
        out[(long)k * panel] = row < rows ? in[(long)k * termStride] : (real)0;
    }
}

// Packs both factors of a product at once, which saves a launch: the third dimension says which.
__kernel void pack(int terms, __global const real *a, long firstA, int rowStrideA, int termStrideA, int rowsA,
                   int panelA, __global real *toA, __global const real *b, long firstB, int rowStrideB, int termStrideB,
                   int rowsB, int panelB, __global real *toB) {
    int row = get_global_id(0);
    int begin = get_global_id(1) * 8;
    if (get_global_id(2) == 0) {
        packRow(a + firstA, rowStrideA, termStrideA, rowsA, terms, panelA, toA, row, begin);
    } else {
        packRow(b + firstB, rowStrideB, termStrideB, rowsB, terms, panelB, toB, row, begin);
    }
}

// c = alpha a b + beta c for an element; c is not read if beta is 0.
static real updated(real old, real sum, real alpha, real beta) {
    return beta == 0 ? alpha * sum : fma(alpha, sum, beta * old);
}

static void put(__global real *c, vec sum, int count, real alpha, real beta) {
    if (count >= WIDTH) {
        vec result = alpha * sum;
        if (beta != 0) {
            result = fma((vec)beta, LOAD(0, c), result);
        }
        STORE(result, 0, c);
    } else {
        real each[WIDTH];
        STORE(sum, 0, each);
        for (int j = 0; j < count; j++) {
            c[j] = updated(c[j], each[j], alpha, beta);
        }
    }
}

static void putRow(__global real *c, vec left, vec right, int row, int column, int rows, int columns, int stride,
                   real alpha, real beta, int lower) {
    if (row < rows) {
        int count = (lower ? min(columns, row + 1) : columns) - column;
        __global real *at = c + (long)row * stride + column;
        if (count > 0) {
            put(at, left, count, alpha, beta);
        }
        if (count > WIDTH) {
            put(at + WIDTH, right, count - WIDTH, alpha, beta);
        }
    }
}

// Multiplies packed panels; one item per ROWS x COLUMNS elements of C, the first dimension along the rows of C.
__kernel void multiply_wide(__global const real *a, __global const real *b, __global real *c, long first, int stride,
                            int rows, int columns, int terms, real alpha, real beta, int lower) {
    int row = get_global_id(0) * ROWS;
    int column = get_global_id(1) * COLUMNS;
    if (row >= rows || column >= columns || (lower && column >= row + ROWS)) {
        return;
    }
    __global const real *x = a + (long)row * terms;
    __global const real *y = b + (long)column * terms;
    vec l0 = 0, l1 = 0, l2 = 0, l3 = 0, l4 = 0, l5 = 0;
    vec r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0;
    for (int k = 0; k < terms; k++) {
        vec left = LOAD(0, y);
        vec right = LOAD(1, y);
        l0 = fma((vec)x[0], left, l0);
        r0 = fma((vec)x[0], right, r0);
        l1 = fma((vec)x[1], left, l1);
        r1 = fma((vec)x[1], right, r1);
        l2 = fma((vec)x[2], left, l2);
        r2 = fma((vec)x[2], right, r2);
        l3 = fma((vec)x[3], left, l3);
        r3 = fma((vec)x[3], right, r3);
        l4 = fma((vec)x[4], left, l4);
        r4 = fma((vec)x[4], right, r4);
        l5 = fma((vec)x[5], left, l5);
        r5 = fma((vec)x[5], right, r5);
        x += ROWS;
        y += COLUMNS;
    }
    c += first;
    putRow(c, l0, r0, row, column, rows, columns, stride, alpha, beta, lower);
    putRow(c, l1, r1, row + 1, column, rows, columns, stride, alpha, beta, lower);
    putRow(c, l2, r2, row + 2, column, rows, columns, stride, alpha, beta, lower);
    putRow(c, l3, r3, row + 3, column, rows, columns, stride, alpha, beta, lower);
    putRow(c, l4, r4, row + 4, column, rows, columns, stride, alpha, beta, lower);
    putRow(c, l5, r5, row + 5, column, rows, columns, stride, alpha, beta, lower);
}

// Multiplies packed panels of TILE rows; groups of 16 x 16 items, the first dimension along the columns of C.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void multiply_local(
        __global const real *a, __global const real *b, __global real *c, long first, int stride, int rows, int columns,
        int terms, real alpha, real beta, int lower) {
    __local real x[DEPTH][TILE];
    __local real y[DEPTH][TILE];
    int firstRow = get_group_id(1) * TILE;
    int firstColumn = get_group_id(0) * TILE;
    if (lower && firstColumn >= firstRow + TILE) {
        return;
    }
    int i = get_local_id(1);
    int j = get_local_id(0);
    int item = i * 16 + j;
    real sum[4][4];
    for (int r = 0; r < 4; r++) {
        for (int s = 0; s < 4; s++) {
            sum[r][s] = 0;
        }
    }
    __global const real *panelA = a + (long)firstRow * terms;
    __global const real *panelB = b + (long)firstColumn * terms;
    for (int k = 0; k < terms; k += DEPTH) {
        int depth = min(DEPTH, terms - k);
        for (int e = item; e < DEPTH * TILE; e += 256) {
            int inside = e / TILE < depth;
            x[e / TILE][e % TILE] = inside ? panelA[(long)k * TILE + e] : (real)0;
            y[e / TILE][e % TILE] = inside ? panelB[(long)k * TILE + e] : (real)0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < DEPTH; l++) {
            for (int r = 0; r < 4; r++) {
                for (int s = 0; s < 4; s++) {
                    sum[r][s] = fma(x[l][i + 16 * r], y[l][j + 16 * s], sum[r][s]);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < 4; r++) {
        for (int s = 0; s < 4; s++) {
            int row = firstRow + i + 16 * r;
            int column = firstColumn + j + 16 * s;
            if (row < rows && column < columns && (!lower || column <= row)) {
                __global real *at = c + first + (long)row * stride + column;
                *at = updated(*at, sum[r][s], alpha, beta);
            }
        }
    }
}

// The rest works on blocks on the diagonal, of at most BLOCK rows, in local memory, by one group of BLOCK items.
#define BLOCK 32
#define EACH_ITEM __attribute__((reqd_work_group_size(BLOCK, 1, 1)))

// Copied by the whole group: a loop over rows with a condition on the item in it corrupts the memory of PoCL 3.1.
static void load(__local real (*block)[BLOCK + 1], __global const real *from, int stride, int n) {
    event_t done = 0;
    for (int i = 0; i < n; i++) {
        done = async_work_group_copy(block[i], from + (long)i * stride, n, done);
    }
    wait_group_events(1, &done);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static void store(__global real *to, __local real (*block)[BLOCK + 1], int stride, int n, int lower) {
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t done = 0;
    for (int i = 0; i < n; i++) {
        done = async_work_group_copy(to + (long)i * stride, block[i], lower ? i + 1 : n, done);
    }
    wait_group_events(1, &done);
}

// Tells the first pivot that was refused: its row, counted from 1, and what stood there. Called by one item, outside of
// loops.
static void refuse(__global real *refused, int row, real pivot) {
    if (row > 0 && refused[0] == 0) {
        refused[0] = row;
        refused[1] = pivot;
    }
}

// The Cholesky factor of a block replaces its lower triangle. A pivot that is not positive and finite is refused and
// becomes NaN, and with it all that depends on it.
__kernel EACH_ITEM void factor_cholesky(__global real *a, long first, int stride, int n, int above,
                                        __global real *refused) {
    __local real block[BLOCK][BLOCK + 1];
    int i = get_local_id(0);
    a += first;
    load(block, a, stride, n);
    int row = 0;
    real value = 0;
    for (int k = 0; k < n; k++) {
        real pivot = block[k][k];
        int good = pivot > 0 && pivot < INFINITY;
        real root = good ? sqrt(pivot) : (real)NAN;
        value = good || row > 0 ? value : pivot;
        row = good || row > 0 ? row : above + k + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == k) {
            block[k][k] = root;
        } else if (i > k && i < n) {
            block[i][k] /= root;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i > k && i < n) {
            real factor = block[i][k];
            for (int j = k + 1; j <= i; j++) {
                block[i][j] = fma(-factor, block[j][k], block[i][j]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) {
        refuse(refused, row, value);
    }
    store(a, block, stride, n, 1);
}

// L and U of a block replace it, without row exchanges. A pivot that is zero or not finite is refused.
__kernel EACH_ITEM void factor_lu(__global real *a, long first, int stride, int n, int above, __global real *refused) {
    __local real block[BLOCK][BLOCK + 1];
    int i = get_local_id(0);
    a += first;
    load(block, a, stride, n);
    int row = 0;
    real value = 0;
    for (int k = 0; k < n; k++) {
        real pivot = block[k][k];
        int good = pivot != 0 && isfinite(pivot);
        value = good || row > 0 ? value : pivot;
        row = good || row > 0 ? row : above + k + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i > k && i < n) {
            block[i][k] /= pivot;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i > k && i < n) {
            real factor = block[i][k];
            for (int j = k + 1; j < n; j++) {
                block[i][j] = fma(-factor, block[k][j], block[i][j]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) {
        refuse(refused, row, value);
    }
    store(a, block, stride, n, 0);
}

// The inverses of the blocks on the diagonal of a triangle, one group for each block, one item per column. They are
// stored one after the other, BLOCK x BLOCK, with zeros in the other triangle and beyond the last row. Everything is
// taken as lower: an upper triangle is given by its transpose, that is with its strides exchanged, and so is its
// inverse.
__kernel EACH_ITEM void invert(__global const real *t, long first, int rowStride, int columnStride, int n, int unit,
                               __global real *inverse) {
    __local real block[BLOCK][BLOCK + 1];
    int j = get_local_id(0);
    int begin = get_group_id(0) * BLOCK;
    int rows = min(BLOCK, n - begin);
    t += first + (long)begin * rowStride + (long)begin * columnStride;
    for (int i = 0; i < BLOCK; i++) {
        real other = i == j ? 1 : 0;
        block[i][j] = i < rows && j <= i && !(unit && i == j)
                ? t[(long)i * rowStride + (long)j * columnStride] : other;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    real x[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        real sum = i == j ? 1 : 0;
        for (int k = 0; k < i; k++) {
            sum = fma(-block[i][k], x[k], sum);
        }
        x[i] = i < j ? (real)0 : sum / block[i][i];
    }
    inverse += (long)get_group_id(0) * BLOCK * BLOCK;
    for (int i = 0; i < BLOCK; i++) {
        inverse[i * BLOCK + j] = i < rows && j < rows ? x[i] : (real)0;
    }
}

// L and U of a few columns of any height, with row exchanges, by one group. The rows that are exchanged are told to the
// whole matrix later. Pivots count from 1, and rows from the whole matrix' first.
#define GROUP 64
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void factor_panel(
        __global real *a, long first, int stride, int rows, int columns, __global int *pivots, int above,
        __global real *refused) {
    __local real largest[GROUP];
    __local int where[GROUP];
    int item = get_local_id(0);
    a += first;
    int failed = 0;
    real bad = 0;
    for (int k = 0; k < columns; k++) {
        real best = -1;
        int found = k;
        for (int i = k + item; i < rows; i += GROUP) {
            real size = fabs(a[(long)i * stride + k]);
            if (!(size <= best)) {
                best = size;
                found = i;
            }
        }
        largest[item] = best;
        where[item] = found;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            for (int other = 1; other < GROUP; other++) {
                if (largest[other] > best || (largest[other] == best && where[other] < found)) {
                    best = largest[other];
                    found = where[other];
                }
            }
            where[0] = found;
            pivots[above + k] = above + found + 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int pivot = where[0];
        if (pivot != k) {
            for (int j = item; j < columns; j += GROUP) {
                real kept = a[(long)k * stride + j];
                a[(long)k * stride + j] = a[(long)pivot * stride + j];
                a[(long)pivot * stride + j] = kept;
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        __global const real *pivotRow = a + (long)k * stride;
        real value = pivotRow[k];
        int good = value != 0 && isfinite(value);
        bad = good || failed > 0 ? bad : value;
        failed = good || failed > 0 ? failed : above + k + 1;
        for (int i = k + 1 + item; i < rows; i += GROUP) {
            __global real *row = a + (long)i * stride;
            real factor = row[k] / value;
            row[k] = factor;
            for (int j = k + 1; j < columns; j++) {
                row[j] = fma(-factor, pivotRow[j], row[j]);
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) {
        refuse(refused, failed, bad);
    }
}

// Factorisations by one item, for processors: all of a tile in one launch, because there a launch takes as long as a
// hundred thousand operations of a core. They look left: of CHUNK columns at a time all that the columns before
// contribute is subtracted, four rows at once, in registers; then these columns are factored. The columns lie in a
// panel, row after row without gaps, so that they stay in the cache.
#define CHUNK 16
#ifdef DOUBLE
typedef double16 chunk;
typedef long16 lanes;
#else
typedef float16 chunk;
typedef int16 lanes;
#endif
#define LANES ((lanes)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

// Copies a row of at most CHUNK elements, and zeros behind them.
static void take(__global real *panel, __global const real *from, int width) {
    if (width == CHUNK) {
        vstore16(vload16(0, from), 0, panel);
    } else {
        for (int j = 0; j < CHUNK; j++) {
            panel[j] = j < width ? from[j] : (real)0;
        }
    }
}

static void give(__global real *to, __global const real *panel, int width) {
    if (width == CHUNK) {
        vstore16(vload16(0, panel), 0, to);
    } else {
        for (int j = 0; j < width; j++) {
            to[j] = panel[j];
        }
    }
}

// Subtracts the products of the first elements of four rows of a matrix, so many, with the first rows of the panel from
// four of its rows.
static void subtractFour(__global real *into, __global const real *rows, int stride, __global const real *panel,
                         int terms) {
    chunk x0 = vload16(0, into), x1 = vload16(1, into), x2 = vload16(2, into), x3 = vload16(3, into);
    for (int k = 0; k < terms; k++) {
        chunk y = vload16(k, panel);
        x0 = fma((chunk)(-rows[k]), y, x0);
        x1 = fma((chunk)(-rows[k + stride]), y, x1);
        x2 = fma((chunk)(-rows[k + 2 * (long)stride]), y, x2);
        x3 = fma((chunk)(-rows[k + 3 * (long)stride]), y, x3);
    }
    vstore16(x0, 0, into);
    vstore16(x1, 1, into);
    vstore16(x2, 2, into);
    vstore16(x3, 3, into);
}

// The same for one row.
static void subtractOne(__global real *into, __global const real *row, __global const real *panel, int terms) {
    chunk x = vload16(0, into);
    for (int k = 0; k < terms; k++) {
        x = fma((chunk)(-row[k]), vload16(k, panel), x);
    }
    vstore16(x, 0, into);
}

// The same for any number of rows.
static void subtractRows(__global real *into, __global const real *rows, int stride, int count,
                         __global const real *panel, int terms) {
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        subtractFour(into + (long)i * CHUNK, rows + (long)i * stride, stride, panel, terms);
    }
    for (; i < count; i++) {
        subtractOne(into + (long)i * CHUNK, rows + (long)i * stride, panel, terms);
    }
}

// Subtracts multiples of a row of the panel from rows of it, behind column k: each row by its element in that column.
static void eliminate(__global real *panel, chunk row, int k, int from, int to) {
    lanes behind = LANES > (lanes)k;
    for (int i = from; i < to; i++) {
        __global real *at = panel + (long)i * CHUNK;
        chunk x = vload16(0, at);
        vstore16(select(x, fma((chunk)(-at[k]), row, x), behind), 0, at);
    }
}

// The Cholesky factor of a whole tile, as of a block above. The panel has as many rows as the tile.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void factor_cholesky_wide(
        __global real *a, long first, int stride, int n, int above, __global real *refused, __global real *panel) {
    a += first;
    int row = 0;
    real value = 0;
    for (int begin = 0; begin < n; begin += CHUNK) {
        int width = min(CHUNK, n - begin);
        // The rows of the panel down to the diagonal are the transpose of what stands to the left of the block there.
        for (int k = 0; k < begin; k++) {
            for (int j = 0; j < CHUNK; j++) {
                panel[(long)k * CHUNK + j] = j < width ? a[(long)(begin + j) * stride + k] : (real)0;
            }
        }
        for (int i = begin; i < n; i++) {
            take(panel + (long)i * CHUNK, a + (long)i * stride + begin, width);
        }
        subtractRows(panel + (long)begin * CHUNK, a + (long)begin * stride, stride, n - begin, panel, begin);
        for (int k = 0; k < width; k++) {
            int at = begin + k;
            real pivot = panel[(long)at * CHUNK + k];
            int good = pivot > 0 && pivot < INFINITY;
            real root = good ? sqrt(pivot) : (real)NAN;
            value = good || row > 0 ? value : pivot;
            row = good || row > 0 ? row : above + at + 1;
            panel[(long)at * CHUNK + k] = root;
            for (int i = at + 1; i < n; i++) {
                panel[(long)i * CHUNK + k] /= root;
            }
            real column[CHUNK];
            for (int j = 0; j < CHUNK; j++) {
                column[j] = j < width ? panel[(long)(begin + j) * CHUNK + k] : (real)0;
            }
            eliminate(panel, vload16(0, column), k, at + 1, n);
        }
        for (int i = begin; i < n; i++) {
            give(a + (long)i * stride + begin, panel + (long)i * CHUNK, min(width, i - begin + 1));
        }
    }
    refuse(refused, row, value);
}

// Solves with a lower triangle, which has ones on its diagonal, for what replaces the first rows of the panel.
static void solveUnit(__global real *panel, __global const real *triangle, int stride, int rows) {
    for (int i = 0; i < rows; i += 4) {
        int count = min(4, rows - i);
        subtractRows(panel + (long)i * CHUNK, triangle + (long)i * stride, stride, count, panel, i);
        for (int k = 0; k < count; k++) {
            for (int j = k + 1; j < count; j++) {
                __global real *at = panel + (long)(i + j) * CHUNK;
                real factor = triangle[(long)(i + j) * stride + i + k];
                vstore16(fma((chunk)(-factor), vload16(i + k, panel), vload16(0, at)), 0, at);
            }
        }
    }
}

// X with L X = B replaces B, by one item for each CHUNK columns, which has a panel as high as B. L has ones on its
// diagonal.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void solve_left_wide(
        __global const real *triangle, long firstTriangle, int strideTriangle, int n, __global real *b, long first,
        int stride, int columns, __global real *panels) {
    int begin = get_global_id(0) * CHUNK;
    int width = min(CHUNK, columns - begin);
    __global real *panel = panels + (long)begin * n;
    b += first + begin;
    for (int i = 0; i < n; i++) {
        take(panel + (long)i * CHUNK, b + (long)i * stride, width);
    }
    solveUnit(panel, triangle + firstTriangle, strideTriangle, n);
    for (int i = 0; i < n; i++) {
        give(b + (long)i * stride, panel + (long)i * CHUNK, width);
    }
}

// X with X L^T = B replaces B, by one item for so many rows. L is packed in panels of CHUNK rows, and what is above its
// diagonal there is not looked at.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void solve_right_wide(
        __global const real *packed, int n, __global real *b, long first, int stride, int rows, int each,
        __global real *panels) {
    int from = get_global_id(0) * each;
    int count = min(each, rows - from);
    __global real *panel = panels + (long)from * CHUNK;
    b += first + (long)from * stride;
    for (int begin = 0; begin < n; begin += CHUNK) {
        int width = min(CHUNK, n - begin);
        __global const real *triangle = packed + (long)begin * n;
        for (int i = 0; i < count; i++) {
            take(panel + (long)i * CHUNK, b + (long)i * stride + begin, width);
        }
        subtractRows(panel, b, stride, count, triangle, begin);
        for (int k = 0; k < width; k++) {
            real pivot = triangle[(long)(begin + k) * CHUNK + k];
            for (int i = 0; i < count; i++) {
                panel[(long)i * CHUNK + k] /= pivot;
            }
            eliminate(panel, vload16(begin + k, triangle), k, 0, count);
        }
        for (int i = 0; i < count; i++) {
            give(b + (long)i * stride + begin, panel + (long)i * CHUNK, width);
        }
    }
}

static void exchangeRows(__global real *x, __global real *y, int columns) {
    for (int j = 0; j < columns; j++) {
        real kept = x[j];
        x[j] = y[j];
        y[j] = kept;
    }
}

// L and U of a whole tile or of a few columns, with row exchanges or without. Pivots count from 1, and rows from the
// whole matrix' first. The panel has as many rows as there are here.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void factor_lu_wide(
        __global real *a, long first, int stride, int rows, int columns, int exchanging, __global int *pivots,
        int above, __global real *refused, __global real *panel) {
    a += first;
    int failed = 0;
    real bad = 0;
    for (int begin = 0; begin < columns; begin += CHUNK) {
        int width = min(CHUNK, columns - begin);
        for (int i = 0; i < rows; i++) {
            take(panel + (long)i * CHUNK, a + (long)i * stride + begin, width);
        }
        for (int k = 0; exchanging && k < begin; k++) {
            int other = pivots[above + k] - 1 - above;
            if (other != k) {
                exchangeRows(panel + (long)k * CHUNK, panel + (long)other * CHUNK, CHUNK);
            }
        }
        solveUnit(panel, a, stride, begin);
        subtractRows(panel + (long)begin * CHUNK, a + (long)begin * stride, stride, rows - begin, panel, begin);
        for (int k = 0; k < width; k++) {
            int at = begin + k;
            int found = at;
            if (exchanging) {
                real best = -1;
                for (int i = at; i < rows; i++) {
                    real size = fabs(panel[(long)i * CHUNK + k]);
                    if (!(size <= best)) {
                        best = size;
                        found = i;
                    }
                }
                pivots[above + at] = above + found + 1;
                if (found != at) {
                    exchangeRows(panel + (long)at * CHUNK, panel + (long)found * CHUNK, CHUNK);
                    exchangeRows(a + (long)at * stride, a + (long)found * stride, begin);
                }
            }
            real pivot = panel[(long)at * CHUNK + k];
            int good = pivot != 0 && isfinite(pivot);
            bad = good || failed > 0 ? bad : pivot;
            failed = good || failed > 0 ? failed : above + at + 1;
            for (int i = at + 1; i < rows; i++) {
                panel[(long)i * CHUNK + k] /= pivot;
            }
            eliminate(panel, vload16(at, panel), k, at + 1, rows);
        }
        for (int i = 0; i < rows; i++) {
            give(a + (long)i * stride + begin, panel + (long)i * CHUNK, width);
        }
    }
    refuse(refused, failed, bad);
}

// Exchanges rows as some pivots say; one item per column.
__kernel void exchange(__global real *a, long first, int stride, int columns, __global const int *pivots, int from,
                       int to) {
    int j = get_global_id(0);
    if (j >= columns) {
        return;
    }
    a += first + j;
    for (int i = from; i < to; i++) {
        int other = pivots[i] - 1;
        if (other != i) {
            real kept = a[(long)i * stride];
            a[(long)i * stride] = a[(long)other * stride];
            a[(long)other * stride] = kept;
        }
    }
}

__kernel void fill(__global real *x, int rows, int columns, int stride, real value) {
    int j = get_global_id(0);
    int i = get_global_id(1);
    if (i < rows && j < columns) {
        x[(long)i * stride + j] = value;
    }
}

// y = y + alpha x
__kernel void add(__global const real *x, int strideX, __global real *y, int strideY, int rows, int columns,
                  real alpha) {
    int j = get_global_id(0);
    int i = get_global_id(1);
    if (i < rows && j < columns) {
        __global real *at = y + (long)i * strideY + j;
        *at = fma(alpha, x[(long)i * strideX + j], *at);
    }
}

__kernel void add_vectors(__global const real *x, __global real *y, long length, real alpha) {
    long i = get_global_id(0);
    if (i < length) {
        y[i] = fma(alpha, x[i], y[i]);
    }
}

// Sums of products: item t takes the vectors of WIDTH elements t * step, t * step + jump, and so on, so many of them.
__kernel void dot_parts(__global const real *x, __global const real *y, long length, long step, long jump, long count,
                        __global real *parts) {
    long item = get_global_id(0);
    vec sum = 0;
    for (long k = 0; k < count; k++) {
        long at = item * step + k * jump;
        if ((at + 1) * WIDTH <= length) {
            sum = fma(LOAD(at, x), LOAD(at, y), sum);
        }
    }
    real each[WIDTH];
    STORE(sum, 0, each);
    real total = 0;
    for (int k = 0; k < WIDTH; k++) {
        total += each[k];
    }
    parts[item] = total;
}

// Adds the parts, and the elements that fill no vector, to a number; by one item.
__kernel void dot_sum(__global const real *parts, int count, __global const real *x, __global const real *y,
                      long length, __global real *result) {
    real total = 0;
    for (int k = 0; k < count; k++) {
        total += parts[k];
    }
    for (long i = length / WIDTH * WIDTH; i < length; i++) {
        total = fma(x[i], y[i], total);
    }
    *result += total;
}
