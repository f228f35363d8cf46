package org.asterism.webconsole.felix.internal;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.felix.webconsole.servlet.AbstractServlet;
import org.apache.felix.webconsole.servlet.ServletConstants;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeNames;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The page of the Web Console with all runtimes that are services. Reading the page does not start the shared runtime.
 *
 * <p>The Web Console authenticates users. A form carries a token that only pages of this servlet know, so that a page
 * of another site cannot make the user's browser change a policy.
 */
@Component(
        service = Servlet.class,
        property = {
            ServletConstants.PLUGIN_LABEL + "=asterism",
            ServletConstants.PLUGIN_TITLE + "=Runtimes",
            ServletConstants.PLUGIN_CATEGORY + "=Asterism"
        })
public final class RuntimesPage extends AbstractServlet {
    static final String TOKEN = "token";
    static final String RUNTIME = "runtime";
    static final String CONTEXT = "context";
    static final String POLICY = "policy";

    /** Parameter of the address that a form leads to: the notice to be shown. */
    private static final String NOTICE = "notice";

    private static final long serialVersionUID = 1;

    /** What a change of policy led to; shown to the browser that knows the id. */
    private record Notice(String id, String text) {}

    private final transient RuntimeNames runtimes = new RuntimeNames();
    private final transient AtomicReference<Notice> last = new AtomicReference<>(new Notice("", ""));
    private final String token = UUID.randomUUID().toString();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addRuntime(TaskRuntime runtime, Map<String, Object> properties) {
        runtimes.add(runtime, RuntimeNames.of(properties));
    }

    void removeRuntime(TaskRuntime runtime) {
        runtimes.remove(runtime);
    }

    /** By which a form names a runtime: another one may have the name by the time the form is sent. */
    static String id(TaskRuntime runtime) {
        return Integer.toHexString(System.identityHashCode(runtime));
    }

    @Override
    public void renderContent(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Html html = new Html();
        Notice notice = last.get();
        if (notice.id().equals(request.getParameter(NOTICE))) {
            html.begin("p", "class", "statline ui-state-highlight")
                    .text(notice.text())
                    .end("p");
        }
        Map<String, TaskRuntime> all = runtimes.all();
        if (all.isEmpty()) {
            html.element("p", "There is no runtime. Is the bundle org.asterism.core.impl active?");
        }
        all.forEach((name, runtime) -> new RuntimeTables(name, runtime, token).write(html));
        response.getWriter().print(html);
    }

    /** Changes a policy, and leads back to the page, so that reloading it changes nothing again. */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!token.equals(request.getParameter(TOKEN))) {
            response.sendError(
                    HttpServletResponse.SC_FORBIDDEN,
                    "the form is not from this page, or older than the bundle: load the page again");
            return;
        }
        String context = request.getParameter(CONTEXT);
        String policy = request.getParameter(POLICY);
        if (context == null || policy == null) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, "send the parameters " + CONTEXT + " and " + POLICY);
            return;
        }
        String done = runtime(request.getParameter(RUNTIME))
                .map(runtime -> change(runtime, context, policy))
                .orElse("The runtime of context '" + context + "' has gone.");
        Notice notice = new Notice(UUID.randomUUID().toString(), done);
        last.set(notice);
        response.sendRedirect(request.getRequestURI() + "?" + NOTICE + "=" + notice.id());
    }

    private Optional<TaskRuntime> runtime(String id) {
        return runtimes.all().values().stream()
                .filter(each -> id(each).equals(id))
                .findFirst();
    }

    /** Does nothing if the policy is in charge: it may have properties, which a page knows nothing of. */
    private static String change(TaskRuntime runtime, String name, String policy) {
        try {
            SchedulingContext context = runtime.context(name);
            if (context.policy().equals(Optional.of(policy))) {
                return "Context '" + name + "' uses policy '" + policy + "' already.";
            }
            context.usePolicy(policy);
            return "Context '" + name + "' uses policy '" + policy + "'.";
        } catch (UnknownPolicyException
                | PolicyRefusedException
                | IllegalArgumentException
                | IllegalStateException refused) {
            return refused.getMessage();
        }
    }
}
