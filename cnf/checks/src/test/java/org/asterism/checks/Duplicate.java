package org.asterism.checks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run of equal lines of code in two modules.
 *
 * @param first where the run is
 * @param second where it is again
 * @param lines how many lines of code are equal
 */
record Duplicate(Place first, Place second, int lines) {
    /** A file of a module, reduced to its code. */
    record Source(Path module, Path file, List<CodeLine> code) {}

    /** A line of code of a file, by its place in the list of them. */
    record Place(Source source, int index) {
        private boolean follows(Place other, int distance) {
            return source == other.source && index == other.index + distance;
        }

        @Override
        public String toString() {
            return source.file + ":" + source.code.get(index).number();
        }
    }

    /** Finds the runs of at least so many lines; a run that is in several modules once for each but the first. */
    static List<Duplicate> of(List<Source> sources, int least) {
        Map<List<String>, Place> firsts = new HashMap<>();
        List<Duplicate> found = new ArrayList<>();
        for (Source source : sources) {
            List<String> texts = source.code.stream().map(CodeLine::text).toList();
            for (int index = 0; index + least <= texts.size(); index++) {
                Place here = new Place(source, index);
                Place first = firsts.putIfAbsent(texts.subList(index, index + least), here);
                if (first != null && !first.source.module.equals(source.module)) {
                    add(first, here, least, found);
                }
            }
        }
        return found;
    }

    /** Adds a run, or lengthens the last one by a line. */
    private static void add(Place first, Place second, int least, List<Duplicate> found) {
        Duplicate last = found.isEmpty() ? null : found.getLast();
        int distance = last == null ? 0 : last.lines - least + 1;
        if (last != null && first.follows(last.first, distance) && second.follows(last.second, distance)) {
            found.set(found.size() - 1, new Duplicate(last.first, last.second, last.lines + 1));
        } else {
            found.add(new Duplicate(first, second, least));
        }
    }

    @Override
    public String toString() {
        return first + " and " + second + " share " + lines + " lines of code in a row";
    }
}
