package org.asterism.trace.report.internal.page;

import org.asterism.profile.LinkProfile;
import org.asterism.trace.report.internal.analysis.NodeUse;
import org.asterism.trace.report.internal.page.Picture.Run;

/** Copies over links, and data in memories. */
final class DataPicture {
    private static final CurvePicture LINKS = new CurvePicture("links", "MB/s");
    private static final CurvePicture MEMORIES = new CurvePicture("memories", "MB");
    private static final double NANOS_PER_SECOND = 1e9;

    private DataPicture() {}

    static void writeLinks(Html html, Run run) {
        LINKS.write(html, run, run.analysis().links());
        Table table =
                new Table("links", "from", "to", "copies", "data", "time of the copies", "data per second", "busy");
        for (LinkProfile link : run.analysis().profile().links()) {
            table.row(
                    link.from(),
                    link.to(),
                    Amount.count(link.transfers()),
                    Amount.bytes(link.bytes()),
                    Amount.time(link.nanos()),
                    Amount.bytes(link.nanos() == 0 ? 0 : Math.rint(link.bytes() * NANOS_PER_SECOND / link.nanos())),
                    Amount.percent((double) link.nanos() / run.analysis().makespan()));
        }
        if (!table.isEmpty()) {
            table.write(html);
        }
    }

    static void writeMemories(Html html, Run run) {
        MEMORIES.write(html, run, run.analysis().memories());
        Table table = new Table(
                "memories",
                "memory",
                "capacity",
                "most data at a time",
                "share",
                "allocations",
                "evictions",
                "evicted");
        for (NodeUse use : run.analysis().nodes()) {
            double capacity = use.node().capacity();
            table.row(
                    use.node().name(),
                    Amount.bytes(capacity),
                    Amount.bytes(use.peak()),
                    Amount.percent(capacity > 0 ? use.peak() / capacity : 0),
                    Amount.count(use.allocations()),
                    Amount.count(use.evictions()),
                    Amount.bytes(use.evicted()));
        }
        if (!table.isEmpty()) {
            table.write(html);
        }
    }
}
