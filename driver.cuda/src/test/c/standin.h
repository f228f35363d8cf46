/*
 * What the parts of the stand-in for the CUDA driver share. It keeps to the driver's protocol - contexts, memory,
 * streams, events, modules, errors - on the host's memory and threads, so that whatever drives a device can be
 * exercised where there is none. It says nothing about how fast a device is, and does not run PTX: kernels are the C
 * functions of kernels.c.
 */
#ifndef STANDIN_H
#define STANDIN_H

#include <stddef.h>
#include <stdint.h>

/* Numbers of the driver's errors; see cuda.h, CUresult. */
enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    PEER_ACCESS_ALREADY_ENABLED = 704,
    INVALID_PTX = 218,
    INVALID_HANDLE = 400,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    CONTEXT_IS_DESTROYED = 709,
    LAUNCH_FAILED = 719,
    UNKNOWN = 999
};

/* How a kernel is launched: blocks and threads per block, in three dimensions. */
typedef struct {
    unsigned blocks[3];
    unsigned threads[3];
    unsigned shared_bytes;
} Grid;

/* A kernel, by the name of its entry in PTX or CUBIN. It gets pointers to its parameters, and returns 0 or the error
   that it dies of. */
typedef struct {
    const char *name;
    int (*run)(void **parameters, const Grid *grid);
    int parameter_count;
    size_t parameter_bytes[16];
} Kernel;

/* The kernels there are, ended by one without a name. */
extern const Kernel standin_kernels[];

#endif
