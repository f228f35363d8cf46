package org.asterism.shell.gogo.internal.context;

import java.util.Map;
import java.util.WeakHashMap;
import org.apache.felix.service.command.CommandSession;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Numbers that each session saw last. Any thread may use it. */
@Component(service = SeenLoads.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class SeenLoads {
    private final Map<CommandSession, Looks> looks = new WeakHashMap<>();

    /** Called by Declarative Services. */
    public SeenLoads() {}

    /** Returns the numbers that a session saw last. */
    synchronized Looks of(CommandSession session) {
        return looks.computeIfAbsent(session, any -> new Looks());
    }
}
