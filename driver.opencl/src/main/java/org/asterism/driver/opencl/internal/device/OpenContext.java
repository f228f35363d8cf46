package org.asterism.driver.opencl.internal.device;

import java.util.List;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.jocl.CL;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/**
 * A context of OpenCL, in which devices share memory objects and programs. It is released when its last user releases
 * it. It has no callback: errors are reported by the calls and events concerned.
 */
public final class OpenContext {
    private final cl_context handle;
    private int holders = 1;

    private OpenContext(cl_context handle) {
        this.handle = handle;
    }

    /** Makes a context, which the caller holds. */
    static OpenContext of(cl_platform_id platform, List<cl_device_id> devices) {
        cl_context_properties properties = new cl_context_properties();
        properties.addProperty(CL.CL_CONTEXT_PLATFORM, platform);
        int[] code = new int[1];
        cl_context handle =
                CL.clCreateContext(properties, devices.size(), devices.toArray(cl_device_id[]::new), null, null, code);
        ErrorCode.check("clCreateContext", code[0]);
        return new OpenContext(handle);
    }

    /** For JOCL. */
    public cl_context handle() {
        return handle;
    }

    /** For everybody else. */
    public long address() {
        return handle.getNativePointer();
    }

    synchronized OpenContext hold() {
        holders++;
        return this;
    }

    void letGo() {
        if (lastLeaves()) {
            ErrorCode.check("clReleaseContext", CL.clReleaseContext(handle));
        }
    }

    private synchronized boolean lastLeaves() {
        return --holders == 0;
    }
}
