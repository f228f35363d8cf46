/*
 * A stand-in for NVIDIA's driver library, for tests. See standin.h for what it is and what it is not.
 *
 * Built as libcuda.so.1 and loaded by its path before anything else asks for that name, it serves whoever links with it
 * or opens it. Tests steer it by standin_set and standin_fail, and read what happened by standin_get and standin_trace.
 */
#define _GNU_SOURCE
#include "standin.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

typedef int Result;
typedef unsigned long long Address;

#define MOST_DEVICES 16
#define MOST_PITCH 0x7fffffff
#define MOST_SHARED (227 << 10) /* of a block, with */
#define OWN_SHARED 512 /* what each kernel has by its program */
#define MOST_TRACED 65536

typedef struct Context Context;
typedef struct Stream Stream;

/* ---- What tests say and ask ---- */

static struct {
    int devices;             /* how many devices there are */
    double memory;           /* bytes of each */
    double gigabytes_per_second; /* of the bus, in each direction; 0 for no delay */
    double peers;            /* whether devices reach each other */
    int version;             /* of the driver, such as 13000 */
} settings = {2, 256.0 * (1 << 20), 0, 1, 13000};

/* What was counted, under the lock. */
static struct {
    long launches;
    long pageable; /* asynchronous copies of memory that is not pinned: they block their caller, as the driver's do */
    long allocations;
    long kernels_running;
    long most_kernels_running;
} counts;

/* What a stream did: 0 copy in, 1 copy out, 2 copy between devices, 3 kernel; when, and how much. */
typedef struct {
    double kind, device, stream, begin, end, bytes;
} Traced;

static Traced trace[MOST_TRACED];
static int traced;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char failing_call[64];
static int failing_in;
static Result failing_with;
static int initialized;

static double nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static int must_fail(const char *call) {
    int fails;
    pthread_mutex_lock(&lock);
    fails = failing_in > 0 && !strcmp(call, failing_call) && --failing_in == 0;
    pthread_mutex_unlock(&lock);
    return fails;
}

/* Every call but cuInit and a few about versions begins with one of these. */
#define CALL \
    if (!initialized) { \
        return NOT_INITIALIZED; \
    } \
    if (must_fail(__func__)) { \
        return failing_with; \
    }

#define CALL_IN_CONTEXT \
    CALL if (!current) { \
        return INVALID_CONTEXT; \
    } \
    if (!current->users) { \
        return CONTEXT_IS_DESTROYED; \
    } \
    if (current->dead_of) { \
        return current->dead_of; \
    }

/* ---- Contexts, memory ---- */

struct Context {
    int device;
    int users;
    double used;    /* bytes of device memory */
    Result dead_of; /* the error that all calls give from now on; 0 while the context lives */
    Stream *streams;
    int peers;      /* a bit for each device whose memory was made accessible */
};

enum { DEVICE_MEMORY = 0, PINNED_MEMORY = 1, REGISTERED_MEMORY = 2 };

typedef struct Block {
    struct Block *next;
    Address address;
    size_t bytes;
    Context *context;
    int kind;
} Block;

static Context contexts[MOST_DEVICES];
static __thread Context *current;
static __thread Context *pushed[32];
static __thread int depth;
static Block *blocks;

/* With the lock. */
static Block *block_of(Address address, size_t bytes) {
    for (Block *block = blocks; block; block = block->next) {
        if (block->address <= address && address + bytes <= block->address + block->bytes) {
            return block;
        }
    }
    return NULL;
}

static int is_of_kind(Address address, size_t bytes, int device) {
    pthread_mutex_lock(&lock);
    Block *block = block_of(address, bytes);
    int is = block && (device ? block->kind == DEVICE_MEMORY : block->kind != DEVICE_MEMORY);
    pthread_mutex_unlock(&lock);
    return is;
}

static Result add_block(Address address, size_t bytes, int kind) {
    Block *block = malloc(sizeof *block);
    *block = (Block){NULL, address, bytes, current, kind};
    pthread_mutex_lock(&lock);
    block->next = blocks;
    blocks = block;
    counts.allocations += kind == DEVICE_MEMORY;
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

static Result remove_block(Address address, int kind) {
    pthread_mutex_lock(&lock);
    for (Block **link = &blocks; *link; link = &(*link)->next) {
        Block *block = *link;
        if (block->address == address && block->kind == kind) {
            *link = block->next;
            if (kind == DEVICE_MEMORY) {
                block->context->used -= block->bytes;
                munmap((void *)address, block->bytes);
            } else if (kind == PINNED_MEMORY) {
                free((void *)address);
            }
            free(block);
            pthread_mutex_unlock(&lock);
            return SUCCESS;
        }
    }
    pthread_mutex_unlock(&lock);
    return INVALID_VALUE;
}

/* ---- Streams: a thread each, which does one thing after the other ---- */

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t happened;
    unsigned long recorded, done; /* an event may be recorded again before it has happened */
    double time;
    unsigned flags;
    struct Context *context;
} Event;

