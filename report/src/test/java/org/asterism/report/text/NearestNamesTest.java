package org.asterism.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NearestNamesTest {
    private static final List<String> POLICIES = List.of("dmda", "dmdar", "eager", "heteroprio", "lws", "prio", "ws");

    @Test
    void shouldFindWhatDiffersByASlip() {
        assertEquals(List.of("eager"), NearestNames.near("eagr", POLICIES));
        assertEquals(List.of("eager"), NearestNames.near("aeger", POLICIES), "swapped letters are one slip");
        assertEquals(List.of("eager"), NearestNames.near("Eager", POLICIES));
        assertEquals(List.of("prio"), NearestNames.near("prio1", POLICIES));
        assertEquals(List.of("heteroprio"), NearestNames.near("hetero", POLICIES));
        assertEquals(List.of(), NearestNames.near("magic", POLICIES));
        assertEquals(List.of(), NearestNames.near("x", POLICIES));
        assertEquals(List.of("--policy"), NearestNames.near("--polcy", List.of("--n", "--policy", "--cpu")));
        assertEquals(List.of(), NearestNames.near("--nope", List.of("--n", "--policy")), "dashes are no likeness");
    }

    @Test
    void shouldListAllOfAFewNamesAndCountMany() {
        List<String> many =
                IntStream.range(0, 40).mapToObj(number -> "policy-" + number).toList();

        assertEquals("there is: a", NearestNames.instead("x", List.of("a"), "L"));
        assertEquals("there are: a, b", NearestNames.instead("x", List.of("a", "b"), "L"));
        assertEquals(
                "did you mean 'eager'? there are: eager, prio",
                NearestNames.instead("egaer", List.of("eager", "prio"), "L"));
        assertEquals(
                "did you mean 'policy-1' or 'policy-0' or 'policy-10'? asterism:policies lists all 40",
                NearestNames.instead("polcy-1", many, "asterism:policies"));
        assertEquals(
                "there are 40, such as policy-0, policy-1, policy-2, policy-3, policy-4, policy-5, policy-6, policy-7;"
                        + " asterism:policies lists them",
                NearestNames.instead("fast", many, "asterism:policies"));
    }
}
