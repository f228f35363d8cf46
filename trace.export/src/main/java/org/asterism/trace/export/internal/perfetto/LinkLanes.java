package org.asterism.trace.export.internal.perfetto;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.export.internal.timeline.Links.Link;

/** Lanes of links. Slices of one track must not overlap, and a link may carry several copies at a time. */
final class LinkLanes {
    private static final int LAST = 255;

    private final Map<Link, List<Long>> ends = new HashMap<>();

    /** Returns the lane for a copy: the first one that is free at its begin. */
    int take(Link link, long begin, long end) {
        List<Long> lanes = ends.computeIfAbsent(link, _ -> new ArrayList<>());
        int lane = 0;
        while (lane < lanes.size() && lane < LAST && lanes.get(lane) > begin) {
            lane++;
        }
        if (lane == lanes.size()) {
            lanes.add(end);
        } else {
            lanes.set(lane, end);
        }
        return lane;
    }
}
