/* The kernels of the tests. kernels.ptx was made from them by "nvcc -ptx -arch=compute_75 kernels.cu", kernels.cubin by
   "nvcc -cubin -arch=sm_90 kernels.cu". */
extern "C" __global__ void scale(double *x, double factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}
extern "C" __global__ void axpy(const float *x, float *y, float a, long n) {
    long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
extern "C" __global__ void addrows(double *a, int rows, int columns, int stride, double value) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns) a[(long)row * stride + column] += value;
}
extern "C" __global__ void gridsize(unsigned *out) {
    if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z) return;
    unsigned shared;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(shared));
    out[0] = gridDim.x; out[1] = gridDim.y; out[2] = gridDim.z;
    out[3] = blockDim.x; out[4] = blockDim.y; out[5] = blockDim.z;
    out[6] = shared;
}
extern "C" __global__ void pause(long nanos) {
    long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do { asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)); } while (now - begin < nanos);
}
extern "C" __global__ void fault(double *x) {
    *(volatile double *)((char *)x + (1L << 45)) = 0;
}
extern "C" __global__ void twice(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
extern "C" __global__ void hold(const volatile int *go) {
    while (!*go) {}
}
