package org.asterism.core.internal.runtime.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.PolicySupervisor;
import org.asterism.core.internal.plugin.BalancerPlugin;
import org.asterism.core.internal.plugin.LayoutPlugin;
import org.asterism.core.internal.plugin.Plugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.spi.thread.BackgroundThread;

/**
 * The contexts of a runtime that are described by configuration.
 *
 * <p>After each change, every context is brought a step nearer to its description, until no further step is possible. A
 * context that has to wait for something, such as its outer context, is tried again after the next change.
 *
 * <p>A context is closed on a separate thread, since closing waits for its tasks. A context cannot change its parent or
 * whether it shares its workers. For such a change it is closed and made anew.
 *
 * <p>Guarded by itself, also around the making and changing of contexts; {@link #problems} never waits.
 */
final class ConfiguredContexts {
    private static final Logger LOG = System.getLogger(ConfiguredContexts.class.getName());

    /** A configuration and its context. */
    private static final class Entry {
        private String source;
        private String name;

        /** Null if it cannot be read. */
        private ContextDescription wanted;

        private String slip;
        private boolean gone;

        /** Null if there is none. */
        private Context made;

        /** The description of the present context. */
        private ContextDescription present;

        private boolean closing;

        /** It was closed by hand, and is not wanted again before its configuration changes. */
        private ContextDescription dismissed;

        private String problem;

        private boolean isOver() {
            return gone && made == null;
        }
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> problems = new ConcurrentHashMap<>();
    private Contexts contexts;
    private boolean ended;

    /**
     * The thread that brings the contexts nearer to their descriptions just now, or null; and whether it has to look
     * again.
     */
    private volatile Thread settler;

    private volatile boolean again;

    /** Stops the listening for plug-ins, from when the runtime has begun. */
    private Runnable stopListening = () -> {};

    /** Takes note of a configuration that has come or changed. */
    synchronized void put(String pid, ContextReader reader) {
        Entry entry = entries.computeIfAbsent(pid, any -> new Entry());
        String before = entry.name;
        entry.source = reader.source();
        entry.gone = false;
        entry.dismissed = null;
        entry.slip = null;
        try {
            entry.wanted = reader.read();
            entry.name = entry.wanted.name();
        } catch (IllegalArgumentException wrong) {
            entry.wanted = null;
            entry.slip = wrong.getMessage();
            if (entry.made == null) {
                entry.name = reader.name().isEmpty() ? pid : reader.name();
            }
        }
        if (before != null && !before.equals(entry.name)) {
            problems.remove(before);
        }
        settle();
    }

    /** Takes note of a configuration that has gone. */
    synchronized void remove(String pid) {
        Entry entry = entries.get(pid);
        if (entry != null) {
            entry.gone = true;
            settle();
        }
    }

    /** Creates the contexts in a started runtime. */
    void begin(Contexts contexts, Plugins plugins) {
        begin(contexts);
        listen(plugins, new Plugins.Listener() {
            @Override
            public void arrived(Plugin plugin) {
                if (!(plugin instanceof BalancerPlugin || plugin instanceof LayoutPlugin)) {
                    settle(); // for what was refused; contexts find what they wait for themselves
                }
            }

            @Override
            public void left(Plugin plugin) {
                // The contexts are informed.
            }
        });
    }

    private synchronized void listen(Plugins plugins, Plugins.Listener listener) {
        if (!ended) {
            plugins.addListener(listener);
            stopListening = () -> plugins.removeListener(listener);
        }
    }

    private synchronized void begin(Contexts ofRuntime) {
        contexts = ofRuntime;
        entries.values().forEach(entry -> entry.made = null); // of a runtime that could not be begun
        settle();
    }

    /** The runtime ends, and the contexts with it. */
    synchronized void end() {
        ended = true;
        stopListening.run();
    }

    Map<String, String> problems() {
        return Map.copyOf(problems);
    }

