/**
 * Contracts as tests. Whoever writes a scheduling policy, a driver, a balancer, a layout, a topology provider or an
 * application extends the class of that name in its own tests and says there what is to be tested; JUnit then runs the
 * whole contract on it:
 *
 * <pre>{@code
 * final class MyPolicyTest extends SchedulingPolicyContract {
 *     @Override
 *     protected SchedulingPolicyFactory factory() {
 *         return new MyPolicyFactory();
 *     }
 * }
 * }</pre>
 *
 * <p>The doubles of the core's types that the contracts use ({@link org.asterism.tck.FakeTask},
 * {@link org.asterism.tck.FakeWorker}, {@link org.asterism.tck.FakePolicyContext},
 * {@link org.asterism.tck.VirtualClock} and so on) serve a plug-in's other tests too. None of this needs the core or
 * OSGi at run time.
 */
package org.asterism.tck;
