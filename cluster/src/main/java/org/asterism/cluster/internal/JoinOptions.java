package org.asterism.cluster.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.asterism.kit.remote.DriverOption;

/**
 * Options of {@code asterism join}.
 *
 * @param properties the member's configuration
 * @param patience how long it waits for a coordinator
 * @param untilInputEnds whether it ends with its standard input, too
 */
record JoinOptions(Map<String, Object> properties, Duration patience, boolean untilInputEnds) {
    static final String USAGE = """
            usage: asterism join HOST[:PORT] [options]    lets a coordinator use this machine
                   asterism join --discovery HOW [options]
              HOST[:PORT]          where the coordinator is (port 7800)
              --discovery HOW      how it is found, if not by HOST: file:FOLDER with a folder that all machines share,
                                   multicast, multicast:ADDRESS:PORT, or dns:NAME
              --name NAME          what its workers are called there (the name of this machine)
              --address HOST[:PORT]
                                   the interface at which this process listens (localhost, a port from 7900)
              --links PORT         where it takes links for tasks and data (any free port)
              --keys FILE          the keys, in the format PKCS12; needed unless the address is a loopback address;
                                   the environment variable ASTERISM_KEYS_PASSWORD has their password
              --workers N          how many cores it gives away (all)
              --driver NAME[,key=value...]
                                   gives away the devices of a driver, too, such as opencl or opencl,devices=0; with
                                   cpu,key=value... options for the cores. Can be given repeatedly
              --memory MIB         how much memory it holds for the coordinator, which may allocate half (1024)
              --install MIB        installs bundles that the coordinator has and this process lacks, of so many MiB each
                                   (none); needs --keys, since who has them can run any code in this process then
              --silence MS         after how long a coordinator that says nothing counts as gone (900)
              --patience SECONDS   how long it waits for a coordinator before it gives up (60)
              --until-input-ends   ends with its standard input, too
            """;

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";
    private static final long USUAL_SILENCE = 900;
    private static final int USUAL_PATIENCE = 60;
    private static final Map<String, String> TEXTS =
            Map.of("--name", "name", "--address", "address", "--keys", "keys", "--discovery", "discovery");
    private static final Map<String, String> NUMBERS = Map.of(
            "--workers", "workers",
            "--memory", "memory",
            "--install", "install",
            "--links", "links",
            "--silence", "silence.milliseconds");

    /** The greatest number of each. */
    private static final Map<String, Integer> MOST = Map.of(
            "--workers", 65_536,
            "--memory", 1_000_000_000,
            "--install", 1024,
            "--links", 65_535,
            "--silence", 3_600_000,
            "--patience", 1_000_000_000);

