package org.asterism.driver.opencl.internal.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenDeviceTest {
    private OpenDevice device;

    @BeforeEach
    void open() {
        Discovery.Found found = Discovery.find();
        assumeFalse(found.devices().isEmpty(), () -> "SKIPPED, nothing is tested: " + found.remark());
        device = new Opening(List.of(), false)
                .open(found.devices().subList(0, 1))
                .getFirst();
        device.hold();
    }

    @AfterEach
    void close() {
        if (device != null) {
            device.letGo();
        }
    }

    @Test
    void shouldCallADeviceLostThatSaysSoAndEverAfter() {
        RuntimeException first = device.failure("kernel 'k'", ErrorCode.DEVICE_NOT_AVAILABLE);
        assertInstanceOf(DeviceLostException.class, first);
        assertTrue(
                first.getMessage().contains("opencl-0")
                        && first.getMessage().contains("kernel 'k'")
                        && first.getMessage().contains("CL_DEVICE_NOT_AVAILABLE (-2)"),
                first.getMessage());
        assertInstanceOf(DeviceLostException.class, device.failure("another kernel", ErrorCode.INVALID_VALUE));
    }

    @Test
    void shouldNotCallADeviceLostThatStillTakesCommands() {
        for (int code : new int[] {
            ErrorCode.OUT_OF_RESOURCES,
            ErrorCode.INVALID_COMMAND_QUEUE,
            ErrorCode.INVALID_CONTEXT,
            ErrorCode.NVIDIA_ILLEGAL_ACCESS,
            ErrorCode.INVALID_VALUE,
            -12345
        }) {
            RuntimeException failure = device.failure("kernel 'k'", code);
            assertInstanceOf(IllegalStateException.class, failure);
            assertTrue(
                    failure.getMessage().contains("(" + code + ")")
                            && failure.getMessage().contains("opencl-0"),
                    failure.getMessage());
        }
    }

    @Test
    void shouldSayHowMuchMemoryThereIsWhenItIsShort() {
        String message = device.failure("kernel 'k'", ErrorCode.MEM_OBJECT_ALLOCATION_FAILURE)
                .getMessage();
        assertTrue(
                message.contains(Long.toString(device.facts().memory()))
                        && message.contains(Long.toString(device.facts().largestAllocation())),
                message);
    }

    @Test
    void shouldNameErrorsAsTheSpecificationDoes() {
        assertEquals("CL_SUCCESS (0)", ErrorCode.describe(0));
        assertEquals("CL_OUT_OF_HOST_MEMORY (-6)", ErrorCode.describe(-6));
        assertEquals("CL_KERNEL_ARG_INFO_NOT_AVAILABLE (-19)", ErrorCode.describe(-19));
        assertEquals("CL_INVALID_VALUE (-30)", ErrorCode.describe(-30));
        assertEquals("CL_INVALID_KERNEL_NAME (-46)", ErrorCode.describe(-46));
        assertEquals("CL_INVALID_WORK_GROUP_SIZE (-54)", ErrorCode.describe(-54));
        assertEquals("CL_INVALID_DEVICE_QUEUE (-70)", ErrorCode.describe(-70));
        assertEquals("CL_PLATFORM_NOT_FOUND_KHR (-1001)", ErrorCode.describe(-1001));
        assertEquals("an error without a name (-12345)", ErrorCode.describe(-12345));
    }
}
