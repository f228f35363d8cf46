/* Stands for NVIDIA's management library: one GPU that counts its energy, and an older one that knows its power. */
#include <string.h>

#define NOT_SUPPORTED 3
#define NOT_FOUND 6

static unsigned long long millijoules = 1000000;
static int initialised;
static int power_readings;

int nvmlInit_v2(void) {
    initialised++;
    return 0;
}

int nvmlShutdown(void) {
    initialised--;
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device) {
    if (strcmp(bus, "0000:3b:00.0") == 0) {
        *device = (void *) 1;
    } else if (strcmp(bus, "0000:5e:00.0") == 0) {
        *device = (void *) 2;
    } else {
        return NOT_FOUND;
    }
    return 0;
}

/* Each reading finds 1.5 J more. */
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *energy) {
    if (device != (void *) 1 || initialised != 1) {
        return NOT_SUPPORTED;
    }
    *energy = millijoules += 1500;
    return 0;
}

int nvmlDeviceGetPowerUsage(void *device, unsigned int *power) {
    if (device != (void *) 2 || initialised != 1) {
        return NOT_SUPPORTED;
    }
    *power = 40000;
    power_readings++;
    return 0;
}

/* No function of NVIDIA's: for the test. */
int power_readings_so_far(void) {
    return power_readings;
}
