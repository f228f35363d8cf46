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

/** Each change of a task run from one state to another. */
class RunStateTest {
    /** From which states, in the order of the states, a run may come to a state. */
    private static final String TABLE = """
            IDLE POPPED SPENDING CLAIMING AWAITING_TURN PREPARING LAUNCHING LAUNCHED AWAITING_TEAM RETURNING ENDING
            IDLE          . x x x x x x x x x x
            POPPED        x . . . . . . . . . .
            SPENDING      . x . x . . . . . . .
            CLAIMING      . x x . . . . . . . .
            AWAITING_TURN . x x x . . . . . . .
            PREPARING     . x x x x . . . . . .
            LAUNCHING     . . . . . x . . . . .
            LAUNCHED      . . . . . . x . . . .
            AWAITING_TEAM . . . . . . x x . . .
            RETURNING     . x x x x x x x x . .
            ENDING        . . . . . x x x x . .
            """;

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        List<String[]> lines =
                TABLE.lines().map(line -> line.strip().split(" +")).toList();
        String[] states = lines.getFirst();
        for (String[] line : lines.subList(1, lines.size())) {
            for (int column = 0; column < states.length; column++) {
                cells.add(Arguments.of(
                        RunState.valueOf(states[column]), RunState.valueOf(line[0]), line[column + 1].equals("x")));
            }
        }
        return cells.stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void shouldFollowWhereTheTableSaysAndBeRefusedElsewhereByName(RunState state, RunState next, boolean isAllowed) {
        if (isAllowed) {
            assertEquals(next, RunState.of(next.after(state.ordinal())));
            return;
        }
        String message = assertThrows(IllegalStateException.class, () -> next.after(state.ordinal()))
                .getMessage();
        assertTrue(message.contains(next.name()) && message.contains(state.name()), message);
    }

    @Test
    void shouldBeTestedInEachState() {
        List<RunState> tested = TABLE.lines()
                .skip(1)
                .map(line -> RunState.valueOf(line.strip().split(" ")[0]))
                .toList();
        assertEquals(List.of(RunState.values()), tested);
        assertEquals(
                Arrays.toString(RunState.values()),
                Arrays.toString(TABLE.lines().findFirst().orElseThrow().split(" ")));
    }
}