enum { BLOCKING_SYNC = 1, DISABLE_TIMING = 2, INTERPROCESS = 4 };

typedef struct {
    Address from, to;
    size_t width, height, depth;
    size_t from_pitch, to_pitch, from_slice, to_slice;
    int kind;
} Copy;

typedef struct Work {
    struct Work *next;
    enum { COPY, RECORD, WAIT, RUN, FILL, HOST } what;
    Copy copy;
    Event *event;
    unsigned long tick;
    const Kernel *kernel;
    Grid grid;
    void **parameters;
    unsigned char value;
    void (*host)(void *);
    void *host_data;
} Work;

struct Stream {
    Stream *next;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Work *first, *last;
    int busy, ends;
    Context *context;
    int number;
};

static int streams_made;

static void put_down(int kind, Stream *stream, double begin, double bytes) {
    double end = nanos();
    pthread_mutex_lock(&lock);
    if (traced < MOST_TRACED) {
        trace[traced++] = (Traced){kind, stream->context->device, stream->number, begin, end, bytes};
    }
    pthread_mutex_unlock(&lock);
}

static void copy_now(Stream *stream, const Copy *copy) {
    double begin = nanos();
    double bytes = (double)copy->width * copy->height * copy->depth;
    if (settings.gigabytes_per_second > 0) {
        long wait = (long)(bytes / settings.gigabytes_per_second);
        struct timespec time = {wait / 1000000000L, wait % 1000000000L};
        nanosleep(&time, NULL);
    }
    for (size_t z = 0; z < copy->depth; z++) {
        for (size_t y = 0; y < copy->height; y++) {
            memmove((char *)copy->to + z * copy->to_slice + y * copy->to_pitch,
                    (char *)copy->from + z * copy->from_slice + y * copy->from_pitch, copy->width);
        }
    }
    put_down(copy->kind, stream, begin, bytes);
}

static void run_now(Stream *stream, Work *work) {
    double begin = nanos();
    pthread_mutex_lock(&lock);
    if (++counts.kernels_running > counts.most_kernels_running) {
        counts.most_kernels_running = counts.kernels_running;
    }
    pthread_mutex_unlock(&lock);
    Result result = work->kernel->run(work->parameters, &work->grid);
    pthread_mutex_lock(&lock);
    counts.kernels_running--;
    pthread_mutex_unlock(&lock);
    if (result) {
        stream->context->dead_of = result;
    }
    put_down(3, stream, begin, 0);
}

static void do_work(Stream *stream, Work *work) {
    int lives = !stream->context->dead_of;
    switch (work->what) {
    case COPY:
        if (lives) {
            copy_now(stream, &work->copy);
        }
        break;
    case FILL:
        if (lives) {
            memset((void *)work->copy.to, work->value, work->copy.width);
        }
        break;
    case RUN:
        if (lives) {
            run_now(stream, work);
        }
        free(work->parameters);
        break;
    case HOST: {
        double begin = nanos();
        work->host(work->host_data);
        put_down(3, stream, begin, 0);
        break;
    }
    case RECORD:
        pthread_mutex_lock(&work->event->lock);
        if (work->tick > work->event->done) {
            work->event->done = work->tick;
        }
        work->event->time = nanos();
        pthread_cond_broadcast(&work->event->happened);
        pthread_mutex_unlock(&work->event->lock);
        break;
    case WAIT:
        pthread_mutex_lock(&work->event->lock);
        while (work->event->done < work->tick) {
            pthread_cond_wait(&work->event->happened, &work->event->lock);
        }
        pthread_mutex_unlock(&work->event->lock);
        break;
    }
}

static void *stream_loop(void *argument) {
    Stream *stream = argument;
    pthread_setname_np(pthread_self(), "stand-in");
    pthread_mutex_lock(&stream->lock);
    while (1) {
        while (!stream->first && !stream->ends) {
            pthread_cond_wait(&stream->changed, &stream->lock);
        }
        if (!stream->first) {
            pthread_mutex_unlock(&stream->lock);
            return NULL;
        }
        Work *work = stream->first;
        stream->first = work->next;
        stream->busy = 1;
        pthread_mutex_unlock(&stream->lock);
        do_work(stream, work);
        free(work);
        pthread_mutex_lock(&stream->lock);
        stream->busy = 0;
        pthread_cond_broadcast(&stream->changed);
    }
}

static void drain(Stream *stream) {
    pthread_mutex_lock(&stream->lock);
    while (stream->first || stream->busy) {
        pthread_cond_wait(&stream->changed, &stream->lock);
    }
    pthread_mutex_unlock(&stream->lock);
}

