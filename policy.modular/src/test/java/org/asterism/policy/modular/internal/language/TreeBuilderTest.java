package org.asterism.policy.modular.internal.language;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.TreeBuilder;
import org.asterism.api.tree.TreeDescription;
import org.asterism.policy.modular.template.Recipe;
import org.junit.jupiter.api.Test;

final class TreeBuilderTest {
    @Test
    void shouldBuildWhatTheTextOfAShippedTreeSays() {
        TreeDescription heft = TreeBuilder.from("prio")
                .to("perfmodel-select")
                .branch(
                        "perf",
                        TreeBuilder.from("mct")
                                .toEach(Level.WORKER)
                                .to("prio")
                                .with("ntasks", 30)
                                .with("ready")
                                .with("exp")
                                .to("best-implementation"))
                .branch("calibrate", TreeBuilder.from("eager-calibration"))
                .branch("else", TreeBuilder.from("eager").toEach(Level.WORKER).to("best-implementation"))
                .build();

        assertEquals("""
                prio / perfmodel-select(
                    perf: mct / each worker: prio(ntasks=30, ready, exp) / best-implementation,
                    calibrate: eager-calibration,
                    else: eager / each worker: best-implementation)""", written(heft));
        assertEquals(parse(written(heft)), heft);
    }

    @Test
    void shouldBuildAllThatCanBeWritten() {
        TreeDescription built = TreeBuilder.from(Recipe.of("fifo").add("eager").step())
                .named("front")
                .to("x")
                .named("choice")
                .with("text", "two words")
                .with("number", 0.5)
                .with("seconds", Duration.ofMinutes(1))
                .with("millis", Duration.ofMillis(1_500))
                .with("micros", Duration.ofNanos(7_000))
                .with("nanos", Duration.ofNanos(1_000_001))
                .branch("a", TreeBuilder.fromEach(Level.MEMORY_NODE).toPart("end"))
                .branch(
                        "b",
                        TreeBuilder.from("y")
                                .toEach(Level.WORKER, "(arch=cuda)")
                                .toPart("end"))
                .where("end", TreeBuilder.from("stage"))
                .build();

        assertEquals(
                parse("[fifo / eager]#front / x#choice(text=\"two words\", number=0.5, seconds=60s, millis=1500ms,"
                        + " micros=7us, nanos=1000001ns, a: each memory-node: @end, b: y / each worker (arch=cuda): "
                        + "@end)"
                        + " where end = stage"),
                built);
    }
}
