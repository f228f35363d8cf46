package org.asterism.itest.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.IndexedView;
import org.asterism.api.data.Layout;
import org.asterism.itest.fixture.BandLayoutFactory;
import org.junit.Test;
import org.osgi.framework.Bundle;

/** A layout's bundle comes and goes while data have its layout. */
public class LayoutBundleIT extends Journey {
    private static final Map<String, Object> NARROW = Map.of("rows", 4, "lower", 1, "upper", 1);
    private static final int PLACES = 12;

    /** The test knows no class of the bundle's: it sees the data through the interface that the view implements. */
    private static final Codelet FILL = Codelet.named("fill")
            .access(Access.W)
            .cpu(kernel -> {
                IndexedView band = kernel.view(0, IndexedView.class);
                for (long place = 0; place < PLACES; place++) {
                    band.setDouble(place, place + 1);
                }
            })
            .build();

    private static final Codelet ADD = Codelet.named("add")
            .access(Access.R, Access.RW)
            .cpu(kernel -> {
                IndexedView from = kernel.view(0, IndexedView.class);
                IndexedView to = kernel.view(1, IndexedView.class);
                for (long place = 0; place < PLACES; place++) {
                    to.setDouble(place, to.getDouble(place) + from.getDouble(place));
                }
            })
            .build();

    @Test
    public void shouldKeepDataWhoseLayoutsBundleIsUninstalled() throws Exception {
        TaskRuntime runtime = runtime();
        Bundle bundle = install("band", PluginBundle.layout("band", "1.0.0", BandLayoutFactory.class));
        awaitLayout(runtime);
        Layout layout = runtime.data().layout("band", NARROW);
        assertEquals("band", layout.kind());
        double[] numbers = new double[PLACES];
        DataHandle home = runtime.data()
                .register(
                        layout,
                        Buffer.dense(
                                MemorySegment.ofArray(numbers), layout.buffers().getFirst()));
        DataHandle temporary = runtime.data().temporary(layout);
        runtime.task(FILL).data(home).submit();
        runtime.task(FILL).data(temporary).submit().await();

        bundle.uninstall();
        IllegalArgumentException unknown = assertThrows(
                IllegalArgumentException.class, () -> runtime.data().layout("band", NARROW));
        assertTrue(unknown.getMessage(), unknown.getMessage().contains("'band'"));

        Task sum = runtime.task(ADD).data(temporary, home).submit();
        sum.await();
        temporary.close();
        home.close();
        for (int place = 0; place < PLACES; place++) {
            assertEquals(2.0 * (place + 1), numbers[place], 0);
        }
    }

    @Test
    public void shouldMakeTheSameLayoutAgainAfterAnUpdate() throws Exception {
        TaskRuntime runtime = runtime();
        Bundle bundle = install("band", PluginBundle.layout("band", "1.0.0", BandLayoutFactory.class));
        awaitLayout(runtime);
        Layout before = runtime.data().layout("band", NARROW);
        bundle.update(PluginBundle.layout("band", "2.0.0", BandLayoutFactory.class));
        awaitLayout(runtime);
        Layout after = runtime.data().layout("band", NARROW);
        assertFalse("classes of two versions", before.equals(after));
        assertEquals(before.footprint(), after.footprint());
        assertEquals(before.buffers(), after.buffers());
        bundle.uninstall();
    }

    @Test
    public void shouldSayWhatALayoutAccepts() throws Exception {
        TaskRuntime runtime = runtime();
        Bundle bundle = install("band", PluginBundle.layout("band", "1.0.0", BandLayoutFactory.class));
        awaitLayout(runtime);
        String refusal = assertThrows(
                        IllegalArgumentException.class,
                        () -> runtime.data().layout("band", Map.of("rows", 4, "lower", -1)))
                .getMessage();
        assertTrue(
                refusal, refusal.contains("'band'") && refusal.contains("lower=-1") && refusal.contains("0 or more"));
        String unknown = assertThrows(
                        IllegalArgumentException.class, () -> runtime.data().layout("bend", NARROW))
                .getMessage();
        assertTrue(unknown, unknown.contains("'bend'") && unknown.contains("[band]"));
        bundle.uninstall();
    }

    private static void awaitLayout(TaskRuntime runtime) {
        Await.until("the layout is known", () -> {
            try {
                return runtime.data().layout("band", NARROW) != null;
            } catch (IllegalArgumentException notYet) {
                return false;
            }
        });
    }
}
