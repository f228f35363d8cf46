/**
 * Predictions of how long tasks take: models, the measurements they learn from, their files, and the answers to
 * policies.
 */
package org.asterism.core.internal.prediction;
