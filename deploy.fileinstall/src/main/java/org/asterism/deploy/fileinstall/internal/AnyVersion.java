package org.asterism.deploy.fileinstall.internal;

import java.util.Map;
import org.osgi.resource.Namespace;
import org.osgi.resource.Requirement;
import org.osgi.resource.Resource;

/** Asks the framework for providers of a capability in any version. */
record AnyVersion(String namespace, String filter) implements Requirement {
    @Override
    public String getNamespace() {
        return namespace;
    }

    @Override
    public Map<String, String> getDirectives() {
        return Map.of(Namespace.REQUIREMENT_FILTER_DIRECTIVE, filter);
    }

    @Override
    public Map<String, Object> getAttributes() {
        return Map.of();
    }

    @Override
    public Resource getResource() {
        return null;
    }
}
