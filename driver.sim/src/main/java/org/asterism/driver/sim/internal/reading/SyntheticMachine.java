package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes descriptions of machines with any number of cores and GPUs, from a template with one of each. */
final class SyntheticMachine {
    /** The prefix of their names. */
    static final String PREFIX = "synthetic(";

    /** The template's name. */
    static final String TEMPLATE = "synthetic";

    private static final Pattern NAME = Pattern.compile("synthetic\\((?:cpu=(\\d{1,7}))?,?(?:cuda=(\\d{1,4}))?\\)");

    private SyntheticMachine() {}

    /** Multiplies the template's GPU, with its memory and its links, and its core. */
    static Map<String, Object> describe(String name, Object template) {
        Matcher parts = NAME.matcher(name.replace(" ", ""));
        if (!parts.matches() || parts.group(1) == null && parts.group(2) == null) {
            throw new IllegalArgumentException("machine '" + name
                    + "': say synthetic(cpu=N,cuda=M), with up to 1000000 workers in all, of which 9999 GPUs");
        }
        int cores = parts.group(1) == null ? 0 : Integer.parseInt(parts.group(1));
        int devices = parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2));
        if (!Range.WORKERS.has(cores + devices)) {
            throw new IllegalArgumentException(
                    "machine '" + name + "' has " + (cores + devices) + " workers: give a number " + Range.WORKERS);
        }
        if (cores == 0 && devices == 0) {
            throw new IllegalArgumentException("machine '" + name + "' has no workers: give a core or a GPU at least");
        }
        Map<String, Object> machine = new LinkedHashMap<>(map(template));
        machine.put("name", name);
        List<Object> memories = new ArrayList<>(list(machine.get("memories")).subList(0, 1));
        List<Object> workers = new ArrayList<>();
        Map<String, Object> core =
                new LinkedHashMap<>(map(list(machine.get("workers")).getFirst()));
        core.put("count", cores);
        workers.add(core);
        if (devices == 0) {
            Map<String, Object> nobody =
                    new LinkedHashMap<>(map(list(machine.get("workers")).getLast()));
            nobody.put("memory", "ram");
            nobody.put("count", 0);
            workers.add(nobody); // the kernels have times for it
        }
        Map<String, Object> links = new LinkedHashMap<>(map(machine.get("links")));
        Object in = links.remove("ram to gpu");
        Object out = links.remove("gpu to ram");
        List<Object> routes = new ArrayList<>();
        for (int number = 0; number < devices; number++) {
            String gpu = "gpu" + number;
            Map<String, Object> memory =
                    new LinkedHashMap<>(map(list(machine.get("memories")).getLast()));
            memory.put("name", gpu);
            memories.add(memory);
            Map<String, Object> worker =
                    new LinkedHashMap<>(map(list(machine.get("workers")).getLast()));
            worker.put("memory", gpu);
            workers.add(worker);
            links.put("ram to " + gpu, in);
            links.put(gpu + " to ram", out);
            routes.add(Map.of("from", "ram", "to", gpu, "links", List.of("bus down", "ram to " + gpu)));
            routes.add(Map.of("from", gpu, "to", "ram", "links", List.of(gpu + " to ram", "bus up")));
        }
        machine.put("memories", memories);
        machine.put("workers", workers);
        machine.put("links", links);
        machine.put("routes", routes);
        return machine;
    }

    @SuppressWarnings("unchecked") // the parser makes no other maps
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked") // nor lists
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