    /**
     * Reads a command line.
     *
     * @param words behind {@code asterism join}
     * @param host finds the name of this machine
     * @throws IllegalArgumentException if it cannot be understood: the message says why
     */
    static JoinOptions parse(List<String> words, Supplier<String> host) {
        Map<String, Object> properties = new TreeMap<>();
        List<String> places = new ArrayList<>();
        List<String> drivers = new ArrayList<>();
        long patience = USUAL_PATIENCE;
        boolean untilInputEnds = false;
        for (int index = 0; index < words.size(); index++) {
            String word = words.get(index);
            if (!word.startsWith("--")) {
                places.add(word);
            } else if (word.equals("--until-input-ends")) {
                untilInputEnds = true;
            } else if (!TEXTS.containsKey(word) && !MOST.containsKey(word) && !word.equals("--driver")) {
                throw new IllegalArgumentException("there is no option '" + word + "'; see asterism join --help");
            } else if (index + 1 == words.size()) {
                throw new IllegalArgumentException("option '" + word + "' has no value; see asterism join --help");
            } else {
                String value = words.get(++index);
                if (word.equals("--driver")) {
                    drivers.add(value);
                } else if (TEXTS.containsKey(word)) {
                    properties.put(TEXTS.get(word), value);
                } else if (NUMBERS.containsKey(word)) {
                    properties.put(NUMBERS.get(word), number(word, value));
                } else {
                    patience = number(word, value);
                }
            }
        }
        if (!properties.containsKey("name")) {
            properties.put("name", host.get().replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[^A-Za-z0-9]+", ""));
        }
        if (!((String) properties.get("name")).matches(NAME)) {
            throw new IllegalArgumentException("the name is '" + properties.get("name")
                    + "'; use letters, digits, '.', '_' and '-', and begin with a letter or digit: give --name");
        }
        properties.put("coordinator", places.toArray(String[]::new));
        putDrivers(properties, drivers);
        JoinOptions options = new JoinOptions(properties, Duration.ofSeconds(patience), untilInputEnds);
        options.checkPlaces(places);
        options.discovery(); // now, and not in another thread
        return options;
    }

    /** Puts the drivers in, with that of the cores first. */
    private static void putDrivers(Map<String, Object> properties, List<String> texts) {
        Map<String, String> byName = new LinkedHashMap<>();
        byName.put(DriverOption.CPU, DriverOption.CPU);
        Set<String> told = new HashSet<>();
        for (String text : texts) {
            DriverOption option;
            try {
                option = DriverOption.parse(text);
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException("option '--driver': " + wrong.getMessage(), wrong);
            }
            if (!told.add(option.name())) {
                throw new IllegalArgumentException(
                        "option '--driver' names driver '" + option.name() + "' twice: give it once, with all keys");
            }
            byName.put(option.name(), text);
        }
        properties.put("drivers", byName.values().toArray(String[]::new));
    }

    /** Returns the drivers whose units the member offers. */
    List<DriverOption> drivers() {
        return Stream.of((String[]) properties.get("drivers"))
                .map(DriverOption::parse)
                .toList();
    }

    private void checkPlaces(List<String> places) {
        String how = (String) properties.getOrDefault("discovery", "");
        if (!Discovery.isByAddress(how)) {
            if (!places.isEmpty()) {
                throw new IllegalArgumentException("the coordinator is given as " + places + ", and is to be found by '"
                        + how + "': leave out one of them");
            }
        } else if (places.size() != 1) {
            throw new IllegalArgumentException(
                    places.isEmpty()
                            ? "say where the coordinator is, as in: asterism join 192.168.1.10"
                            : "there is one coordinator, but " + places.size() + " are given: " + places);
        }
    }

    /** Returns how the coordinator is found. */
    Discovery discovery() {
        List<InetSocketAddress> places = Arrays.stream((String[]) properties.get("coordinator"))
                .map(place -> Places.parse("the coordinator", place, Places.USUAL_PORT))
                .toList();
        return Discovery.parse(
                "option '--discovery'", (String) properties.getOrDefault("discovery", Discovery.BY_ADDRESS), places);
    }

    /**
     * Refuses what the member would refuse in another thread.
     *
     * @throws IllegalArgumentException if the address, the keys or the kind of discovery cannot be used, or bundles be
     *     installed
     */
    void check() {
        String address = (String) properties.getOrDefault("address", "localhost");
        Optional<SSLContext> keys = Keys.of((String) properties.getOrDefault("keys", ""), "");
        Keys.requireToInstall("option '--install'", (long) properties.getOrDefault("install", 0L), keys);
        GroupSettings settings = new GroupSettings(
                GroupSettings.COMMON,
                name(),
                Places.parse("option '--address'", address, 0),
                discovery(),
                keys,
                Duration.ofMillis((long) properties.getOrDefault("silence.milliseconds", USUAL_SILENCE)));
        OwnAddresses.require("option '--address'", address, settings.address().getAddress());
        if (settings.discovery() instanceof Discovery.Name) {
            return; // it may get its first address when the coordinator starts
        }
        try {
            settings.places(); // the coordinator need not be there yet
        } catch (IOException impossible) {
            throw new IllegalArgumentException(impossible.getMessage(), impossible);
        }
    }

    private static long number(String option, String text) {
        try {
            long number = Long.parseLong(text);
            if (number > 0 && number <= MOST.get(option)) {
                return number;
            }
        } catch (NumberFormatException none) {
            // Reported below, like a number that is too small.
        }
        throw new IllegalArgumentException(
                "option '" + option + "' is '" + text + "'; allowed are whole numbers from 1 to " + MOST.get(option));
    }

    String name() {
        return (String) properties.get("name");
    }

    /** Returns the configuration as Configuration Admin takes it. */
    Dictionary<String, Object> dictionary() {
        return new Hashtable<>(properties);
    }
}
