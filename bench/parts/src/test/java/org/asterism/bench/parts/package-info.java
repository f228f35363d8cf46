/** The benchmarks as part of the build: that they run, not how fast. */
package org.asterism.bench.parts;
