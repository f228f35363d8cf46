package org.asterism.trace.events.internal.log;

import java.util.Arrays;
import java.util.logging.Logger;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.log.LogService;

/**
 * Diverts the messages of all bundles of Asterism to the Log Service, as long as there is one. Bundles log through
 * {@link System.Logger}, which the JDK backs with {@code java.util.logging}; so a handler of that is the one place
 * which all messages pass. Without a Log Service there is no such component, and nothing of this package is loaded.
 *
 * <p>It wants the whole service, not only a {@code LoggerFactory}: {@code deploy.fileinstall} has one of these, which
 * logs here again.
 */
@Component(
        service = {},
        immediate = true,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class LogForwarder {
    /** The name that the loggers of all bundles of Asterism begin with. */
    static final String OURS = "org.asterism";

    /** Strong, because the JDK forgets a logger that nobody refers to, together with its handlers. */
    private final Logger ours = Logger.getLogger(OURS);

    private final boolean hadParentHandlers;
    private final ServiceHandler handler;

    /**
     * Called by Declarative Services.
     *
     * @param service takes the messages
     * @param context of this bundle
     */
    @Activate
    public LogForwarder(@Reference LogService service, BundleContext context) {
        handler = new ServiceHandler(service, context, ours);
        synchronized (ours) {
            hadParentHandlers = isForwarded() || ours.getUseParentHandlers();
            ours.addHandler(handler);
            ours.setUseParentHandlers(false);
        }
    }

    /** Returns the messages to where they went before, if no other framework in this virtual machine forwards them. */
    @Deactivate
    public void deactivate() {
        synchronized (ours) {
            ours.removeHandler(handler);
            if (!isForwarded()) {
                ours.setUseParentHandlers(hadParentHandlers);
            }
        }
    }

    /**
     * Whether there is another forwarder. All frameworks of the virtual machine share the logger, but each has its own
     * class of the handler.
     */
    private boolean isForwarded() {
        return Arrays.stream(ours.getHandlers())
                .anyMatch(each -> each.getClass().getName().equals(ServiceHandler.class.getName()));
    }
}
