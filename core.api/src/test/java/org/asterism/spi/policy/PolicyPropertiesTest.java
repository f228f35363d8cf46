package org.asterism.spi.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyPropertiesTest {
    private static final String CHOICES = "choices (5; 1 to 1000): how many are compared";
    private static final String WEIGHT = "weight (0.5; from 0): what it weighs";
    private static final String RANK = "rank (depth; depth, length or none): what counts";
    private static final String EAGER = "eager (true): whether it hurries";
    private static final String PAUSE = "pause (20ms): how long it waits";

    private static PolicyProperties with(String... pairs) {
        return new PolicyProperties(pairs.length == 0 ? Map.of() : Map.of(pairs[0], pairs[1]));
    }

    @Test
    void shouldReadDefaultsAndRangesOutOfTheDeclaration() {
        assertEquals(5, with().integer(CHOICES));
        assertEquals(0.5, with().number(WEIGHT));
        assertEquals("depth", with().word(RANK));
        assertTrue(with().flag(EAGER));
        assertEquals(20_000_000, with().nanos(PAUSE));
        assertEquals(1000, with("choices", "1000").integer(CHOICES));
        assertEquals("length", with("rank", "LENGTH").word(RANK));
        assertEquals(1e9, with("weight", "1e9").number(WEIGHT));
    }

    @Test
    void shouldPreferADefaultThatIsKnownOnlyNow() {
        assertEquals(7, with().integer(CHOICES, 7));
        assertEquals(2, with().number(WEIGHT, 2));
        assertEquals(false, with().flag(EAGER, false));
    }

    @Test
    void shouldNameThePropertyItsValueAndWhatIsAllowed() {
        refuses("choices", "0", "from 1 to 1000", properties -> properties.integer(CHOICES));
        refuses("weight", "-1", "from 0", properties -> properties.number(WEIGHT));
        refuses("rank", "width", "depth, length or none", properties -> properties.word(RANK));
        refuses("eager", "perhaps", "true and false", properties -> properties.flag(EAGER));
        refuses("pause", "20", "10ms", properties -> properties.nanos(PAUSE));
    }

    private static void refuses(String name, String value, String allowed, Consumer<PolicyProperties> reading) {
        String message = assertThrows(IllegalArgumentException.class, () -> reading.accept(with(name, value)))
                .getMessage();
        assertTrue(message.contains("'" + name + "' is '" + value + "'"), message);
        assertTrue(message.contains(allowed), message);
    }

    @Test
    void shouldRefusePropertiesThatAreNotDeclared() {
        assertEquals(with("rank", "none"), with("rank", "none").allowOnly(CHOICES, RANK));
        assertEquals(with("rank", "none"), with("rank", "none").allowOnly(CHOICES + Parameter.AND + RANK));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> with("ranks", "none").allowOnly(CHOICES, RANK))
                .getMessage();
        assertEquals("unknown property 'ranks'; it knows: choices, rank", message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "name: meaning", "name (1)", "name (1; from 0)", "name (1; 0 to 2): what (it) is"})
    void shouldWriteADeclarationAsItWasRead(String line) {
        assertEquals(line, Parameter.of(line).toString());
        assertEquals("name", Parameter.of(line).name());
    }

    @Test
    void shouldReadDeclarationsOfOlderPlugIns() {
        Parameter parameter = Parameter.of("exp (true if there is exp-len): whether it adds up");
        assertEquals(new Parameter("exp", "true if there is exp-len", "", "whether it adds up"), parameter);
        assertEquals(List.of(), parameter.words());
        assertThrows(IllegalArgumentException.class, () -> Parameter.of("(1): nameless"));
        assertThrows(
                IllegalArgumentException.class,
                () -> Parameter.of("n (1; red or blue)").least());
    }
}
