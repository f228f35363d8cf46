package org.asterism.trace.report.internal.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.asterism.profile.CodeletProfile;

/** The longest kernels of each codelet and architecture. */
final class Longest {
    private static final int EACH = 8;
    private static final int MOST_KINDS = 1000;
    private static final double FENCE = 3;
    private static final double RATIO = 1.5;

    private record Key(String codelet, String architecture) {}

    private final Map<Key, PriorityQueue<Execution>> kinds = new LinkedHashMap<>();

    void add(Execution execution) {
        Key key = new Key(execution.codelet(), execution.architecture());
        PriorityQueue<Execution> longest = kinds.get(key);
        if (longest == null) {
            if (kinds.size() == MOST_KINDS) {
                return;
            }
            longest = new PriorityQueue<>(Comparator.comparingLong(Execution::nanos));
            kinds.put(key, longest);
        }
        if (longest.size() < EACH) {
            longest.add(execution);
        } else if (longest.peek().nanos() < execution.nanos()) {
            longest.poll();
            longest.add(execution);
        }
    }

    /**
     * Returns those beyond the outer fence of Tukey's box plot (Exploratory Data Analysis, 1977) that are also half as
     * long again as the median, the longest first.
     */
    List<Execution> outliers(List<CodeletProfile> codelets) {
        List<Execution> found = new ArrayList<>();
        for (CodeletProfile codelet : codelets) {
            double fence = codelet.threeQuarters() + FENCE * (codelet.threeQuarters() - codelet.quarter());
            double limit = Math.max(fence, RATIO * codelet.median());
            PriorityQueue<Execution> longest = kinds.get(new Key(codelet.codelet(), codelet.architecture()));
            if (longest != null) {
                longest.stream().filter(execution -> execution.nanos() > limit).forEach(found::add);
            }
        }
        found.sort(Comparator.comparingLong(Execution::nanos).reversed());
        return found;
    }
}
