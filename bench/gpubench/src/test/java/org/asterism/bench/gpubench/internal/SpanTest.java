package org.asterism.bench.gpubench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpanTest {
    private static Span span(long begin, long end) {
        return new Span("x", begin, end, 1);
    }

    @Test
    void shouldCountTimeOnceWhereStretchesOverlap() {
        assertEquals(30, Span.covered(List.of(span(10, 20), span(15, 30), span(40, 50))));
        assertEquals(0, Span.covered(List.of()));
    }

    @Test
    void shouldCountWhatIsCommonToBothKinds() {
        assertEquals(15, Span.common(List.of(span(0, 10), span(20, 30)), List.of(span(5, 25), span(25, 30))));
        assertEquals(0, Span.common(List.of(span(0, 10)), List.of(span(10, 20))));
    }

    @Test
    void shouldDrawWhereSomethingWentOn() {
        assertEquals("##..##....", Span.picture(List.of(span(100, 120), span(140, 160)), 100, 200, 10, '#'));
        assertEquals(".........#", Span.picture(List.of(span(199, 200)), 100, 200, 10, '#'));
    }
}
