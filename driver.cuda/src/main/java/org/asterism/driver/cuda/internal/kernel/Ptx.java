package org.asterism.driver.cuda.internal.kernel;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PTX text, and the version of the instruction set that it declares.
 *
 * <p>A driver refuses versions newer than itself, even if the text uses nothing new, and compilers always declare their
 * own version. So the version is lowered to one that the driver accepts. Text that really needs a newer version is
 * still refused, by the driver's compiler and in its words.
 */
final class Ptx {
    private static final Pattern VERSION = Pattern.compile("(?m)^\\s*\\.version\\s+(\\d+)\\.(\\d+)");

    private Ptx() {}

    /**
     * Lowers the version, if it is newer than the driver.
     *
     * @param text PTX
     * @param driverVersion a thousand for each major version of CUDA and ten for each minor one
     * @return PTX that ends with a 0
     */
    static byte[] readableBy(int driverVersion, byte[] text) {
        String source = new String(text, StandardCharsets.UTF_8);
        Matcher version = VERSION.matcher(source);
        int readable = newestReadable(driverVersion);
        if (version.find() && 10 * Integer.parseInt(version.group(1)) + Integer.parseInt(version.group(2)) > readable) {
            source = source.substring(0, version.start(1)) + readable / 10 + "." + readable % 10
                    + source.substring(version.end(2));
        }
        byte[] bytes = source.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length + (bytes.length > 0 && bytes[bytes.length - 1] == 0 ? 0 : 1));
    }

    /**
     * The newest version of PTX that a driver reads, in tenths; from the table of releases in NVIDIA's "Parallel Thread
     * Execution ISA". Majors go along with those of CUDA, minors too but for a few releases that had no version of
     * their own.
     */
    static int newestReadable(int driverVersion) {
        int major = driverVersion / 1000;
        int minor = driverVersion % 1000 / 10;
        return switch (major) {
            case 10 -> 63 + Math.min(minor, 2);
            case 11 -> 70 + Math.min(minor, 8);
            case 12 -> 80 + (minor <= 5 ? minor : minor - 1);
            default -> major < 10 ? 60 : 10 * (major - 4) + minor;
        };
    }
}
