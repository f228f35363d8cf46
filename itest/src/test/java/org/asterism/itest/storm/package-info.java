/** Random graphs under all policies, while contexts, workers and policies change. */
package org.asterism.itest.storm;
