/* The kernels of journeys on the stand-in for NVIDIA's driver library, see driver.cuda/src/test/c/standin.h. */
#include "standin.h"

/* add_one(int *x, int n): x += 1 */
static int add_one(void **p, const Grid *grid) {
    int *x = *(int **)p[0];
    int n = *(int *)p[1];
    long count = (long)grid->blocks[0] * grid->threads[0];
    for (long i = 0; i < count && i < n; i++) {
        x[i] += 1;
    }
    return SUCCESS;
}

const Kernel standin_kernels[] = {
    {"add_one", add_one, 2, {8, 4}},
    {NULL, NULL, 0, {0}},
};
