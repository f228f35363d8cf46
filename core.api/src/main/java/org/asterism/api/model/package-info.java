/**
 * What is known about how long work takes and how much energy it needs: the
 * {@link org.asterism.api.model.PerformanceModel models} that codelets have, the
 * {@link org.asterism.api.model.Predictor} that answers from them, and the {@link org.asterism.api.model.Models} that
 * show and keep what was learnt.
 */
@Export
@Version("1.0.0")
package org.asterism.api.model;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
