package org.asterism.kernels.blas.internal.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** How the libraries are found, by stand-ins for them. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CudaLibrariesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldLookWhereTheUserSaysFirstAndThenInToolkits() throws Exception {
        Path own = Files.createDirectories(folder.resolve("own"));
        Path home = Files.createDirectories(folder.resolve("home/lib64")).getParent();
        Path older = Files.createDirectories(folder.resolve("local/cuda-12.6/lib64"));
        Path newer = Files.createDirectories(folder.resolve("local/cuda-13.0/targets/x86_64-linux/lib"));
        Path local = folder.resolve("local");
        assertEquals(
                List.of(own, home.resolve("lib64"), newer, older),
                LibraryPlaces.of(own.toString(), Map.of("CUDA_HOME", home.toString()), local));
        assertEquals(
                List.of(own, newer, older),
                LibraryPlaces.of(null, Map.of(LibraryPlaces.VARIABLE, own.toString()), local));
        assertEquals(List.of(), LibraryPlaces.of(null, Map.of("CUDA_PATH", " "), folder.resolve("nowhere")));
    }

    @Test
    void shouldLookIntoEachFolderOfPackagesOfPip() throws Exception {
        Path site = folder.resolve("site-packages");
        Path blas = Files.createDirectories(site.resolve("nvidia/cublas/lib"));
        Path solver = Files.createDirectories(site.resolve("nvidia/cusolver/lib"));
        assertEquals(
                List.of(site, blas, solver), LibraryPlaces.of(site.toString(), Map.of(), folder.resolve("nowhere")));
    }

    @Test
    @Order(2) // what another test has loaded would be found by its name
    void shouldLoadLibrariesOfPipWhoseDependenciesLieElsewhere() throws Exception {
        StandInLibraries.assumeCompiler();
        Path packages = folder.resolve("nvidia");
        // cuBLAS needs the library that lies beside neither of those that are called.
        StandInLibraries.build(
                packages.resolve("x/lib"), packages.resolve("cublas/lib"), packages.resolve("cusolver/lib"), 12);
        List<Path> places = LibraryPlaces.of(folder.toString(), Map.of(), folder.resolve("nowhere"));
        CudaLibraries.Search search = CudaLibraries.search(places, 12);
        CudaLibraries found = search.found().orElseThrow(() -> new AssertionError(search.report()));
        assertEquals(12, found.major());
        assertTrue(found.blas().contains("libcublas.so.12"), found.blas());
        assertTrue(found.blas().contains("libcusolver.so.11"), found.blas());
    }

    @Test
    void shouldTakeTheNewestVersionThatTheDriverKnows() throws Exception {
        StandInLibraries.assumeCompiler();
        StandInLibraries.build(folder, 12);
        StandInLibraries.build(folder, 13);
        assertEquals(
                13,
                CudaLibraries.search(List.of(folder), 13).found().orElseThrow().major());
        assertEquals(
                12,
                CudaLibraries.search(List.of(folder), 12).found().orElseThrow().major());
    }

    @Test
    @Order(1)
    void shouldSayWhatWasLookedForAndHowToMendIt() throws Exception {
        StandInLibraries.assumeCompiler();
        StandInLibraries.build(folder, 12);
        Files.delete(folder.resolve("libcublasLt.so.12"));
        Files.delete(folder.resolve("libcusolver.so.11"));
        CudaLibraries.Search search = CudaLibraries.search(List.of(folder), 12);
        assertTrue(search.found().isEmpty(), search.report());
        for (String part : List.of(
                folder.resolve("libcublas.so.12") + " cannot be loaded",
                "no libcusolver.so.11",
                "CUDA 13 were not tried, as the driver is of CUDA 12",
                "asterism.cuda.libraries",
                "ASTERISM_CUDA_LIBRARIES",
                folder.toString())) {
            assertTrue(search.report().contains(part), search.report());
        }
    }

    @Test
    @Order(3)
    void shouldDoWithoutLibrariesThatLackAFunction() throws Exception {
        StandInLibraries.assumeCompiler();
        StandInLibraries.build(folder, 13);
        CudaLibraries all = CudaLibraries.search(List.of(folder), 13).found().orElseThrow();
        assertTrue(CudaDense.on(all).isPresent());
        SymbolLookup some = name -> name.equals("cusolverDnDlaswp")
                ? Optional.empty()
                : all.symbols().find(name);
        assertEquals(Optional.empty(), CudaDense.on(new CudaLibraries(13, "these", some)));
    }
}
