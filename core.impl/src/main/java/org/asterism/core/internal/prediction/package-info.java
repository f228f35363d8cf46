/**
 * What is known about how long tasks take: the models, what they learn from, where they are kept, and who answers from
 * them.
 */
package org.asterism.core.internal.prediction;