static void enqueue(Stream *stream, Work work) {
    Work *kept = malloc(sizeof work);
    *kept = work;
    kept->next = NULL;
    pthread_mutex_lock(&stream->lock);
    if (stream->first) {
        stream->last->next = kept;
    } else {
        stream->first = kept;
    }
    stream->last = kept;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
}

static Stream *new_stream(Context *context) {
    Stream *stream = calloc(1, sizeof *stream);
    pthread_mutex_init(&stream->lock, NULL);
    pthread_cond_init(&stream->changed, NULL);
    stream->context = context;
    pthread_mutex_lock(&lock);
    stream->number = ++streams_made;
    pthread_mutex_unlock(&lock);
    pthread_create(&stream->thread, NULL, stream_loop, stream);
    return stream;
}

static unsigned shared_memory[64]; /* how much each kernel may have; 0 for as much as usual */

/* ---- For tests ---- */

void standin_set(const char *name, double value) {
    pthread_mutex_lock(&lock);
    if (!strcmp(name, "devices")) {
        settings.devices = (int)value;
    } else if (!strcmp(name, "memory")) {
        settings.memory = value;
    } else if (!strcmp(name, "gigabytes.per.second")) {
        settings.gigabytes_per_second = value;
    } else if (!strcmp(name, "peers")) {
        settings.peers = value;
    } else if (!strcmp(name, "version")) {
        settings.version = (int)value;
    } else if (!strcmp(name, "contexts")) {
        /* Nobody holds any more what tests before have not given back. */
        for (int device = 0; device < MOST_DEVICES; device++) {
            contexts[device].users = 0;
            contexts[device].used = 0;
            contexts[device].peers = 0;
            contexts[device].dead_of = SUCCESS;
        }
        memset(shared_memory, 0, sizeof shared_memory);
    }
    pthread_mutex_unlock(&lock);
}

/* The n-th call of a function from now on fails with an error; n of 0: none does. */
void standin_fail(const char *call, int n, int error) {
    pthread_mutex_lock(&lock);
    snprintf(failing_call, sizeof failing_call, "%s", call);
    failing_in = n;
    failing_with = error;
    pthread_mutex_unlock(&lock);
}

/* A device's context dies of an error, as it does when the device is unplugged or its memory fails. */
void standin_kill(int device, int error) {
    contexts[device].dead_of = error;
}

double standin_get(const char *name) {
    double value = -1;
    pthread_mutex_lock(&lock);
    if (!strcmp(name, "launches")) {
        value = counts.launches;
    } else if (!strcmp(name, "pageable")) {
        value = counts.pageable;
    } else if (!strcmp(name, "allocations")) {
        value = counts.allocations;
    } else if (!strcmp(name, "most.kernels.running")) {
        value = counts.most_kernels_running;
    } else if (!strcmp(name, "used")) {
        value = 0;
        for (int device = 0; device < MOST_DEVICES; device++) {
            value += contexts[device].used;
        }
    } else if (!strcmp(name, "blocks")) {
        value = 0;
        for (Block *block = blocks; block; block = block->next) {
            value++;
        }
    } else if (!strcmp(name, "context.users")) {
        value = 0;
        for (int device = 0; device < MOST_DEVICES; device++) {
            value += contexts[device].users;
        }
    } else if (!strcmp(name, "traced")) {
        value = traced;
    }
    pthread_mutex_unlock(&lock);
    return value;
}

/* What was traced under a number: kind, device, stream, begin, end (both in nanoseconds), bytes. */
void standin_trace(int number, double *out) {
    pthread_mutex_lock(&lock);
    memcpy(out, &trace[number], sizeof trace[number]);
    pthread_mutex_unlock(&lock);
}

/* Forgets what was counted and traced, and what was to fail. */
void standin_forget(void) {
    pthread_mutex_lock(&lock);
    memset(&counts, 0, sizeof counts);
    traced = 0;
    failing_in = 0;
    pthread_mutex_unlock(&lock);
}

/* ---- The driver's functions: devices ---- */

Result cuInit(unsigned flags) {
    (void)flags;
    if (must_fail(__func__)) {
        return failing_with;
    }
    if (settings.devices <= 0) {
        return NO_DEVICE;
    }
    initialized = 1;
    return SUCCESS;
}

Result cuDriverGetVersion(int *version) {
    *version = settings.version;
    return SUCCESS;
}

Result cuDeviceGetCount(int *count) {
    CALL;
    *count = settings.devices;
    return SUCCESS;
}

Result cuDeviceGet(int *device, int ordinal) {
    CALL;
    if (ordinal < 0 || ordinal >= settings.devices) {
        return INVALID_DEVICE;
    }
    *device = ordinal;
    return SUCCESS;
}

