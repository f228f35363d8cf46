package org.asterism.deploy.fileinstall.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FailureTest {
    @Test
    void shouldSayWhichJavaAClassIsFor() {
        String words = Failure.words(new RuntimeException(new UnsupportedClassVersionError(
                "a/B has been compiled by a more recent version of the Java Runtime (class file version 75.0), this"
                        + " version"
                        + " of the Java Runtime only recognizes class file versions up to 69.0")));

        assertTrue(words.startsWith("its class a.B was compiled for Java 31, and this is Java "), words);
    }

    @Test
    void shouldSayWhichPackageToImport() {
        assertEquals(
                "the class a.b.C is not found; put it into the bundle, or the package a.b into its Import-Package",
                Failure.words(new NoClassDefFoundError("a/b/C")));
    }

    @Test
    void shouldNameTheInnermostCause() {
        String words = Failure.words(new IllegalStateException("outer", new IllegalArgumentException("inner")));

        assertTrue(words.startsWith("it throws java.lang.IllegalArgumentException: inner"), words);
        assertTrue(words.endsWith("; mend it and copy the file again"), words);
    }

    @Test
    void shouldPutRangesOfVersionsIntoWords() {
        assertEquals(
                " in version 2.0.0 or newer but below 3.0.0",
                Lack.versions("(&(osgi.wiring.package=x)(version>=2.0.0)(!(version>=3.0.0)))"));
        assertEquals(
                " in version 1.0.0 or newer but 2.0.0 or older",
                Lack.versions("(&(osgi.wiring.package=x)(version>=1.0.0)(version<=2.0.0))"));
        assertEquals("", Lack.versions("(osgi.wiring.package=x)"));
    }
}
