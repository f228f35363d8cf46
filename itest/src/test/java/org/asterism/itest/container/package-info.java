/** Journeys through a real framework with the real bundles: what comes, changes and goes while tasks run. */
package org.asterism.itest.container;
