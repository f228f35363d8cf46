/* Kernels of the stand-in, as tests have them in PTX. A thread of the device is a turn of the loop EACH_THREAD. */
#include "standin.h"
#include <time.h>

#define EACH_THREAD(index) \
    for (long index = 0, count_ = (long)grid->blocks[0] * grid->threads[0]; index < count_; index++)

static void sleep_nanos(long nanos) {
    struct timespec time = {nanos / 1000000000L, nanos % 1000000000L};
    nanosleep(&time, NULL);
}

/* scale(double *x, double factor, int n): x *= factor */
static int scale(void **p, const Grid *grid) {
    double *x = *(double **)p[0];
    double factor = *(double *)p[1];
    int n = *(int *)p[2];
    EACH_THREAD(i) {
        if (i < n) {
            x[i] *= factor;
        }
    }
    return SUCCESS;
}

/* axpy(const float *x, float *y, float a, long n): y += a x */
static int axpy(void **p, const Grid *grid) {
    const float *x = *(const float **)p[0];
    float *y = *(float **)p[1];
    float a = *(float *)p[2];
    long n = *(long *)p[3];
    EACH_THREAD(i) {
        if (i < n) {
            y[i] += a * x[i];
        }
    }
    return SUCCESS;
}

/* addrows(double *a, int rows, int columns, int stride, double value), in two dimensions: a[row][column] += value */
static int addrows(void **p, const Grid *grid) {
    double *a = *(double **)p[0];
    int rows = *(int *)p[1], columns = *(int *)p[2], stride = *(int *)p[3];
    double value = *(double *)p[4];
    long width = (long)grid->blocks[0] * grid->threads[0], height = (long)grid->blocks[1] * grid->threads[1];
    for (long row = 0; row < height; row++) {
        for (long column = 0; column < width; column++) {
            if (row < rows && column < columns) {
                a[row * stride + column] += value;
            }
        }
    }
    return SUCCESS;
}

/* gridsize(unsigned *out): blocks, threads and shared bytes, as they were launched */
static int gridsize(void **p, const Grid *grid) {
    unsigned *out = *(unsigned **)p[0];
    for (int d = 0; d < 3; d++) {
        out[d] = grid->blocks[d];
        out[3 + d] = grid->threads[d];
    }
    out[6] = grid->shared_bytes;
    return SUCCESS;
}

/* pause(long nanos): takes its time */
static int pause_(void **p, const Grid *grid) {
    (void)grid;
    sleep_nanos(*(long *)p[0]);
    return SUCCESS;
}

/* fault(double *x): touches memory that is not its own, after which its device's context is of no use */
static int fault(void **p, const Grid *grid) {
    (void)p;
    (void)grid;
    return ILLEGAL_ADDRESS;
}

/* twice(int *x, int n): x *= 2 */
static int twice(void **p, const Grid *grid) {
    int *x = *(int **)p[0];
    int n = *(int *)p[1];
    EACH_THREAD(i) {
        if (i < n) {
            x[i] *= 2;
        }
    }
    return SUCCESS;
}

/* hold(const int *go): ends when the host has written something there */
static int hold(void **p, const Grid *grid) {
    (void)grid;
    const int *go = *(const int **)p[0];
    while (!__atomic_load_n(go, __ATOMIC_ACQUIRE)) {
        sleep_nanos(20000);
    }
    return SUCCESS;
}

const Kernel standin_kernels[] = {
    {"scale", scale, 3, {8, 8, 4}},
    {"axpy", axpy, 4, {8, 8, 4, 8}},
    {"addrows", addrows, 5, {8, 4, 4, 4, 8}},
    {"gridsize", gridsize, 1, {8}},
    {"pause", pause_, 1, {8}},
    {"fault", fault, 1, {8}},
    {"twice", twice, 2, {8, 4}},
    {"hold", hold, 1, {8}},
    {NULL, NULL, 0, {0}},
};
