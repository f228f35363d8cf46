/*
 * A stand-in for NVRTC, for tests: shows how it is called, and "compiles" a program to PTX with an entry for each name that stands behind
 * "__global__ void" in it. A program with the word "error" does not compile. It must be opened after its builtins, as the real one must if
 * no path leads to them; see nvrtc_builtins.c.
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
    char log[512];
} Program;

enum { SUCCESS = 0, COMPILATION = 6, BUILTIN_OPERATION_FAILURE = 7 };

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
    (void)name;
    (void)headers;
    (void)texts;
    (void)names;
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
    if (strstr(program->source, "error")) {
        snprintf(program->log, sizeof program->log, "stand-in(1): error: this program says that it is wrong");
        return COMPILATION;
    }
    size_t length = snprintf(program->output, sizeof program->output, ".version 9.1\n.target sm_80\n.address_size 64\n");
    for (int i = 0; i < count; i++) {
        length += snprintf(program->output + length, sizeof program->output - length, "// %s\n", options[i]);
    }
    const char *mark = "__global__ void ";
    for (const char *at = strstr(program->source, mark); at; at = strstr(at, mark)) {
        at += strlen(mark);
        int name = strcspn(at, "(");
        length += snprintf(program->output + length, sizeof program->output - length, ".visible .entry %.*s()\n{ ret; }\n",
                           name, at);
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

/* No binary, but tests see from which function it came. */
int nvrtcGetCUBINSize(Program *program, size_t *size) {
    return nvrtcGetPTXSize(program, size);
}

int nvrtcGetCUBIN(Program *program, char *cubin) {
    return nvrtcGetPTX(program, cubin);
}

const char *nvrtcGetErrorString(int error) {
    return error == COMPILATION ? "NVRTC_ERROR_COMPILATION" : error == BUILTIN_OPERATION_FAILURE ? "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE" : "NVRTC_ERROR";
}
