package org.asterism.components.modular.gemm.internal;

import java.util.List;
import java.util.Set;
import org.asterism.api.Parameter;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code gemm}. */
@ProvidesComponent("gemm")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=gemm",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=gives multiplications of matrices to the child where they end first,"
                    + " and all else to processor cores",
            SchedulingComponentFactory.PARAMETERS + "=" + GemmFactory.CODELETS
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class GemmFactory implements SchedulingComponentFactory {
    /** The default names: those of BLAS, of the codelets in kernels.blas, and of the models of StarPU's examples. */
    static final String CODELETS = "codelets (gemm sgemm dgemm chol_model_gemm chol_model_22 starpu_slu_lu_model_22"
            + " starpu_dlu_lu_model_22): names of the codelets, or of their models, that multiply matrices, with blanks"
            + " between";

    /** Called by Declarative Services. */
    public GemmFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        Parameter codelets = Parameter.of(CODELETS);
        String names = context.parameters()
                .allowOnly(CODELETS)
                .values()
                .getOrDefault(codelets.name(), codelets.standard())
                .strip();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("property '" + codelets.name()
                    + "' is ''; allowed are names of codelets or models, at least one, with blanks or commas between");
        }
        return new GemmComponent(context, Set.copyOf(List.of(names.split("[\\s,]+"))));
    }
}
