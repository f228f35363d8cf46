package org.asterism.deploy.fileinstall.internal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.math.BigDecimal;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AttributeTest {
    private static final Attribute WORKERS =
            new Attribute("workers", "Integer", false, BigDecimal.ZERO, BigDecimal.TEN, Set.of());
    private static final Attribute MODE = new Attribute("mode", "String", true, null, null, Set.of("fast"));

    @Test
    void shouldTakeWhatTheTypeAllows() {
        assertDoesNotThrow(() -> WORKERS.check(" 7 "));
        assertDoesNotThrow(() -> WORKERS.check(10L));
        assertDoesNotThrow(() -> MODE.check(new String[] {"fast"}));
        assertDoesNotThrow(() -> new Attribute("bind", "Boolean", false, null, null, Set.of()).check("True"));
    }

    @Test
    void shouldNameTheValueAndWhatIsAllowed() {
        assertEquals(
                "property 'workers' is '-3'; allowed are whole numbers from 0 to 10: correct the line",
                refusal(WORKERS, "-3"));
        assertEquals(
                "property 'workers' is '1.5'; allowed are whole numbers from 0 to 10: correct the line",
                refusal(WORKERS, "1.5"));
        assertEquals("property 'mode' is 'slow'; allowed are fast: correct the line", refusal(MODE, "slow"));
        assertEquals(
                "property 'bind' is 'yes'; allowed are true and false: correct the line",
                refusal(new Attribute("bind", "Boolean", false, null, null, Set.of()), "yes"));
    }

    @Test
    void shouldTellThePidFromTheNameOfTheFile() {
        assertEquals("org.asterism.runtime", ConfigurationChecks.pid(new File("load/org.asterism.runtime.cfg")));
        assertEquals("org.asterism.tree", ConfigurationChecks.pid(new File("org.asterism.tree-my-own.config")));
    }

    private static String refusal(Attribute attribute, Object value) {
        return assertThrows(UnusableFileException.class, () -> attribute.check(value))
                .getMessage();
    }
}
