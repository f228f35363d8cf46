package org.asterism.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A line of a Java file that does something. Blank lines, comments, imports, package lines and lone brackets do not.
 *
 * @param number of the line in the file, from 1
 * @param text its words, with one space where there are several
 */
record CodeLine(int number, String text) {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern NO_CODE = Pattern.compile("//.*|(import|package) .*|[{}()\\[\\];,]*");

    /** The lines of code of a file, in their order. */
    static List<CodeLine> of(List<String> file) {
        List<CodeLine> code = new ArrayList<>();
        boolean isComment = false;
        for (int index = 0; index < file.size(); index++) {
            String line = SPACES.matcher(file.get(index).strip()).replaceAll(" ");
            isComment |= line.startsWith("/*");
            if (!isComment && !NO_CODE.matcher(line).matches()) {
                code.add(new CodeLine(index + 1, line));
            }
            isComment &= !line.contains("*/");
        }
        return code;
    }
}
