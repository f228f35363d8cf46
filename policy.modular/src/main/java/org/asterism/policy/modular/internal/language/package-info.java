/**
 * The notation of trees: {@link org.asterism.policy.modular.internal.language.DescriptionReader},
 * {@link org.asterism.policy.modular.internal.language.DescriptionWriter}.
 */
package org.asterism.policy.modular.internal.language;
