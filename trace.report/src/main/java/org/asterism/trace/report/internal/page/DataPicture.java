package org.asterism.trace.report.internal.page;

import org.asterism.profile.LinkProfile;
import org.asterism.trace.report.internal.analysis.FailedCopy;
import org.asterism.trace.report.internal.analysis.NodeUse;
import org.asterism.trace.report.internal.page.Picture.Run;
import org.asterism.trace.report.internal.verdict.Words;

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
        failed(html, run);
    }

    /** Says nothing unless a copy has failed. */
    private static void failed(Html html, Run run) {
        Table table = new Table("failed copies", "because", "from", "to", "copies", "data", "first at");
        for (FailedCopy copy : run.analysis().failed()) {
            table.row(
                    copy.reason(),
                    copy.from(),
                    copy.to(),
                    Amount.count(copy.copies()),
                    Amount.bytes(copy.bytes()),
                    Amount.time(copy.first() - run.analysis().from()));
        }
        if (!table.isEmpty()) {
            long copies = run.analysis().failed().stream()
                    .mapToLong(FailedCopy::copies)
                    .sum();
            html.element("h3", "Failed copies");
            html.element("p", Words.count(copies, "transfer") + " failed.");
            table.write(html);
            html.element(
                    "p",
                    "Source: TransferFailed and Lost. A recording does not say why a copy failed; it counts for a lost"
                            + " device if that was lost meanwhile, or within a second.",
                    "class",
                    "facts");
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
