package org.asterism.policy.heteroprio.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.Parameter;
import org.junit.jupiter.api.Test;

class DeclaredTest {
    @Test
    void shouldDeclareEachValueOfAnEnumerationAsAWord() {
        Map.of(
                        Declared.GROUPING, Grouping.values(),
                        Declared.ORDERING, Ordering.values(),
                        Declared.ADMISSION, Admission.values(),
                        Declared.PUSH, Push.values())
                .forEach((declared, values) -> assertEquals(
                        Stream.of(values)
                                .map(value ->
                                        value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                                .collect(Collectors.toSet()),
                        Set.copyOf(Parameter.of(declared).words())));
    }
}
