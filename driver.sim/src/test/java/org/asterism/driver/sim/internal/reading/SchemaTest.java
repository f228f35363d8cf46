package org.asterism.driver.sim.internal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The schema for people's editors, and what the reader takes: one and the same. */
class SchemaTest {
    private static final Set<String> FOR_PEOPLE = Set.of("note", "comment", "description");

    private static Object resource(String name) throws IOException {
        try (InputStream stream = SchemaTest.class.getResourceAsStream("/org/asterism/driver/sim/" + name)) {
            return JSON.std.anyFrom(stream);
        }
    }

    /** The fields that a schema has at a place. */
    private static Set<String> fields(Object schema, String... path) {
        Object at = schema;
        for (String step : path) {
            at = at instanceof List<?> list ? list.get(Integer.parseInt(step)) : ((Map<?, ?>) at).get(step);
        }
        Set<String> names = new TreeSet<>();
        ((Map<?, ?>) ((Map<?, ?>) at).get("properties")).keySet().forEach(name -> names.add(name.toString()));
        names.removeAll(FOR_PEOPLE);
        return names;
    }

    /** The fields that the reader says there are where it meets one that is not. */
    private static Set<String> known(String path) throws IOException {
        String text = """
                {"format": "asterism-machine-1", "odd": 0,
                 "memories": [{"odd": 0}], "workers": [{"odd": 0}], "links": {"x": {"odd": 0}}, "routes": [{"odd": 0}],
                 "members": {"odd": 0, "workers": [{"odd": 0}], "to": {"odd": 0}},
                 "kernels": {"x": {"cpu": {"odd": 0, "cases": [{"odd": 0}], "law": {"odd": 0}},
                                   "gpu": {"law": {"gflops": 1, "odd": 0}}}},
                 "costs": {"odd": 0}}""";
        Problems problems = new Problems("odd", Integer.MAX_VALUE);
        new AsterismFormat(new Place(JSON.std.anyFrom(text), "$", problems)).read();
        String message = assertThrows(IllegalArgumentException.class, problems::throwIfAny)
                .getMessage();
        Matcher found = Pattern.compile(Pattern.quote(path + ".odd: is an unknown field: there are ") + "([^;\\n]*)")
                .matcher(message);
        assertTrue(found.find(), path + " in " + message);
        return new TreeSet<>(Arrays.asList(found.group(1).split(", ")));
    }

    @Test
    void shouldNameTheFieldsThatTheReaderKnows() throws IOException {
        Object schema = resource("machine.schema.json");
        assertEquals(fields(schema), known("$"));
        assertEquals(fields(schema, "$defs", "memory"), known("$.memories[0]"));
        assertEquals(fields(schema, "$defs", "workers"), known("$.workers[0]"));
        assertEquals(fields(schema, "$defs", "members"), known("$.members"));
        assertEquals(fields(schema, "$defs", "memberWorkers"), known("$.members.workers[0]"));
        assertEquals(fields(schema, "$defs", "link"), known("$.members.to"));
        assertEquals(fields(schema, "$defs", "link"), known("$.links.x"));
        assertEquals(fields(schema, "$defs", "route"), known("$.routes[0]"));
        assertEquals(fields(schema, "$defs", "timing"), known("$.kernels.x.cpu"));
        assertEquals(fields(schema, "$defs", "case"), known("$.kernels.x.cpu.cases[0]"));
        assertEquals(fields(schema, "$defs", "law", "oneOf", "0"), known("$.kernels.x.cpu.law"));
        assertEquals(fields(schema, "$defs", "law", "oneOf", "1"), known("$.kernels.x.gpu.law"));
        assertEquals(fields(schema, "$defs", "costs"), known("$.costs"));
    }
}
