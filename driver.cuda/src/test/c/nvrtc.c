/*
 * A stand-in for NVRTC, for tests: shows how it is called, and "compiles" a program to PTX with an entry for each name
 * that stands behind "__global__ void" in it. A program with the word "error" does not compile. It must be opened after
 * its builtins, as the real one must if no path leads to them; see nvrtc_builtins.c.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MAJOR
#define MAJOR 12
#endif

typedef struct {
    char *source;
    char output[4096];
    int is_binary;
    char log[512];
} Program;

enum { SUCCESS = 0, INVALID_INPUT = 3, INVALID_OPTION = 5, COMPILATION = 6, BUILTIN_OPERATION_FAILURE = 7 };

int nvrtcVersion(int *major, int *minor) {
    *major = MAJOR;
    *minor = 1;
    return SUCCESS;
}

int nvrtcGetNumSupportedArchs(int *count) {
    *count = 2;
    return SUCCESS;
}

int nvrtcGetSupportedArchs(int *archs) {
    archs[0] = 75;
    archs[1] = 80;
    return SUCCESS;
}

int nvrtcCreateProgram(Program **program, const char *source, const char *name, int headers, const char *const *texts,
                       const char *const *names) {
    if (!name || headers || texts || names) {
        return INVALID_INPUT;
    }
    *program = calloc(1, sizeof **program);
    (*program)->source = strdup(source);
    return SUCCESS;
}

int nvrtcDestroyProgram(Program **program) {
    free((*program)->source);
    free(*program);
    *program = NULL;
    return SUCCESS;
}

int nvrtcCompileProgram(Program *program, int count, const char *const *options) {
    void *builtins = dlopen("libnvrtc-builtins.so.12.1", RTLD_NOW | RTLD_NOLOAD);
    if (!builtins) {
        snprintf(program->log, sizeof program->log, "failed to open libnvrtc-builtins.so.12.1");
        return BUILTIN_OPERATION_FAILURE;
    }
    dlclose(builtins);
    int architectures = 0;
    for (int i = 0; i < count; i++) {
        const char *mark = "--gpu-architecture=";
        if (!strncmp(options[i], mark, strlen(mark))) {
            const char *value = options[i] + strlen(mark);
            program->is_binary = !strncmp(value, "sm_", 3);
            int known = !strcmp(value, "sm_75") || !strcmp(value, "sm_80") || !strcmp(value, "compute_75")
                    || !strcmp(value, "compute_80");
            architectures += known;
        }
    }
    if (architectures != 1) {
        snprintf(program->log, sizeof program->log, "nvrtc: error: invalid value for --gpu-architecture (-arch)");
        return INVALID_OPTION;
    }
    if (strstr(program->source, "error")) {
        snprintf(program->log, sizeof program->log, "stand-in(1): error: this program says that it is wrong");
        return COMPILATION;
    }
    size_t length = snprintf(program->output, sizeof program->output,
                             ".version 9.1\n.target sm_80\n.address_size 64\n");
    for (int i = 0; i < count; i++) {
        length += snprintf(program->output + length, sizeof program->output - length, "// %s\n", options[i]);
    }
    const char *mark = "__global__ void ";
    for (const char *at = strstr(program->source, mark); at; at = strstr(at, mark)) {
        at += strlen(mark);
        int name = strcspn(at, "(");
        length += snprintf(program->output + length, sizeof program->output - length,
                           ".visible .entry %.*s()\n{ ret; }\n", name, at);
    }
    return SUCCESS;
}

int nvrtcGetProgramLogSize(Program *program, size_t *size) {
    *size = strlen(program->log) + 1;
    return SUCCESS;
}

int nvrtcGetProgramLog(Program *program, char *log) {
    strcpy(log, program->log);
    return SUCCESS;
}

int nvrtcGetPTXSize(Program *program, size_t *size) {
    *size = strlen(program->output) + 1;
    return SUCCESS;
}

int nvrtcGetPTX(Program *program, char *ptx) {
    strcpy(ptx, program->output);
    return SUCCESS;
}

/* No binary, but tests see from which function it came. There is none for a virtual architecture. */
int nvrtcGetCUBINSize(Program *program, size_t *size) {
    *size = program->is_binary ? strlen("CUBIN ") + strlen(program->output) + 1 : 0;
    return SUCCESS;
}

int nvrtcGetCUBIN(Program *program, char *cubin) {
    strcpy(cubin, "CUBIN ");
    strcat(cubin, program->output);
    return SUCCESS;
}

const char *nvrtcGetErrorString(int error) {
    return error == COMPILATION ? "NVRTC_ERROR_COMPILATION"
            : error == BUILTIN_OPERATION_FAILURE ? "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE" : "NVRTC_ERROR";
}
