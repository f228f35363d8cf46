package org.asterism.run;

import java.nio.file.Path;
import org.asterism.api.ScopedRuntime;

/** For runs that ask for no tree and no context. */
final class NoHost implements RunHost {
    @Override
    public NamedTree declareTree(Path file) {
        throw new AssertionError("unexpected tree " + file);
    }

    @Override
    public ScopedRuntime scope(String context) {
        throw new AssertionError("unexpected context " + context);
    }
}
