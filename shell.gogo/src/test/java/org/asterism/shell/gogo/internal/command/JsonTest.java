package org.asterism.shell.gogo.internal.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void shouldWriteNullsAndAllDigits() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("x", 123.456789);
        fields.put("note", null);
        assertEquals("[{\"x\":123.456789,\"note\":null}]", Json.line(List.of(fields)));
    }

    @Test
    void shouldWriteNumbersThatJsonDoesNotKnowAsStrings() {
        assertEquals("{\"a\":\"NaN\"}", Json.line(Map.of("a", Double.NaN)));
    }
}
