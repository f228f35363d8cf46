package org.asterism.report.page;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.asterism.report.svg.CodeletColours;
import org.asterism.report.svg.Paint;
import org.junit.jupiter.api.Test;

class PageLookTest {
    @Test
    void shouldGiveCodeletsTheColoursOfPictures() {
        List<Paint> colours = CodeletColours.colours();
        for (int number = 0; number < colours.size(); number++) {
            assertTrue(PageLook.style()
                    .contains("--c" + number + ":" + colours.get(number).light()));
        }
    }

    @Test
    void shouldDefineEachPaintThatTheStyleSheetUses() {
        String style = PageLook.style();
        for (String used : Pattern.compile("var\\(--([a-z0-9]+)\\)")
                .matcher(style)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet())) {
            assertTrue(style.contains("--" + used + ":"), used);
        }
    }

    @Test
    void shouldLoadNothing() {
        assertFalse(PageLook.style().matches("(?s).*(@import|url\\().*"));
        for (String script : PageLook.scripts()) {
            List<String> found = Pattern.compile("(XMLHttpRequest|WebSocket|\\bfetch\\(|\\bimport\\()")
                    .matcher(script)
                    .results()
                    .map(MatchResult::group)
                    .toList();
            assertTrue(found.isEmpty(), found::toString);
        }
    }

    @Test
    void shouldWriteNoScriptThatEndsItsElement() {
        PageLook.scripts().forEach(script -> assertFalse(script.contains("</script")));
    }
}
