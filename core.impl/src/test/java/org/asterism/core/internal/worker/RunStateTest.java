package org.asterism.core.internal.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each event in each state of a task run. */
class RunEventTest {
    /** Which states an event is accepted in, in the order of the states; and where it leads. */
    private static final String TABLE = """
            IDLE POPPED SPENDING CLAIMING AWAITING_TURN PREPARING LAUNCHING LAUNCHED AWAITING_TEAM RETREATING ENDING
            BEGIN      x . . . . . . . . . .  POPPED
            AWAIT_DATA . x x . . . . . . . .  CLAIMING
            SPEND_TIME . x . x . . . . . . .  SPENDING
            AWAIT_TURN . x x x . . . . . . .  AWAITING_TURN
            RUN        . x x x x . . . . . .  PREPARING
            LAUNCH     . . . . . x . . . . .  LAUNCHING
            GO_ON      . . . . . . x . . . .  LAUNCHED
            AWAIT_TEAM . . . . . . x x . . .  AWAITING_TEAM
            RETREAT    . x x x x x x x x . .  RETREATING
            END        . . . . . x x x x . .  ENDING
            LET_GO     . x x x x x x x x x x  IDLE
            RECOVER    x x x x x x x x x x x  IDLE
            """;

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        List<String[]> lines =
                TABLE.lines().map(line -> line.strip().split(" +")).toList();
        String[] states = lines.getFirst();
        for (String[] line : lines.subList(1, lines.size())) {
            for (int column = 0; column < states.length; column++) {
                cells.add(Arguments.of(
                        RunEvent.valueOf(line[0]),
                        RunState.valueOf(states[column]),
                        line[column + 1].equals("x") ? RunState.valueOf(line[states.length + 1]) : null));
            }
        }
        return cells.stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void shouldLeadWhereTheTableSaysAndBeRefusedElsewhereByName(RunEvent event, RunState state, RunState next) {
        if (next != null) {
            assertEquals(next, RunState.of(event.after(state.ordinal())));
            return;
        }
        String message = assertThrows(IllegalStateException.class, () -> event.after(state.ordinal()))
                .getMessage();
        assertTrue(message.contains(event.name()) && message.contains(state.name()), message);
    }

    @Test
    void shouldBeTestedInEachState() {
        List<RunEvent> tested = TABLE.lines()
                .skip(1)
                .map(line -> RunEvent.valueOf(line.strip().split(" ")[0]))
                .toList();
        assertEquals(List.of(RunEvent.values()), tested);
        assertEquals(
                Arrays.toString(RunState.values()),
                Arrays.toString(TABLE.lines().findFirst().orElseThrow().split(" ")));
    }
}
