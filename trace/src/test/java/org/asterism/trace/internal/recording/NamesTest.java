package org.asterism.trace.internal.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.asterism.trace.internal.format.Definition;
import org.junit.jupiter.api.Test;

/** The numbers of names, of which a program may make any number. */
class NamesTest {
    private final Definitions definitions = new Definitions();
    private final Names names = new Names(definitions);

    @Test
    void shouldShareOneNumberAmongAllNamesBeyondTheLimit() {
        for (int number = 1; number < Names.MOST; number++) {
            assertEquals(number, names.number("codelet " + number));
        }
        assertEquals(0, names.unnamed());
        for (int further = 0; further < 1000; further++) {
            assertEquals(Names.MOST, names.number("further " + further));
        }
        assertEquals(1000, names.unnamed());
        assertEquals(7, names.number("codelet 7"));
        List<Definition> defined = new ArrayList<>(definitions.take());
        assertEquals(Names.MOST, defined.size());
        assertEquals(new Definition.Name(Names.MOST, Names.OTHERS), defined.getLast());
    }
}
