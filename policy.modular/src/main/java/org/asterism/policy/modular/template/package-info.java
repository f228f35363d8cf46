/**
 * Templates for trees: they make {@linkplain org.asterism.api.tree.TreeDescription descriptions} from a
 * {@linkplain org.asterism.policy.modular.template.SimpleScheduler decision and flags}, or from a
 * {@linkplain org.asterism.policy.modular.template.TopologySpecification recipe per level of the machine}.
 */
@Export(substitution = Export.Substitution.NOIMPORT)
@Version("1.0.0")
package org.asterism.policy.modular.template;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
