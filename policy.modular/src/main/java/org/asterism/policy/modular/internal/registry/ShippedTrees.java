package org.asterism.policy.modular.internal.registry;
final class ShippedTrees { static void declareAll(TreeRegistry registry) {} }
