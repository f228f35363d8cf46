package org.asterism.trace.internal.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceTree;
import org.asterism.trace.internal.format.OfTree;

/** Events of changed trees, which are definitions, in their places between the records. One thread at a time. */
final class TreeChanges {
    private final Vocabulary vocabulary;
    private final Consumer<? super TraceEvent> reader;
    private final Iterator<OfTree> left;
    private final long firstTime;
    private OfTree next;

    TreeChanges(Vocabulary vocabulary, long firstTime, Consumer<? super TraceEvent> reader) {
        this.vocabulary = vocabulary;
        this.reader = reader;
        this.firstTime = firstTime;
        List<OfTree> all = new ArrayList<>(vocabulary.trees);
        all.sort(Comparator.comparingLong(OfTree::time));
        left = all.iterator();
        advance();
    }

    private void advance() {
        next = left.hasNext() ? left.next() : null;
    }

    /** Gives the reader the changes that come before a record of some time. */
    void until(long time) {
        while (next != null && next.time() <= time) {
            reader.accept(event(next));
            advance();
        }
    }

    private TraceEvent event(OfTree tree) {
        return new TraceEvent.TreeChanged(
                Math.max(tree.time(), firstTime),
                vocabulary.threads.get(tree.thread()),
                vocabulary.names.get(tree.context()),
                tree.policy() == 0
                        ? Optional.empty()
                        : Optional.of(new TraceTree(
                                vocabulary.names.get(tree.policy()),
                                tree.parts().stream()
                                        .map(part -> component(part, tree.parts()))
                                        .toList())));
    }

    private TraceComponent component(OfTree.Part part, List<OfTree.Part> all) {
        return new TraceComponent(
                vocabulary.names.get(part.name()),
                vocabulary.names.get(part.kind()),
                part.reservoir(),
                Arrays.stream(part.children())
                        .filter(child -> child >= 0 && child < all.size())
                        .mapToObj(child -> vocabulary.names.get(all.get(child).name()))
                        .toList(),
                Arrays.stream(part.workers()).mapToObj(vocabulary.names::get).toList());
    }
}
