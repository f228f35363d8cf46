package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.asterism.core.internal.context.PolicyTransitions.Action;
import org.asterism.core.internal.context.PolicyTransitions.Event;
import org.asterism.core.internal.context.PolicyTransitions.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyTransitionsTest {
    /** In the order of the states; a dash stands for KEEP. */
    private static final String TABLE = """
    event                   PARKED        IN_CHARGE     SUPERSEDED    FALLBACK      FORMER_FALLBACK REPLACING    CLOSED
    WANTED_PLUGIN_CHANGED   TRY_WANTED    -             TRY_WANTED    TRY_WANTED    TRY_WANTED      -            -
    FALLBACK_PLUGIN_CHANGED TRY_WANTED    -             -             -             TRY_WANTED      -            -
    PLUGIN_LEFT             -             TRY_WANTED    TRY_WANTED    TRY_WANTED    TRY_WANTED      -            -
    POLICY_FAILED           -             TRY_WANTED    TRY_FALLBACK  TRY_FALLBACK  TRY_FALLBACK    -            -
    POLICY_REQUESTED        TRY_REQUESTED TRY_REQUESTED TRY_REQUESTED TRY_REQUESTED TRY_REQUESTED   -            REFUSE
    FALLBACK_CONFIGURED     TRY_FALLBACK  -             -             -             TRY_FALLBACK    -            -
    WORKERS_CHANGED         MOVE_WORKERS  MOVE_AND_TELL MOVE_AND_TELL MOVE_AND_TELL MOVE_AND_TELL   -            MOVE_WORKERS
    CONTEXT_CLOSED          -             SHUT_DOWN     SHUT_DOWN     SHUT_DOWN     SHUT_DOWN       -            -
    REQUESTED_CREATED       INSTALL       SWAP          SWAP          SWAP          SWAP            -            DISCARD
    REQUESTED_THREW         TRY_FALLBACK  -             -             -             -               -            -
    REQUESTED_STUCK         TRY_WANTED    -             -             -             -               -            -
    WANTED_CREATED          INSTALL       DISCARD       SWAP          SWAP          SWAP            INSTALL      DISCARD
    WANTED_FAILED           TRY_FALLBACK  -             -             -             TRY_FALLBACK    TRY_FALLBACK -
    FALLBACK_CREATED        INSTALL       DISCARD       DISCARD       DISCARD       SWAP            INSTALL      DISCARD
    FALLBACK_FAILED         -             -             -             -             -               PARK         -
    NO_FALLBACK             -             -             -             -             PARK            PARK         -
    OUTDATED                -             -             -             -             -               TRY_WANTED   -
    """;

    private static List<List<String>> rows() {
        return TABLE.lines().map(line -> List.of(line.split(" +"))).toList();
    }

    static Stream<Arguments> cells() {
        List<String> states = rows().getFirst();
        return rows().stream()
                .skip(1)
                .flatMap(row -> Stream.iterate(1, column -> column < states.size(), column -> column + 1)
                        .map(column -> Arguments.of(
                                Event.valueOf(row.getFirst()),
                                State.valueOf(states.get(column)),
                                row.get(column).equals("-") ? Action.KEEP : Action.valueOf(row.get(column)))));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void shouldHaveOneActionForEachEventInEachState(Event event, State state, Action action) {
        assertEquals(action, PolicyTransitions.action(event, state));
    }

    @Test
    void shouldHaveACellForEachEventInEachState() {
        assertEquals(Event.values().length * State.values().length, cells().count());
        assertEquals(
                Arrays.stream(State.values()).map(State::name).toList(),
                rows().getFirst().subList(1, State.values().length + 1));
    }
}
