package org.asterism.driver.sim.internal.reading;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes descriptions of clusters with any number of members and workers, from a template. */
final class ClusterMachine {
    /** The prefix of their names. */
    static final String PREFIX = "cluster(";

    /** The template's name. */
    static final String TEMPLATE = "cluster";

    private static final Pattern NAME = Pattern.compile("cluster\\(members=(\\d{1,4}),workers=(\\d{1,6})\\)");
    private static final int MOST_WORKERS = 1000;

    private ClusterMachine() {}

    /**
     * Sets the number of members, and of the workers of each.
     *
     * @throws IllegalArgumentException if the name has no such numbers
     */
    static Map<String, Object> describe(String name, Object template) {
        Matcher parts = NAME.matcher(name.replace(" ", ""));
        if (!parts.matches() || !isNumber(parts.group(1)) || !isNumber(parts.group(2))) {
            throw new IllegalArgumentException("machine '" + Problems.onOneLine(name)
                    + "': say cluster(members=N,workers=W), with 1 to " + MOST_WORKERS + " members, and 1 to "
                    + MOST_WORKERS + " workers of each");
        }
        Map<String, Object> machine = new LinkedHashMap<>(SyntheticMachine.map(template));
        machine.put("name", name);
        Map<String, Object> members = new LinkedHashMap<>(SyntheticMachine.map(machine.get("members")));
        members.put("count", Integer.valueOf(parts.group(1)));
        Map<String, Object> worker = new LinkedHashMap<>(SyntheticMachine.map(
                SyntheticMachine.list(members.get("workers")).getFirst()));
        worker.put("count", Integer.valueOf(parts.group(2)));
        members.put("workers", List.of(worker));
        machine.put("members", members);
        return machine;
    }

    private static boolean isNumber(String digits) {
        int number = Integer.parseInt(digits);
        return number >= 1 && number <= MOST_WORKERS;
    }
}
