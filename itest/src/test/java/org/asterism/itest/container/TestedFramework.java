package org.asterism.itest.container;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.osgi.framework.launch.FrameworkFactory;

/** A framework that our bundles are tested in. */
enum TestedFramework {
    FELIX {
        @Override
        FrameworkFactory factory() {
            return new org.apache.felix.framework.FrameworkFactory();
        }
    },
    /** Not on the class path, because Pax Exam wants a single framework there. */
    EQUINOX {
        @Override
        FrameworkFactory factory() throws ReflectiveOperationException, MalformedURLException {
            URL[] jar = {Path.of(System.getProperty("asterism.equinox")).toUri().toURL()};
            return new URLClassLoader("equinox", jar, TestedFramework.class.getClassLoader())
                    .loadClass("org.eclipse.osgi.launch.EquinoxFactory")
                    .asSubclass(FrameworkFactory.class)
                    .getConstructor()
                    .newInstance();
        }
    };

    abstract FrameworkFactory factory() throws ReflectiveOperationException, MalformedURLException;
}
