package org.asterism.webconsole.felix.internal;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.api.Codelet;
import org.asterism.api.ContextDescription;
import org.asterism.api.Kernel;
import org.asterism.api.TaskRuntime;
import org.asterism.api.WorkerSelection;
import org.asterism.api.WorkerState;
import org.asterism.core.internal.testing.HandDevice;
import org.asterism.core.internal.testing.HandDriver;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RuntimesPageTest {
    private static final Pattern HIDDEN = Pattern.compile("name=\"(token|runtime)\" value=\"([^\"]+)\"");

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final RuntimesPage page = new RuntimesPage();

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private String show(Map<String, String> parameters) throws IOException {
        Exchange exchange = new Exchange(parameters);
        page.renderContent(exchange.request(), exchange.response());
        return exchange.written();
    }

    private Exchange send(String context, String policy, Map<String, String> others) throws IOException {
        Map<String, String> parameters = new HashMap<>(Map.of("context", context, "policy", policy));
        Matcher hidden = HIDDEN.matcher(show(Map.of()));
        while (hidden.find()) {
            parameters.putIfAbsent(hidden.group(1), hidden.group(2));
        }
        parameters.putAll(others);
        Exchange exchange = new Exchange(parameters);
        page.doPost(exchange.request(), exchange.response());
        return exchange;
    }

    /** What the page says after a form was sent. */
    private String notice(Exchange sent) throws IOException {
        String address = sent.redirect().orElseThrow();
        assertTrue(address.startsWith("/system/console/asterism?notice="), address);
        String shown = show(Map.of("notice", address.substring(address.indexOf('=') + 1)));
        return shown.substring(shown.indexOf("ui-state-highlight\">") + 20, shown.indexOf("</p>"));
    }

    private void showRuntime() {
        page.addRuntime(runtime, Map.of("runtime.name", "lab"));
    }

    @Test
    void shouldSayThatThereIsNoRuntime() throws IOException {
        assertEquals("<p>There is no runtime. Is the bundle org.asterism.core.impl active?</p>\n", show(Map.of()));
        page.addRuntime(runtime, Map.of());
        assertTrue(show(Map.of()).contains(">Runtime default</span>"));
        page.removeRuntime(runtime);
        assertFalse(show(Map.of()).contains("</span>"));
    }

    @Test
    void shouldShowContextsWithTheirPoliciesAndTasks() throws Exception {
        showRuntime();
        runtime.createContext(ContextDescription.named("batch <1> ${x} \\")
                .withPolicy("prio")
                .withWorkers(new WorkerSelection.None()));
        runtime.task(Codelet.named("work").cpu(kernel -> {}).build()).submit();
        runtime.waitAll();
        await(() -> runtime.workers().stream().anyMatch(worker -> worker.state() == WorkerState.SLEEPING));
        String shown = show(Map.of());
        assertTrue(shown.contains("<td>batch &lt;1&gt; &#36;{x} &#92;</td>"), shown);
        assertTrue(shown.contains("<td>none</td>"), shown);
        assertTrue(shown.contains("selected=\"selected\">eager</option>"), shown);
        assertTrue(shown.contains("selected=\"selected\">prio</option>"), shown);
        assertTrue(shown.contains("<td>0</td>\n<td>0</td>\n<td>1</td>\n<td>0</td>\n<td>0</td>\n</tr>"), shown);
        assertTrue(shown.contains("<td>default</td>\n<td>active</td>"), shown);
        assertTrue(shown.contains("<td>sleeping</td>"), shown);
    }

    @Test
    void shouldShowWhyAContextIsParked() throws IOException {
        showRuntime();
        laboratory.plugins.remove(laboratory.eager);
        String shown = show(Map.of());
        assertTrue(shown.contains("<td>parked: policy &#39;eager&#39; has left"), shown);
        assertTrue(shown.contains("none, wanted: "), shown);
        assertTrue(shown.contains("selected=\"selected\">eager</option>"), shown);
    }

    @Test
    void shouldShowWorkersOfLostDevices() throws IOException {
        HandDriver driver = new HandDriver();
        HandDevice device = driver.comes();
        laboratory.addDriver("hand", driver);
        showRuntime();
        runtime.task(Codelet.named("work")
                        .implementation(HandDevice.ARCHITECTURE, (Kernel) kernel -> {})
                        .build())
                .submit();
        await(() -> device.underWay() == 1);
        assertTrue(show(Map.of()).contains("<td>hand-0</td>"));
        device.lose("error 999");
        await(() -> runtime.workers().size() == 2);
        assertTrue(show(Map.of()).contains("<td>lost: device hand-0 is lost: error 999</td>"));
    }

    @Test
    void shouldChangeThePolicyOfAContext() throws IOException {
        showRuntime();
        assertEquals(
                "Context &#39;default&#39; uses policy &#39;prio&#39;.", notice(send("default", "prio", Map.of())));
        assertEquals(Optional.of("prio"), runtime.defaultContext().policy());
        assertFalse(show(Map.of("notice", "made up")).contains("ui-state-highlight"));
    }

    @Test
    void shouldLeaveThePolicyInChargeAndItsPropertiesAlone() throws IOException {
        showRuntime();
        long changes = runtime.defaultContext().policyChanges();
        String said = notice(send("default", "eager", Map.of()));
        assertEquals("Context &#39;default&#39; uses policy &#39;eager&#39; already.", said);
        assertEquals(changes, runtime.defaultContext().policyChanges());
    }

    @Test
    void shouldNotChangeARuntimeThatHasGotTheNameOfAnother() throws IOException {
        showRuntime();
        page.removeRuntime(runtime);
        try (TaskRuntime other = laboratory.runtime()) {
            page.addRuntime(other, Map.of("runtime.name", "lab"));
            Exchange late = send("default", "prio", Map.of("runtime", RuntimesPage.id(runtime)));
            assertEquals("The runtime of context &#39;default&#39; has gone.", notice(late));
            assertEquals(Optional.of("eager"), other.defaultContext().policy());
        }
    }

    @Test
    void shouldSayWhyAPolicyCannotBeChanged() throws IOException {
        showRuntime();
        assertTrue(notice(send("default", "fast", Map.of())).contains("&#39;fast&#39;"));
        assertTrue(notice(send("left", "prio", Map.of())).contains("&#39;left&#39;"));
        Exchange gone = send("default", "prio", Map.of("runtime", "left"));
        assertEquals("The runtime of context &#39;default&#39; has gone.", notice(gone));
        assertEquals(Optional.of("eager"), runtime.defaultContext().policy());
    }

    @Test
    void shouldRefuseFormsOfOtherPages() throws IOException {
        showRuntime();
        Exchange foreign = send("default", "prio", Map.of("token", "guess"));
        assertEquals(
                Optional.of("403 the form is not from this page, or older than the bundle: load the page again"),
                foreign.error());
        assertEquals(Optional.of("eager"), runtime.defaultContext().policy());
    }
}