Result cuDeviceGetName(char *name, int length, int device) {
    CALL;
    snprintf(name, length, "CUDA stand-in %d", device);
    return SUCCESS;
}

Result cuDeviceGetPCIBusId(char *id, int length, int device) {
    CALL;
    snprintf(id, length, "0000:%02X:00.0", 0xa0 + device);
    return SUCCESS;
}

Result cuDeviceTotalMem_v2(size_t *bytes, int device) {
    CALL;
    (void)device;
    *bytes = (size_t)settings.memory;
    return SUCCESS;
}

Result cuDeviceGetAttribute(int *value, int attribute, int device) {
    CALL;
    (void)device;
    switch (attribute) {
    case 1: /* threads per block */
        *value = 1024;
        break;
    case 11: /* pitch */
        *value = MOST_PITCH;
        break;
    case 16: /* multiprocessors */
        *value = 4;
        break;
    case 97: /* shared memory of a block, for those who ask */
        *value = MOST_SHARED;
        break;
    case 75: /* compute capability, major */
        *value = 9;
        break;
    case 76: /* and minor */
        *value = 0;
        break;
    default:
        return INVALID_VALUE; /* there are more, of which nobody here knows */
    }
    return SUCCESS;
}

Result cuDeviceCanAccessPeer(int *can, int device, int peer) {
    CALL;
    *can = settings.peers && device != peer;
    return SUCCESS;
}

Result cuDeviceGetP2PAttribute(int *value, int attribute, int device, int peer) {
    CALL;
    if (device == peer) {
        return INVALID_DEVICE;
    }
    if (attribute < 1 || attribute > 4) {
        return INVALID_VALUE;
    }
    *value = attribute == 3 ? settings.peers != 0 : 0;
    return SUCCESS;
}

/* ---- Contexts ---- */

Result cuDevicePrimaryCtxRetain(Context **context, int device) {
    CALL;
    if (device < 0 || device >= settings.devices) {
        return INVALID_DEVICE;
    }
    pthread_mutex_lock(&lock);
    contexts[device].device = device;
    contexts[device].users++;
    pthread_mutex_unlock(&lock);
    *context = &contexts[device];
    return SUCCESS;
}

Result cuDevicePrimaryCtxRelease_v2(int device) {
    CALL;
    pthread_mutex_lock(&lock);
    if (--contexts[device].users == 0) {
        /* The next one who retains it gets a new context. */
        contexts[device].dead_of = SUCCESS;
        contexts[device].peers = 0;
    }
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

Result cuCtxSetCurrent(Context *context) {
    CALL;
    current = context;
    return SUCCESS;
}

Result cuCtxGetCurrent(Context **context) {
    CALL;
    *context = current;
    return SUCCESS;
}

Result cuCtxPushCurrent_v2(Context *context) {
    CALL;
    pushed[depth++ & 31] = current;
    current = context;
    return SUCCESS;
}

Result cuCtxPopCurrent_v2(Context **context) {
    CALL;
    if (!depth) {
        return INVALID_CONTEXT;
    }
    if (context) {
        *context = current;
    }
    current = pushed[--depth & 31];
    return SUCCESS;
}

Result cuCtxEnablePeerAccess(Context *peer, unsigned flags) {
    CALL_IN_CONTEXT;
    if (flags || !peer) {
        return INVALID_VALUE;
    }
    if (peer == current) {
        return INVALID_DEVICE;
    }
    if (current->peers & 1 << peer->device) {
        return PEER_ACCESS_ALREADY_ENABLED;
    }
    current->peers |= 1 << peer->device;
    return SUCCESS;
}

/* ---- Memory ---- */

Result cuMemGetInfo_v2(size_t *left, size_t *total) {
    CALL_IN_CONTEXT;
    *total = (size_t)settings.memory;
    *left = *total - (size_t)current->used;
    return SUCCESS;
}

Result cuMemAlloc_v2(Address *address, size_t bytes) {
    CALL_IN_CONTEXT;
    if (!bytes) {
        return INVALID_VALUE;
    }
    pthread_mutex_lock(&lock);
    int fits = current->used + bytes <= settings.memory;
    if (fits) {
        current->used += bytes;
    }
    pthread_mutex_unlock(&lock);
    void *memory = fits ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        return OUT_OF_MEMORY;
    }
    *address = (Address)memory;
    return add_block(*address, bytes, DEVICE_MEMORY);
}

/* Memory goes with its context, so it can be given back when that is dead. */
Result cuMemFree_v2(Address address) {
    CALL;
    Result removed = remove_block(address, DEVICE_MEMORY);
    return current && current->dead_of ? current->dead_of : removed;
}

