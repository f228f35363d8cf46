package org.asterism.driver.opencl.internal.library;

import java.util.Map;
import java.util.TreeMap;

/** The numbers of errors, by the names that the OpenCL specification and its extensions give them. */
public final class ErrorCode {
    private static final System.Logger LOG = System.getLogger(ErrorCode.class.getName());

    public static final int SUCCESS = 0;
    public static final int DEVICE_NOT_FOUND = -1;
    public static final int DEVICE_NOT_AVAILABLE = -2;
    public static final int MEM_OBJECT_ALLOCATION_FAILURE = -4;
    public static final int OUT_OF_RESOURCES = -5;
    public static final int OUT_OF_HOST_MEMORY = -6;
    public static final int BUILD_PROGRAM_FAILURE = -11;
    public static final int EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST = -14;
    public static final int KERNEL_ARG_INFO_NOT_AVAILABLE = -19;
    public static final int INVALID_VALUE = -30;
    public static final int INVALID_CONTEXT = -34;
    public static final int INVALID_COMMAND_QUEUE = -36;
    public static final int INVALID_KERNEL_NAME = -46;
    public static final int INVALID_ARG_VALUE = -50;
    public static final int INVALID_ARG_SIZE = -51;
    public static final int INVALID_BUFFER_SIZE = -61;
    public static final int PLATFORM_NOT_FOUND = -1001;
    /** NVIDIA's number for a kernel that touched memory which is not its own. */
    public static final int NVIDIA_ILLEGAL_ACCESS = -9999;

    private static final Map<Integer, String> NAMES = new TreeMap<>();

    static {
        String[] first = {
            "SUCCESS",
            "DEVICE_NOT_FOUND",
            "DEVICE_NOT_AVAILABLE",
            "COMPILER_NOT_AVAILABLE",
            "MEM_OBJECT_ALLOCATION_FAILURE",
            "OUT_OF_RESOURCES",
            "OUT_OF_HOST_MEMORY",
            "PROFILING_INFO_NOT_AVAILABLE",
            "MEM_COPY_OVERLAP",
            "IMAGE_FORMAT_MISMATCH",
            "IMAGE_FORMAT_NOT_SUPPORTED",
            "BUILD_PROGRAM_FAILURE",
            "MAP_FAILURE",
            "MISALIGNED_SUB_BUFFER_OFFSET",
            "EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
            "COMPILE_PROGRAM_FAILURE",
            "LINKER_NOT_AVAILABLE",
            "LINK_PROGRAM_FAILURE",
            "DEVICE_PARTITION_FAILED",
            "KERNEL_ARG_INFO_NOT_AVAILABLE"
        };
        String[] invalid = {
            "VALUE",
            "DEVICE_TYPE",
            "PLATFORM",
            "DEVICE",
            "CONTEXT",
            "QUEUE_PROPERTIES",
            "COMMAND_QUEUE",
            "HOST_PTR",
            "MEM_OBJECT",
            "IMAGE_FORMAT_DESCRIPTOR",
            "IMAGE_SIZE",
            "SAMPLER",
            "BINARY",
            "BUILD_OPTIONS",
            "PROGRAM",
            "PROGRAM_EXECUTABLE",
            "KERNEL_NAME",
            "KERNEL_DEFINITION",
            "KERNEL",
            "ARG_INDEX",
            "ARG_VALUE",
            "ARG_SIZE",
            "KERNEL_ARGS",
            "WORK_DIMENSION",
            "WORK_GROUP_SIZE",
            "WORK_ITEM_SIZE",
            "GLOBAL_OFFSET",
            "EVENT_WAIT_LIST",
            "EVENT",
            "OPERATION",
            "GL_OBJECT",
            "BUFFER_SIZE",
            "MIP_LEVEL",
            "GLOBAL_WORK_SIZE",
            "PROPERTY",
            "IMAGE_DESCRIPTOR",
            "COMPILER_OPTIONS",
            "LINKER_OPTIONS",
            "DEVICE_PARTITION_COUNT",
            "PIPE_SIZE",
            "DEVICE_QUEUE",
            "SPEC_ID"
        };
        for (int number = 0; number < first.length; number++) {
            NAMES.put(-number, "CL_" + first[number]);
        }
        for (int number = 0; number < invalid.length; number++) {
            NAMES.put(INVALID_VALUE - number, "CL_INVALID_" + invalid[number]);
        }
        NAMES.put(-72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED");
        NAMES.put(PLATFORM_NOT_FOUND, "CL_PLATFORM_NOT_FOUND_KHR");
        NAMES.put(-1057, "CL_DEVICE_PARTITION_FAILED_EXT");
        NAMES.put(-1058, "CL_INVALID_PARTITION_COUNT_EXT");
        NAMES.put(NVIDIA_ILLEGAL_ACCESS, "illegal access to memory by a kernel (NVIDIA)");
    }

    private ErrorCode() {}

    /** Name and number, such as {@code CL_OUT_OF_RESOURCES (-5)}. */
    public static String describe(int code) {
        return NAMES.getOrDefault(code, "an error without a name") + " (" + code + ")";
    }

    /**
     * Passes success on.
     *
     * @throws OpenClException if it is none
     */
    public static void check(String what, int code) {
        if (code != SUCCESS) {
            throw new OpenClException(what, code);
        }
    }

    /** Notes that something could not be given back: on a device that is lost nothing can, and all else has to be. */
    static void note(String what, int code) {
        if (code != SUCCESS) {
            LOG.log(System.Logger.Level.DEBUG, () -> what + ": " + describe(code));
        }
    }

    /** Whether a device that gives this answer has no memory left. */
    public static boolean isOutOfMemory(int code) {
        return code == MEM_OBJECT_ALLOCATION_FAILURE || code == OUT_OF_RESOURCES || code == OUT_OF_HOST_MEMORY;
    }
}
