package org.asterism.container;

import java.nio.file.Path;
import org.asterism.embedded.Asterism;
import org.asterism.embedded.Container;

/** Opens the shell, and goes on when the user has left it. */
final class ShellProgram {
    private ShellProgram() {}

    /** Watches the folder that is named. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Container container =
                Asterism.container().watch(Path.of(arguments[0])).shell().start()) {
            container.awaitStop();
        }
        System.out.println("the shell is closed");
    }
}
