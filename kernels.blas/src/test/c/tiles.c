/* How fast OpenBLAS computes tiles when it is called from C: the measure for KernelBenchmark, which does the same from
   Java.
   cc -O2 -o tiles tiles.c -l:libopenblas.so.0 && ./tiles [seconds for each [sizes]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_dsyrk(int, int, int, int, int, double, const double *, int, double, double *, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int, double *, int);
void dpotrf_(const char *, const int *, double *, const int *, int *);
void openblas_set_num_threads(int);
char *openblas_get_config(void);
char *openblas_get_corename(void);

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static double *matrix(int n, double diagonal) {
    double *made = aligned_alloc(4096, ((size_t)n * n * sizeof(double) + 4095) / 4096 * 4096);
    for (int i = 0; i < n * n; i++) {
        made[i] = i % (n + 1) == 0 ? diagonal : 2.0 * rand() / RAND_MAX - 1;
    }
    return made;
}

int main(int count, char **arguments) {
    double seconds = count > 1 ? atof(arguments[1]) : 0.3;
    int usual[] = {128, 192, 256, 320, 512, 640, 960};
    openblas_set_num_threads(1);
    fprintf(stderr, "%s, kernels for %s\n", openblas_get_config(), openblas_get_corename());
    for (int s = 0; s < (count > 2 ? count - 2 : 7); s++) {
        int n = count > 2 ? atoi(arguments[s + 2]) : usual[s];
        size_t bytes = (size_t)n * n * sizeof(double);
        double cube = (double)n * n * n;
        double *a = matrix(n, n), *b = matrix(n, n), *c = matrix(n, n), *l = matrix(n, n);
        const char *names[] = {"gemm", "syrk", "trsm", "potrf"};
        double operations[] = {2 * cube, cube, cube, cube / 3};
        for (int kernel = 0; kernel < 4; kernel++) {
            double best = 1e9, end = now(CLOCK_MONOTONIC) + seconds;
            while (now(CLOCK_MONOTONIC) < end) {
                memcpy(c, kernel == 3 ? l : b, bytes);
                /* The thread's time, so that other programs take less from it. */
                double start = now(CLOCK_THREAD_CPUTIME_ID);
                int info;
                switch (kernel) {
                case 0: cblas_dgemm(101, 111, 112, n, n, n, -1, a, n, b, n, 1, c, n); break;
                case 1: cblas_dsyrk(101, 122, 111, n, n, -1, a, n, 1, c, n); break;
                case 2: cblas_dtrsm(101, 142, 122, 112, 131, n, n, 1, l, n, c, n); break;
                case 3: dpotrf_("U", &n, c, &n, &info); break;
                }
                double time = now(CLOCK_THREAD_CPUTIME_ID) - start;
                best = time < best ? time : best;
            }
            printf("%s %d %.2f\n", names[kernel], n, operations[kernel] / best * 1e-9);
        }
        free(a), free(b), free(c), free(l);
    }
    return 0;
}