Result cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) {
    CALL_IN_CONTEXT;
    if (!bytes || flags & ~7u) {
        return INVALID_VALUE;
    }
    if (posix_memalign(memory, 4096, bytes)) {
        return OUT_OF_MEMORY;
    }
    return add_block((Address)*memory, bytes, PINNED_MEMORY);
}

Result cuMemFreeHost(void *memory) {
    CALL;
    return remove_block((Address)memory, PINNED_MEMORY);
}

Result cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags) {
    CALL_IN_CONTEXT;
    (void)flags;
    return add_block((Address)memory, bytes, REGISTERED_MEMORY);
}

Result cuMemHostUnregister(void *memory) {
    CALL_IN_CONTEXT;
    return remove_block((Address)memory, REGISTERED_MEMORY);
}

Result cuPointerGetAttribute(void *value, int attribute, Address address) {
    CALL_IN_CONTEXT;
    pthread_mutex_lock(&lock);
    Block *block = block_of(address, 1);
    pthread_mutex_unlock(&lock);
    if (!block || attribute != 2 /* kind of memory */) {
        return INVALID_VALUE;
    }
    *(unsigned *)value = block->kind == DEVICE_MEMORY ? 2 : 1;
    return SUCCESS;
}

/* ---- Copies ---- */

static size_t span(const Copy *copy, size_t pitch, size_t slice) {
    return copy->width + (copy->height - 1) * pitch + (copy->depth - 1) * slice;
}

static Result copy(Copy what, Stream *stream) {
    if (!stream) {
        return INVALID_HANDLE; /* nobody here has use for the default stream */
    }
    int from_device = what.kind != 0, to_device = what.kind != 1;
    size_t from_span = span(&what, what.from_pitch, what.from_slice);
    size_t to_span = span(&what, what.to_pitch, what.to_slice);
    if ((from_device && !is_of_kind(what.from, from_span, 1)) || (to_device && !is_of_kind(what.to, to_span, 1))) {
        return INVALID_VALUE;
    }
    int pinned = what.kind == 0 ? is_of_kind(what.from, from_span, 0)
                                : what.kind != 1 || is_of_kind(what.to, to_span, 0);
    enqueue(stream, (Work){.what = COPY, .copy = what});
    if (!pinned) {
        pthread_mutex_lock(&lock);
        counts.pageable++;
        pthread_mutex_unlock(&lock);
        drain(stream);
    }
    return SUCCESS;
}

static Copy line(int kind, Address from, Address to, size_t bytes) {
    return (Copy){from, to, bytes, 1, 1, bytes, bytes, bytes, bytes, kind};
}

Result cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, Stream *stream) {
    CALL_IN_CONTEXT;
    return copy(line(0, (Address)from, to, bytes), stream);
}

Result cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, Stream *stream) {
    CALL_IN_CONTEXT;
    return copy(line(1, from, (Address)to, bytes), stream);
}

Result cuMemcpyPeerAsync(Address to, Context *to_context, Address from, Context *from_context, size_t bytes,
                         Stream *stream) {
    CALL_IN_CONTEXT;
    if (to_context->dead_of || from_context->dead_of) {
        return to_context->dead_of ? to_context->dead_of : from_context->dead_of;
    }
    return copy(line(2, from, to, bytes), stream);
}

/* CUDA_MEMCPY2D, of which offsets and arrays are not used. */
typedef struct {
    size_t from_x, from_y;
    unsigned from_type; /* CUmemorytype */
    const void *from_host;
    Address from_device;
    void *from_array;
    size_t from_pitch;
    size_t to_x, to_y;
    unsigned to_type;
    void *to_host;
    Address to_device;
    void *to_array;
    size_t to_pitch;
    size_t width, height;
} Copy2D;

/* CUDA_MEMCPY3D and CUDA_MEMCPY3D_PEER, which has contexts where the other has something reserved. */
typedef struct {
    size_t from_x, from_y, from_z, from_lod;
    unsigned from_type;
    const void *from_host;
    Address from_device;
    void *from_array;
    Context *from_context;
    size_t from_pitch, from_height;
    size_t to_x, to_y, to_z, to_lod;
    unsigned to_type;
    void *to_host;
    Address to_device;
    void *to_array;
    Context *to_context;
    size_t to_pitch, to_height;
    size_t width, height, depth;
} Copy3D;

enum { HOST_TYPE = 1, DEVICE_TYPE = 2 };

static int kind_of(unsigned from_type, unsigned to_type) {
    return from_type == HOST_TYPE ? 0 : to_type == HOST_TYPE ? 1 : 2;
}

_Static_assert(sizeof(Copy2D) == 128 && sizeof(Copy3D) == 200, "as cuda.h has them");

