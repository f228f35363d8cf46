package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles the Java in the guides: whole classes as they are, fragments within a class that has what they speak of. */
final class DocumentedProgramsTest {
    private static final List<String> DOCUMENTS = List.of(
            "README.md",
            "docs/guide/plain-java.md",
            "docs/guide/program.md",
            "docs/guide/data.md",
            "docs/guide/failures.md",
            "docs/guide/contexts.md",
            "docs/guide/configuration.md",
            "docs/developer-guide.md",
            "docs/devices.md",
            "docs/parallel-tasks.md",
            "examples/policy-template/README.md",
            "policy.parallel/README.md");
    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final String FRAGMENT = """
            import java.lang.foreign.*;
            import java.nio.file.Path;
            import java.time.*;
            import java.util.*;
            import org.asterism.api.*;
            import org.asterism.api.TaskRuntime;
            import org.asterism.api.data.*;
            import org.asterism.api.device.*;
            import org.asterism.api.model.*;
            import org.asterism.embedded.Asterism;
            import org.asterism.embedded.Container;
            import org.asterism.kit.policy.*;

            final class Fragment {
                TaskRuntime runtime;
                RuntimeFactory factory;
                Codelet codelet;
                DataHandle input;
                DataHandle output;

                void run() throws Exception {
            %s
                }
            }
            """;

    @TempDir
    Path classes;

    /**
     * A program in a document.
     *
     * @param place where it stands, for people
     * @param text what stands there
     */
    record Program(String place, String text) {
        String source() {
            return isClass() ? text : FRAGMENT.formatted(text);
        }

        boolean isClass() {
            return text.startsWith("package ") || text.startsWith("import ");
        }

        String fileName() {
            Matcher name = Pattern.compile("final class (\\w+)").matcher(source());
            assertTrue(name.find(), () -> place + ": no 'final class' in it");
            return name.group(1) + ".java";
        }

        @Override
        public String toString() {
            return place;
        }
    }

    static Stream<Program> programs() throws IOException {
        List<Program> programs = new ArrayList<>();
        for (String document : DOCUMENTS) {
            String text = String.join("\n", Documents.lines(document));
            Matcher program = JAVA.matcher(text);
            while (program.find()) {
                long line = text.substring(0, program.start()).lines().count() + 1;
                programs.add(new Program(document + ", line " + line, program.group(1)));
            }
        }
        assertFalse(programs.isEmpty(), "no Java in " + DOCUMENTS);
        return programs.stream();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldCompileTheProgramsInTheGuides(Program program) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///" + program.fileName()), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return program.source();
                    }
                };
        List<String> options =
                List.of("-d", classes.toString(), "-proc:none", "-classpath", System.getProperty("java.class.path"));
        boolean compiled = compiler.getTask(null, null, problems, options, null, List.of(file))
                .call();
        assertTrue(
                compiled,
                () -> program.place() + ":\n"
                        + String.join(
                                "\n",
                                problems.getDiagnostics().stream()
                                        .map(problem -> problem.getMessage(Locale.ROOT))
                                        .toList()));
    }
}
