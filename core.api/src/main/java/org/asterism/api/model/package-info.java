/**
 * Predictions of time and energy: the {@link org.asterism.api.model.PerformanceModel models} of codelets, the
 * {@link org.asterism.api.model.Predictor} that answers from them, and the {@link org.asterism.api.model.Models} that
 * show and keep their knowledge.
 */
@Export
@Version("1.0.0")
package org.asterism.api.model;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
