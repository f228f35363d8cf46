package org.asterism.topology.hwloc.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.Locale;

/**
 * Checks in a millisecond or two whether libhwloc is likely to work. Reading the machine takes fifty times as long, so
 * the machine is read only at the first query of the topology.
 */
final class HwlocProbe {
    private HwlocProbe() {}

    /**
     * Looks for the library.
     *
     * @param configured the library's name or path; empty for the usual ones of this system
     * @return the name to load
     * @throws HwlocUnavailableException if it is missing, or native access is denied
     */
    static String find(String configured) throws HwlocUnavailableException {
        List<String> names = configured.isBlank() ? usualNames() : List.of(configured);
        try (Arena arena = Arena.ofConfined()) {
            for (String name : names) {
                if (canBeLoaded(name, arena)) {
                    return name;
                }
            }
        } catch (IllegalCallerException e) {
            throw new HwlocUnavailableException(
                    "native access is denied: start Java with --enable-native-access=ALL-UNNAMED", e);
        }
        String remedy = configured.isBlank()
                ? "install hwloc 2 (Debian and Ubuntu: libhwloc15, Fedora: hwloc-libs, Homebrew: hwloc)"
                : "correct or remove the property 'library' of " + HwlocConfiguration.PID;
        throw new HwlocUnavailableException(String.join(" and ", names) + " cannot be loaded: " + remedy, null);
    }

    @SuppressWarnings("restricted") // Java asks the user to allow native access; bundles cannot grant it to themselves
    private static boolean canBeLoaded(String name, Arena arena) {
        try {
            return SymbolLookup.libraryLookup(name, arena)
                    .find("hwloc_get_api_version")
                    .isPresent();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static List<String> usualNames() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return List.of("libhwloc-15.dll");
        }
        if (system.startsWith("mac")) {
            return List.of("libhwloc.15.dylib", "/opt/homebrew/lib/libhwloc.15.dylib");
        }
        return List.of("libhwloc.so.15", "libhwloc.so");
    }
}
