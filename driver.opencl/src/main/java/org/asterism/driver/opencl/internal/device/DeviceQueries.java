package org.asterism.driver.opencl.internal.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;

/** Queries platforms and devices. */
public final class DeviceQueries {
    private DeviceQueries() {}

    static String platformText(cl_platform_id platform, int what) {
        long[] bytes = new long[1];
        ErrorCode.check("clGetPlatformInfo", CL.clGetPlatformInfo(platform, what, 0, null, bytes));
        byte[] text = new byte[Math.toIntExact(bytes[0])];
        ErrorCode.check("clGetPlatformInfo", CL.clGetPlatformInfo(platform, what, text.length, Pointer.to(text), null));
        return text(text);
    }

    static String text(cl_device_id device, int what) {
        long[] bytes = new long[1];
        ErrorCode.check("clGetDeviceInfo", CL.clGetDeviceInfo(device, what, 0, null, bytes));
        return text(bytes(device, what, Math.toIntExact(bytes[0])));
    }

    /** A number of 64 bits. */
    public static long word(cl_device_id device, int what) {
        long[] answer = new long[1];
        ErrorCode.check("clGetDeviceInfo", CL.clGetDeviceInfo(device, what, Long.BYTES, Pointer.to(answer), null));
        return answer[0];
    }

    /** A number of 32 bits. */
    public static int number(cl_device_id device, int what) {
        int[] answer = new int[1];
        ErrorCode.check("clGetDeviceInfo", CL.clGetDeviceInfo(device, what, Integer.BYTES, Pointer.to(answer), null));
        return answer[0];
    }

    static boolean truth(cl_device_id device, int what) {
        return number(device, what) != 0;
    }

    static byte[] bytes(cl_device_id device, int what, int length) {
        byte[] answer = new byte[length];
        ErrorCode.check("clGetDeviceInfo", CL.clGetDeviceInfo(device, what, length, Pointer.to(answer), null));
        return answer;
    }

    /** Several numbers of 64 bits. */
    public static long[] words(cl_device_id device, int what, int count) {
        long[] answer = new long[count];
        ErrorCode.check(
                "clGetDeviceInfo",
                CL.clGetDeviceInfo(device, what, (long) count * Long.BYTES, Pointer.to(answer), null));
        return answer;
    }

    static int[] numbers(cl_device_id device, int what, int count) {
        ByteBuffer answer =
                ByteBuffer.wrap(bytes(device, what, count * Integer.BYTES)).order(ByteOrder.nativeOrder());
        int[] numbers = new int[count];
        answer.asIntBuffer().get(numbers);
        return numbers;
    }

    /** Texts end with a zero. */
    private static String text(byte[] bytes) {
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
    }
}
