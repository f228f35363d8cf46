package org.asterism.driver.opencl.internal.device;

import java.util.List;
import org.asterism.driver.opencl.internal.library.ErrorCode;
import org.jocl.CL;
import org.jocl.cl_device_id;
import org.jocl.cl_device_partition_property;

/** Divides a device into parts that compute independently and share its memory. */
final class Partitioning {
    private Partitioning() {}

    /**
     * Divides a device.
     *
     * @param units the number of compute units that each part has: one number for parts that are alike, else one number
     *     for each
     * @throws IllegalArgumentException if the device cannot be divided so
     */
    static List<cl_device_id> divide(FoundDevice device, List<Integer> units) {
        cl_device_partition_property property = new cl_device_partition_property();
        if (units.size() == 1) {
            property.addProperty(CL.CL_DEVICE_PARTITION_EQUALLY, units.getFirst());
        } else {
            // A name, the numbers, and a zero behind the last one: the binding writes names and numbers in pairs.
            long[] words = new long[(units.size() + 3) / 2 * 2];
            words[0] = CL.CL_DEVICE_PARTITION_BY_COUNTS;
            for (int part = 0; part < units.size(); part++) {
                words[part + 1] = units.get(part);
            }
            for (int word = 0; word < words.length; word += 2) {
                property.addProperty(words[word], words[word + 1]);
            }
        }
        int[] count = new int[1];
        int code = CL.clCreateSubDevices(device.handle(), property, 0, null, count);
        cl_device_id[] parts = new cl_device_id[Math.max(1, count[0])];
        if (code == ErrorCode.SUCCESS) {
            code = CL.clCreateSubDevices(device.handle(), property, parts.length, parts, null);
        }
        if (code != ErrorCode.SUCCESS) {
            throw new IllegalArgumentException("driver.opencl: property 'sub.devices' is '"
                    + String.join(",", units.stream().map(String::valueOf).toList()) + "', but "
                    + device.facts().name() + ", which has "
                    + device.facts().computeUnits() + " compute units, cannot be divided so: "
                    + ErrorCode.describe(code));
        }
        return List.of(parts);
    }
}
