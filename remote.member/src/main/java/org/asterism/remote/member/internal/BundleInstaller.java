package org.asterism.remote.member.internal;

import java.io.InputStream;
import org.asterism.kit.remote.CodeletSource;

/** Installs bundles of coordinators. Any thread may call {@link #mostBytes} and {@link #execute}. */
public interface BundleInstaller {
    /** Installs none. */
    BundleInstaller NONE = new BundleInstaller() {
        @Override
        public long mostBytes() {
            return 0;
        }

        @Override
        public void execute(Runnable work) {
            // There is none.
        }

        @Override
        public String obstacle(CodeletSource source) {
            return "the member installs no bundles";
        }

        @Override
        public String install(CodeletSource source, InputStream jar) {
            return obstacle(source);
        }

        @Override
        public void close() {
            // Nothing was installed.
        }
    };

    /** Returns the greatest number of bytes of a bundle; 0 if none are installed. */
    long mostBytes();

    /** Runs work that may call the next two methods, by a thread of the installer; drops it after {@link #close}. */
    void execute(Runnable work);

    /**
     * Tells whether a bundle can be installed, before it is sent.
     *
     * @return why it cannot, in a phrase with the remedy; null if it can; empty if there is no need, because it runs
     *     here already
     */
    String obstacle(CodeletSource source);

    /**
     * Installs and starts a bundle.
     *
     * @param source what the bundle must be
     * @param jar its content
     * @return why it cannot be used, in a phrase with the remedy, and then it is not installed; empty if its codelets
     *     can be found
     */
    String install(CodeletSource source, InputStream jar);

    /** Uninstalls what was installed, and installs nothing more. */
    void close();
}
