package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainCommandsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "asterism:policies",
                " asterism:contexts; asterism:policies ;",
                "asterism:use default dmda",
                "asterism:run cholesky --nt 8 --policy ws,seed=1",
                "asterism:calibrate-bus"
            })
    void shouldDoWithoutTheConsoleForOwnCommands(String program) {
        assertTrue(PlainCommands.areAll(List.of(program)), program);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "policies",
                "asterism:runs\necho done",
                "felix:lb",
                "asterism:help",
                "asterism:policies | grep eager",
                "asterism:policies; echo done",
                "x = (asterism:policies)",
                "asterism:use $context eager",
                "each [1 2] { asterism:policies }",
                "asterism:policies > file",
                "asterism:run heat &",
                "asterism:use default 'eager'"
            })
    void shouldNeedTheConsoleForAnythingElse(String program) {
        assertFalse(PlainCommands.areAll(List.of("asterism:contexts", program)), program);
    }
}
