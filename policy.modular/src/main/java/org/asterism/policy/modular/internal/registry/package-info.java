/** Registry of the available kinds of components, the declared trees and the resulting policies. */
package org.asterism.policy.modular.internal.registry;
