// A step of a band, one work item per cell; the first dimension is along the rows. One text for OpenCL C and CUDA C.
// Nothing may be contracted to fused multiply-adds here, because every way to compute the plate gives the same bits:
// CUDA's compiler is told by an option.

#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define KERNEL __kernel void
#define GLOBAL __global
#define COLUMN ((int)get_global_id(0))
#define ROW ((int)get_global_id(1))
#else
#define KERNEL extern "C" __global__ void
#define GLOBAL
#define COLUMN ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#define ROW ((int)(blockIdx.y * blockDim.y + threadIdx.y))
#endif

// The first and the last row are written twice, for the neighbours. above and below are the rows of the neighbours next
// to the band; where there is none they are not read, and the band's own row there is the plate's edge, which keeps its
// temperature.
KERNEL heat_step(GLOBAL const double *from, int strideFrom, GLOBAL double *to, int strideTo, GLOBAL double *toFirst,
                 GLOBAL double *toLast, GLOBAL const double *above, GLOBAL const double *below, int rows, int columns,
                 int hasAbove, int hasBelow, double diffusion) {
    int row = ROW;
    int column = COLUMN;
    if (row >= rows || column >= columns) {
        return;
    }
    GLOBAL const double *here = from + (long)row * strideFrom;
    double value = here[column];
    int edge = (row == 0 && !hasAbove) || (row == rows - 1 && !hasBelow) || column == 0 || column == columns - 1;
    if (!edge) {
        double up = row > 0 ? here[column - strideFrom] : above[column];
        double down = row < rows - 1 ? here[column + strideFrom] : below[column];
        value = value + diffusion * (up + down + here[column - 1] + here[column + 1] - 4 * value);
    }
    to[(long)row * strideTo + column] = value;
    if (row == 0) {
        toFirst[column] = value;
    }
    if (row == rows - 1) {
        toLast[column] = value;
    }
}