static Result box(const Copy3D *b, Stream *stream) {
    if ((b->from_type != HOST_TYPE && b->from_type != DEVICE_TYPE)
        || (b->to_type != HOST_TYPE && b->to_type != DEVICE_TYPE)
        || b->from_lod || b->to_lod || b->from_array || b->to_array || !b->width || !b->height || !b->depth
        || b->from_pitch > MOST_PITCH || b->to_pitch > MOST_PITCH) {
        return INVALID_VALUE;
    }
    if (b->from_pitch < b->width || b->to_pitch < b->width || b->from_height < b->height || b->to_height < b->height
        || b->from_x || b->from_y || b->from_z || b->to_x || b->to_y || b->to_z) {
        return INVALID_VALUE;
    }
    Copy what = {
        b->from_type == HOST_TYPE ? (Address)b->from_host : b->from_device,
        b->to_type == HOST_TYPE ? (Address)b->to_host : b->to_device,
        b->width,
        b->height,
        b->depth,
        b->from_pitch,
        b->to_pitch,
        b->from_pitch * b->from_height,
        b->to_pitch * b->to_height,
        kind_of(b->from_type, b->to_type),
    };
    return copy(what, stream);
}

Result cuMemcpy2DAsync_v2(const Copy2D *c, Stream *stream) {
    CALL_IN_CONTEXT;
    Copy3D b = {
        .from_x = c->from_x, .from_y = c->from_y, .from_type = c->from_type, .from_host = c->from_host,
        .from_device = c->from_device, .from_array = c->from_array, .from_pitch = c->from_pitch,
        .from_height = c->height,
        .to_x = c->to_x, .to_y = c->to_y, .to_type = c->to_type, .to_host = c->to_host,
        .to_device = c->to_device, .to_array = c->to_array, .to_pitch = c->to_pitch, .to_height = c->height,
        .width = c->width, .height = c->height, .depth = 1,
    };
    return box(&b, stream);
}

Result cuMemcpy3DAsync_v2(const Copy3D *b, Stream *stream) {
    CALL_IN_CONTEXT;
    if ((b->from_type == DEVICE_TYPE && b->to_type == DEVICE_TYPE) || b->from_context || b->to_context) {
        return INVALID_VALUE; /* what are contexts elsewhere is reserved here */
    }
    return box(b, stream);
}

Result cuMemcpy3DPeerAsync(const Copy3D *b, Stream *stream) {
    CALL_IN_CONTEXT;
    if (b->from_type != DEVICE_TYPE || b->to_type != DEVICE_TYPE || !b->from_context || !b->to_context) {
        return INVALID_VALUE;
    }
    return box(b, stream);
}

Result cuMemsetD8Async(Address to, unsigned char value, size_t bytes, Stream *stream) {
    CALL_IN_CONTEXT;
    enqueue(stream, (Work){.what = FILL, .copy = line(0, 0, to, bytes), .value = value});
    return SUCCESS;
}

/* ---- Streams and events ---- */

Result cuStreamCreate(Stream **stream, unsigned flags) {
    CALL_IN_CONTEXT;
    if (flags > 1) {
        return INVALID_VALUE;
    }
    *stream = new_stream(current);
    return SUCCESS;
}

Result cuStreamDestroy_v2(Stream *stream) {
    CALL;
    pthread_mutex_lock(&stream->lock);
    stream->ends = 1;
    pthread_cond_broadcast(&stream->changed);
    pthread_mutex_unlock(&stream->lock);
    pthread_join(stream->thread, NULL);
    free(stream);
    return SUCCESS;
}

Result cuStreamSynchronize(Stream *stream) {
    CALL_IN_CONTEXT;
    drain(stream);
    return current->dead_of;
}

Result cuStreamWaitEvent(Stream *stream, Event *event, unsigned flags) {
    CALL_IN_CONTEXT;
    (void)flags;
    pthread_mutex_lock(&event->lock);
    unsigned long tick = event->recorded;
    pthread_mutex_unlock(&event->lock);
    enqueue(stream, (Work){.what = WAIT, .event = event, .tick = tick});
    return SUCCESS;
}

Result cuEventCreate(Event **event, unsigned flags) {
    CALL_IN_CONTEXT;
    if (flags & ~(BLOCKING_SYNC | DISABLE_TIMING | INTERPROCESS)
        || (flags & INTERPROCESS && !(flags & DISABLE_TIMING))) {
        return INVALID_VALUE;
    }
    *event = calloc(1, sizeof **event);
    (*event)->flags = flags;
    (*event)->context = current;
    pthread_mutex_init(&(*event)->lock, NULL);
    pthread_cond_init(&(*event)->happened, NULL);
    return SUCCESS;
}

Result cuEventDestroy_v2(Event *event) {
    CALL;
    free(event);
    return SUCCESS;
}

