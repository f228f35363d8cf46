package org.asterism.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.felix.framework.cache.BundleArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;

class WorkCacheTest {
    @TempDir
    Path folder;

    private WorkCache cache;
    private Path jar;

    @BeforeEach
    void createCache() throws Exception {
        cache = new WorkCache(new FrameworkLog(), settings(), ComponentStore.none());
        jar = Path.of(
                Bundle.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private Map<String, Object> settings() {
        return Map.of(
                Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString(), WorkCache.CACHE_LOCKING_PROP, "false");
    }

    private BundleArchive archive(long id) throws Exception {
        return cache.create(id, 20, "reference:" + jar.toUri(), null, null);
    }

    private List<String> folders() throws Exception {
        try (var content = Files.list(folder.resolve("cache"))) {
            return content.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldMakeNoFolderPerBundleOfTheDistribution() throws Exception {
        var first = archive(1);
        var second = archive(2);
        first.setPersistentState(Bundle.ACTIVE);
        first.setStartLevel(30);

        assertEquals(List.of("shared"), folders());
        assertEquals(Bundle.ACTIVE, first.getPersistentState());
        assertEquals(Bundle.INSTALLED, second.getPersistentState());
        assertEquals(30, first.getStartLevel());
        assertEquals(20, second.getStartLevel());
    }

    @Test
    void shouldLendTheStoreOfComponentsToItsReaderAndToNoWriter() throws Exception {
        Path store = Files.writeString(folder.resolve("store"), "descriptions");
        cache = new WorkCache(new FrameworkLog(), settings(), ComponentStore.from(store));
        var components = archive(1);

        assertEquals(store.toFile(), components.getDataFile("componentMetadataStore"));
        Files.writeString(components.getDataFile("componentMetadataStore").toPath(), "changed");

        assertEquals("descriptions", Files.readString(store));
        assertEquals(List.of("shared"), folders());
    }

    @Test
    void shouldLetTheStoreOfComponentsBeWrittenAtTheEnd() throws Exception {
        Path store = folder.resolve("store");
        cache = new WorkCache(new FrameworkLog(), settings(), ComponentStore.to(store));
        var components = archive(1);

        assertFalse(components.getDataFile("componentMetadataStore").isFile());
        assertEquals(store.toFile(), components.getDataFile("componentMetadataStore"));
    }

    @Test
    void shouldHaveTheTimeOfTheJarAtEachStart() throws Exception {
        assertEquals(jar.toFile().lastModified(), archive(1).getLastModified());
    }

    @Test
    void shouldKeepDataOfBundlesApart() throws Exception {
        var first = archive(1);
        var second = archive(2);

        Files.writeString(first.getDataFile("data").toPath(), "first");
        Files.writeString(second.getDataFile("data").toPath(), "second");

        assertEquals("first", Files.readString(first.getDataFile("data").toPath()));
        assertEquals(List.of("bundle1", "bundle2", "shared"), folders());
    }

    @Test
    void shouldHaveAFolderOfItsOwnForAnUpdatedBundle() throws Exception {
        var updated = archive(1);
        archive(2);

        try (var content = Files.newInputStream(jar)) {
            updated.revise(null, content);
        }
        assertEquals(1, updated.getCurrentRevisionNumber());
        assertTrue(updated.isRemovalPending());
        updated.purge();

        assertEquals(1, updated.getCurrentRevisionNumber());
        assertNotNull(updated.getCurrentRevision().getManifestHeader().get(Constants.BUNDLE_SYMBOLICNAME));
        assertEquals(List.of("bundle1", "shared"), folders());

        updated.closeAndDelete();
        assertEquals(List.of("shared"), folders());
    }

    @Test
    void shouldGiveARefreshedBundleAnotherFolderForItsNativeLibraries() throws Exception {
        var refreshed = archive(1);
        var before = refreshed.getCurrentRevision().getRevisionRootDir();

        refreshed.purge();

        assertTrue(!before.equals(refreshed.getCurrentRevision().getRevisionRootDir()), before::toString);
    }
}
