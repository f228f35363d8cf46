package org.asterism.itest.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Copies files into a folder that File Install watches, and deletes them there. */
final class DroppedPlugins implements PluginDelivery {
    private static final String TREE = "pipes.tree";

    private final LiveFramework running;
    private final Path load;

    DroppedPlugins(LiveFramework running, Path load) {
        this.running = running;
        this.load = load;
    }

    @Override
    public void deliver(String version) throws Exception {
        Files.writeString(load.resolve(TREE), "fifo / journey / eager\n");
        for (ThirdPartyPlugin each : ThirdPartyPlugin.values()) {
            drop(each.bundle(version), load.resolve(each.file()));
        }
        for (ThirdPartyPlugin each : ThirdPartyPlugin.values()) {
            running.awaitBundle(each.symbolicName(), version);
        }
    }

    /** Copies a file under a name that File Install skips until it is complete. */
    static void drop(InputStream content, Path file) throws IOException {
        Path part = file.resolveSibling("." + file.getFileName());
        Files.copy(content, part, StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void remove() throws Exception {
        Files.delete(load.resolve(TREE));
        for (ThirdPartyPlugin each : ThirdPartyPlugin.values()) {
            Files.delete(load.resolve(each.file()));
        }
        for (ThirdPartyPlugin each : ThirdPartyPlugin.values()) {
            running.awaitNoBundle(each.symbolicName());
        }
    }
}