Result cuEventRecord(Event *event, Stream *stream) {
    CALL_IN_CONTEXT;
    if (!stream || event->context != stream->context) {
        return INVALID_HANDLE;
    }
    pthread_mutex_lock(&event->lock);
    unsigned long tick = ++event->recorded;
    pthread_mutex_unlock(&event->lock);
    enqueue(stream, (Work){.what = RECORD, .event = event, .tick = tick});
    return SUCCESS;
}

Result cuEventQuery(Event *event) {
    CALL_IN_CONTEXT;
    pthread_mutex_lock(&event->lock);
    int done = event->done >= event->recorded;
    pthread_mutex_unlock(&event->lock);
    return done ? SUCCESS : NOT_READY;
}

Result cuEventSynchronize(Event *event) {
    CALL_IN_CONTEXT;
    pthread_mutex_lock(&event->lock);
    unsigned long tick = event->recorded;
    while (event->done < tick) {
        pthread_cond_wait(&event->happened, &event->lock);
    }
    pthread_mutex_unlock(&event->lock);
    return current->dead_of;
}

Result cuEventElapsedTime(float *millis, Event *from, Event *to) {
    CALL_IN_CONTEXT;
    if (!from->recorded || !to->recorded || (from->flags | to->flags) & DISABLE_TIMING) {
        return INVALID_HANDLE;
    }
    if (from->done < from->recorded || to->done < to->recorded) {
        return NOT_READY;
    }
    *millis = (float)((to->time - from->time) / 1e6);
    return SUCCESS;
}

/* ---- Modules and kernels ---- */

/* A module is a copy of its image: PTX text, or CUBIN, of which only the names of entries are looked at. */
typedef struct {
    int is_elf;
    size_t bytes;
    char *image;
} Module;

static size_t elf_bytes(const unsigned char *image) {
    uint64_t sections;
    uint16_t size, count;
    memcpy(&sections, image + 0x28, 8);
    memcpy(&size, image + 0x3a, 2);
    memcpy(&count, image + 0x3c, 2);
    return sections + (size_t)size * count;
}

/* The version that PTX says it is in, in tenths; 0 if it is no PTX. */
static int ptx_version(const char *text) {
    const char *line = strstr(text, ".version");
    int major, minor;
    return line && sscanf(line, ".version %d.%d", &major, &minor) == 2 ? 10 * major + minor : 0;
}

/* The version of PTX that the driver reads: 8.0 to 8.8 with the 12th, where 12.6 has none of its own; 9.x with the
   13th. */
static int readable_ptx(void) {
    int major = settings.version / 1000, minor = settings.version % 1000 / 10;
    return 10 * (major - 4) + minor - (major == 12 && minor > 5);
}

static void write_log(unsigned count, int *options, void **values, const char *text) {
    char *log = NULL;
    size_t room = 0;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == 5) {
            log = values[i];
        } else if (options[i] == 6) {
            room = (size_t)values[i];
        }
    }
    if (log && room) {
        /* To the last byte, and without an end, if the text is long. */
        memset(log, '.', room);
        size_t length = strlen(text) + 1;
        memcpy(log, text, length < room ? length : room);
    }
}

Result cuModuleLoadDataEx(Module **module, const void *image, unsigned count, int *options, void **values) {
    CALL_IN_CONTEXT;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] != 5 && options[i] != 6) {
            return INVALID_VALUE; /* only what is known of here: the log of errors, and its size */
        }
    }
    int is_elf = !memcmp(image, "\177ELF", 4);
    if (!is_elf) {
        int version = ptx_version(image);
        if (!version) {
            char text[32 << 10];
            snprintf(text, sizeof text, "stand-in: no .version directive\n%s", (const char *)image);
            write_log(count, options, values, text);
            return INVALID_PTX;
        }
        if (version > readable_ptx()) {
            write_log(count, options, values, "stand-in: unsupported .version");
            return 222; /* unsupported PTX version */
        }
    }
    Module *made = malloc(sizeof *made);
    made->is_elf = is_elf;
    made->bytes = is_elf ? elf_bytes(image) : strlen(image);
    made->image = malloc(made->bytes + 1);
    memcpy(made->image, image, made->bytes);
    made->image[made->bytes] = 0;
    *module = made;
    return SUCCESS;
}

