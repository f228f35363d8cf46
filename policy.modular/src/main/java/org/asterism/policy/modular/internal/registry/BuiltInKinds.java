package org.asterism.policy.modular.internal.registry;

import java.util.List;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.policy.modular.internal.worker.CombinedWorkerKind;
import org.asterism.policy.modular.internal.worker.WorkerKind;
import org.asterism.spi.component.ComponentFamily;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

/** Kinds of components that every tree has, without a separate bundle. */
final class BuiltInKinds {
    /** Kind of the component of a worker. */
    static final ComponentDescription WORKER = new ComponentDescription(
            WorkerKind.NAME,
            ComponentFamily.WORKER.toString(),
            "stands for a worker: ends every way through a tree, and is there without being named",
            WorkerKind.PARAMETERS,
            provider());

    /** Kind of the component of workers that run parallel tasks together. */
    static final ComponentDescription COMBINED_WORKER = new ComponentDescription(
            CombinedWorkerKind.NAME,
            ComponentFamily.WORKER.toString(),
            "stands for workers that run parallel tasks together: ends every way below 'each combined-worker'",
            CombinedWorkerKind.PARAMETERS,
            provider());

    /** Both kinds. */
    static final List<ComponentDescription> ALL = List.of(WORKER, COMBINED_WORKER);

    private BuiltInKinds() {}

    static boolean has(String kind) {
        return ALL.stream().anyMatch(one -> one.name().equals(kind));
    }

    private static String provider() {
        Bundle bundle = FrameworkUtil.getBundle(BuiltInKinds.class);
        return bundle == null ? "" : bundle.getSymbolicName() + " " + bundle.getVersion();
    }
}
