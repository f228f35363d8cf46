/*
 * A stand-in for cuBLAS and cuSOLVER, for tests on machines without a device: the functions that kernels.blas calls, by
 * plain loops, on "device" memory that is memory of the host. It shows that the functions are found and called with the
 * right arguments in the right order. It shows nothing about a device.
 *
 * Work on a stream is put behind what is there if a libcuda.so.1 is loaded that has cuLaunchHostFunc, as the stand-in
 * for the driver has; else it is done at once.
 *
 *   gcc -shared -fPIC -O2 -DCUDA_MAJOR=13 -DPART_LT -Wl,-soname,libcublasLt.so.13 -o libcublasLt.so.13 standin_cublas.c
 *   gcc -shared -fPIC -O2 -DCUDA_MAJOR=13 -DPART_BLAS -Wl,-soname,libcublas.so.13 -o libcublas.so.13 standin_cublas.c \
 *       libcublasLt.so.13 -lm -ldl
 *   gcc ... likewise, without -DPART_BLAS, libcusolver.so.12
 */
#include <dlfcn.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef PART_LT
int standin_lt_major(void) { return CUDA_MAJOR; }
#else

enum { UPPER = 1, INVALID_VALUE = 7, SOLVER_INVALID_VALUE = 3, ALLOC_FAILED = 3 };

struct handle { void *stream; int scalars_on_device; };

int standin_lt_major(void);
static int open_handles;
static int made_handles;

/* What a test asks. */
int standin_major(void) { return standin_lt_major() == CUDA_MAJOR ? CUDA_MAJOR : -1; }
int standin_open_handles(void) { return open_handles; }
int standin_made_handles(void) { return made_handles; }

static int enqueue(struct handle *h, void (*run)(void *), const void *work, size_t bytes) {
    static int (*launch)(void *, void (*)(void *), void *);
    static int looked;
    if (!looked) {
        void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
        launch = driver == NULL ? NULL : (int (*)(void *, void (*)(void *), void *))dlsym(driver, "cuLaunchHostFunc");
        looked = 1;
    }
    if (h == NULL) return 1;
    void *copy = malloc(bytes);
    memcpy(copy, work, bytes);
    if (launch != NULL && h->stream != NULL) return launch(h->stream, run, copy);
    run(copy);
    return 0;
}

static int create(struct handle **h) {
    *h = calloc(1, sizeof **h);
    open_handles++;
    made_handles++;
    return *h == NULL ? ALLOC_FAILED : 0;
}

static int destroy(struct handle *h) {
    if (h == NULL) return 1;
    open_handles--;
    free(h);
    return 0;
}

static int set_stream(struct handle *h, void *stream) {
    if (h == NULL) return 1;
    h->stream = stream;
    return 0;
}

#ifdef PART_BLAS
int cublasCreate_v2(struct handle **h) { return create(h); }
int cublasDestroy_v2(struct handle *h) { return destroy(h); }
int cublasSetStream_v2(struct handle *h, void *stream) { return set_stream(h, stream); }
int cublasSetPointerMode_v2(struct handle *h, int mode) {
    if (h == NULL) return 1;
    h->scalars_on_device = mode;
    return 0;
}

struct set_vector { void *to; char content[8]; int bytes; };

static void run_set_vector(void *given) {
    struct set_vector *w = given;
    memcpy(w->to, w->content, w->bytes);
    free(w);
}

int cublasSetVectorAsync(int n, int bytes, const void *from, int incx, void *to, int incy, void *stream) {
    if (n != 1 || bytes > 8 || incx != 1 || incy != 1) return INVALID_VALUE;
    struct handle h = {stream, 0};
    struct set_vector w = {to, {0}, bytes};
    memcpy(w.content, from, bytes);
    return enqueue(&h, run_set_vector, &w, sizeof w);
}

#define FUNCTIONS "standin_cublas.inc"
#else
int cusolverDnCreate(struct handle **h) { return create(h); }
int cusolverDnDestroy(struct handle *h) { return destroy(h); }
int cusolverDnSetStream(struct handle *h, void *stream) { return set_stream(h, stream); }
#define FUNCTIONS "standin_cusolver.inc"
#endif

#define JOIN3(a, b, c) a##b##c
#define REAL float
#define NAME(x, y) JOIN3(x, S, y)
#include FUNCTIONS
#undef REAL
#undef NAME
#define REAL double
#define NAME(x, y) JOIN3(x, D, y)
#include FUNCTIONS
#endif