Result cuModuleLoadData(Module **module, const void *image) {
    return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

Result cuModuleUnload(Module *module) {
    CALL;
    free(module->image);
    free(module);
    return SUCCESS;
}

static int has_entry(const Module *module, const char *name) {
    char entry[128];
    if (module->is_elf) {
        size_t length = snprintf(entry, sizeof entry, ".text.%s", name) + 1;
        return memmem(module->image, module->bytes, entry, length) != NULL;
    }
    snprintf(entry, sizeof entry, ".entry %s(", name);
    return strstr(module->image, entry) != NULL;
}

Result cuModuleGetFunction(const Kernel **function, Module *module, const char *name) {
    CALL_IN_CONTEXT;
    for (const Kernel *kernel = standin_kernels; kernel->name && has_entry(module, name); kernel++) {
        if (!strcmp(kernel->name, name)) {
            *function = kernel;
            return SUCCESS;
        }
    }
    return NOT_FOUND;
}

static unsigned *most_shared(const Kernel *function) {
    return &shared_memory[function - standin_kernels];
}

static unsigned allowed_shared(const Kernel *function) {
    return *most_shared(function) ? *most_shared(function) : 48 << 10;
}

Result cuFuncSetAttribute(const Kernel *function, int attribute, int value) {
    CALL_IN_CONTEXT;
    if (attribute != 8 /* most dynamic shared memory */ || value < 0 || value > MOST_SHARED - OWN_SHARED) {
        return INVALID_VALUE;
    }
    *most_shared(function) = value;
    return SUCCESS;
}

Result cuFuncGetParamInfo(const Kernel *function, size_t index, size_t *offset, size_t *bytes) {
    CALL_IN_CONTEXT;
    if (index >= (size_t)function->parameter_count) {
        return INVALID_VALUE;
    }
    size_t end = 0;
    for (size_t i = 0; i <= index; i++) {
        size_t size = function->parameter_bytes[i];
        *offset = (end + size - 1) / size * size;
        *bytes = size;
        end = *offset + size;
    }
    return SUCCESS;
}

Result cuFuncGetAttribute(int *value, int attribute, const Kernel *function) {
    CALL;
    (void)function;
    *value = attribute == 0 ? 1024 : attribute == 1 ? OWN_SHARED : 0;
    return SUCCESS;
}

Result cuOccupancyMaxPotentialBlockSize(int *grid, int *block, const Kernel *function, void *shared, size_t bytes,
                                        int limit) {
    CALL_IN_CONTEXT;
    (void)limit;
    if (shared || bytes > allowed_shared(function)) {
        return INVALID_VALUE;
    }
    *grid = 8;
    *block = 256;
    return SUCCESS;
}

Result cuLaunchKernel(const Kernel *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                      unsigned bz, unsigned shared, Stream *stream, void **parameters, void **extra) {
    CALL_IN_CONTEXT;
    if (!gx || !gy || !gz || !bx || !by || !bz || (unsigned long)bx * by * bz > 1024 || bz > 64 || gx > 0x7fffffff
        || gy > 65535 || gz > 65535 || extra || shared > allowed_shared(function)) {
        return INVALID_VALUE;
    }
    if (!stream || stream->context != current) {
        return INVALID_HANDLE;
    }
    size_t pointers = sizeof(void *) * function->parameter_count;
    char *copied = malloc(pointers + 8 * function->parameter_count + 8);
    for (int i = 0; i < function->parameter_count; i++) {
        char *place = copied + pointers + 8 * i;
        memcpy(place, parameters[i], function->parameter_bytes[i]);
        ((void **)copied)[i] = place;
    }
    pthread_mutex_lock(&lock);
    counts.launches++;
    pthread_mutex_unlock(&lock);
    enqueue(stream, (Work){.what = RUN, .kernel = function, .parameters = (void **)copied,
                           .grid = {{gx, gy, gz}, {bx, by, bz}, shared}});
    return SUCCESS;
}

/* The stand-ins for libraries of NVIDIA put their work into streams by it, so it is put down like a kernel. */
Result cuLaunchHostFunc(Stream *stream, void (*function)(void *), void *data) {
    CALL_IN_CONTEXT;
    enqueue(stream, (Work){.what = HOST, .host = function, .host_data = data});
    return SUCCESS;
}

/* ---- Errors ---- */

Result cuGetErrorName(int error, const char **name) {
    static const struct {
        int error;
        const char *name;
    } names[] = {
        {SUCCESS, "CUDA_SUCCESS"}, {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
        {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"}, {NO_DEVICE, "CUDA_ERROR_NO_DEVICE"},
        {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"}, {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
        {INVALID_PTX, "CUDA_ERROR_INVALID_PTX"}, {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
        {NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
        {NOT_READY, "CUDA_ERROR_NOT_READY"}, {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
        {CONTEXT_IS_DESTROYED, "CUDA_ERROR_CONTEXT_IS_DESTROYED"}, {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE"},
        {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED"}, {UNKNOWN, "CUDA_ERROR_UNKNOWN"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].error == error) {
            *name = names[i].name;
            return SUCCESS;
        }
    }
    *name = NULL;
    return INVALID_VALUE;
}

Result cuGetErrorString(int error, const char **text) {
    *text = error == OUT_OF_MEMORY ? "out of memory"
            : error == ILLEGAL_ADDRESS ? "an illegal memory access was encountered" : "an error of the stand-in";
    return SUCCESS;
}