    /** Brings all contexts as near to their descriptions as it can be now. */
    void settle() {
        Thread by = settler;
        if (by != null
                && PolicySupervisor.isOnBehalfOf(by)) { // a policy that is made for one of them has brought a plug-in
            again = true;
        } else {
            settleNow();
        }
    }

    private synchronized void settleNow() {
        if (ended) {
            return;
        }
        settler = Thread.currentThread();
        try {
            boolean moved = contexts != null;
            while (moved) {
                again = false;
                moved = false;
                for (Entry entry : List.copyOf(entries.values())) {
                    moved |= step(entry);
                }
                moved |= again;
            }
        } finally {
            settler = null;
        }
        entries.values().removeIf(Entry::isOver);
        report();
    }

    /** Makes one step; false if there is none to be made now. */
    private boolean step(Entry entry) {
        if (entry.closing) {
            return false;
        }
        boolean wasClosed = entry.made != null && entry.made.state() == ContextState.CLOSED;
        if (wasClosed) {
            entry.made = null;
            entry.dismissed = entry.present;
        }
        ContextDescription wanted = entry.wanted;
        if (entry.made == null) {
            boolean makes = !entry.gone && wanted != null && !wanted.equals(entry.dismissed) && make(entry);
            return wasClosed || makes;
        }
        if (entry.gone || wanted != null && mustBeMadeAnew(entry.present, wanted)) {
            close(entry);
            return true;
        }
        return wanted != null && !wanted.equals(entry.present) && change(entry);
    }

    private static boolean mustBeMadeAnew(ContextDescription present, ContextDescription wanted) {
        return !present.name().equals(wanted.name())
                || !present.parent().equals(wanted.parent())
                || present.sharesWorkers() != wanted.sharesWorkers();
    }

    private boolean make(Entry entry) {
        return tryTo(entry, () -> entry.made = contexts.make(entry.wanted));
    }

    private boolean change(Entry entry) {
        return tryTo(entry, () -> contexts.change(entry.made, entry.wanted));
    }

    private static boolean tryTo(Entry entry, Runnable step) {
        try {
            step.run();
            entry.present = entry.wanted;
            entry.problem = null;
            return true;
        } catch (RuntimeException refused) {
            entry.problem = refused.getMessage();
            return false;
        }
    }

    /** Closes a context, and with it those that are nested in it. */
    private void close(Entry entry) {
        List<Entry> closing = new ArrayList<>(List.of(entry));
        for (int index = 0; index < closing.size(); index++) {
            String name = closing.get(index).present.name();
            for (Entry nested : entries.values()) {
                if (nested.made != null && nested.present.parent().equals(name) && !closing.contains(nested)) {
                    closing.add(nested);
                }
            }
        }
        closing.forEach(each -> {
            each.closing = true;
            each.problem = null;
        });
        Context outermost = entry.made;
        new BackgroundThread("asterism-closer-" + outermost.name(), () -> closeNow(closing, outermost)).start();
    }

    private void closeNow(List<Entry> closing, Context outermost) {
        String problem = null;
        try {
            outermost.close();
        } catch (RuntimeException stuck) {
            problem = "it cannot be closed: " + stuck.getMessage();
        }
        synchronized (this) {
            for (Entry entry : closing) {
                entry.closing = false;
                if (problem == null) {
                    entry.made = null;
                }
            }
            closing.getFirst().problem = problem;
            if (problem == null) {
                settle();
            } else if (!ended) {
                report();
            }
        }
    }

    private void report() {
        Map<String, String> now = new LinkedHashMap<>();
        for (Entry entry : entries.values()) {
            String problem = entry.slip != null ? entry.slip : entry.problem;
            if (problem != null) {
                String name = entry.made == null ? entry.name : entry.present.name();
                now.put(
                        name,
                        entry.source + ": " + problem
                                + (entry.made == null
                                        ? "; there is no context of it"
                                        : "; context '" + name + "' stays as it was"));
            }
        }
        problems.keySet().retainAll(now.keySet());
        now.forEach((name, problem) -> {
            if (!problem.equals(problems.put(name, problem))) {
                LOG.log(Level.ERROR, problem);
            }
        });
    }
}
