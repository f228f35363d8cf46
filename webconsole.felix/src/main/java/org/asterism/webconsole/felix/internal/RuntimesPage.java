package org.asterism.webconsole.felix.internal;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.felix.webconsole.servlet.AbstractServlet;
import org.apache.felix.webconsole.servlet.ServletConstants;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The page of the Web Console with all runtimes that are services. Reading the page does not start the shared runtime.
 *
 * <p>The Web Console asks users who they are. A form carries a token that only pages of this servlet know, so that a
 * page of another site cannot make the user's browser change a policy.
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
        Notice notice = new Notice(UUID.randomUUID().toString(), change(request));
        last.set(notice);
        response.sendRedirect(request.getRequestURI() + "?" + NOTICE + "=" + notice.id());
    }

    private String change(HttpServletRequest request) {
        String name = request.getParameter(CONTEXT);
        String policy = request.getParameter(POLICY);
        TaskRuntime runtime = runtimes.all().get(request.getParameter(RUNTIME));
        if (runtime == null || name == null || policy == null) {
            return "The runtime has gone: load the page again.";
        }
        try {
            runtime.context(name).usePolicy(policy);
            return "Context '" + name + "' uses policy '" + policy + "'.";
        } catch (UnknownPolicyException
                | PolicyRefusedException
                | IllegalArgumentException
                | IllegalStateException refused) {
            return refused.getMessage();
        }
    }
}
