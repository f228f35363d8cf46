package org.asterism.policy.modular.internal.registry;

final class AssembledTrees implements TreeMaker {
    @Override
    public org.asterism.spi.policy.SchedulingPolicy make(String name, org.asterism.api.tree.TreeDescription description, java.util.Map<String, ComponentKind> kinds, org.asterism.spi.policy.PolicyContext context, Runnable onClose) { return null; }
    @Override
    public java.util.List<String> faults(org.asterism.api.tree.TreeDescription description) { return null; }
    @Override
    public java.util.List<String> faults(String name, org.asterism.api.tree.TreeDescription description, java.util.Map<String, ComponentKind> kinds, org.asterism.spi.policy.PolicyContext context, java.util.List<org.asterism.api.Worker> workers) { return null; }
}
