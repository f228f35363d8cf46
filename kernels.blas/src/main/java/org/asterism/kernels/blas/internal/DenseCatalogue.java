package org.asterism.kernels.blas.internal;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.data.ElementType;
import org.asterism.kernels.blas.DenseCodelets;
import org.asterism.kernels.blas.GemmCodelets;
import org.asterism.kernels.blas.LuCodelets;
import org.asterism.spi.remote.CodeletCatalogue;
import org.asterism.spi.remote.ProvidesCodelets;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Names the codelets of this bundle, so that their tasks can run in other Java virtual machines. */
@Component(configurationPolicy = ConfigurationPolicy.IGNORE)
@ProvidesCodelets
public final class DenseCatalogue implements CodeletCatalogue {
    private final Map<String, Codelet> codelets = new LinkedHashMap<>();

    /** Creates the catalogue. */
    public DenseCatalogue() {
        codelets.put("potrf", DenseCodelets.POTRF);
        codelets.put("trsm", DenseCodelets.TRSM);
        codelets.put("syrk", DenseCodelets.SYRK);
        codelets.put("gemm", DenseCodelets.GEMM);
        codelets.put("axpy", DenseCodelets.AXPY);
        codelets.put("dot", DenseCodelets.DOT);
        codelets.put("dot.contribution", DenseCodelets.DOT_CONTRIBUTION);
        codelets.put("fill", DenseCodelets.FILL);
        codelets.put("add", DenseCodelets.ADD);
        add(ElementType.FLOAT);
        add(ElementType.DOUBLE);
    }

    private void add(ElementType element) {
        String type = element.name().toLowerCase(Locale.ROOT);
        GemmCodelets products = GemmCodelets.of(element);
        codelets.put("gemm.written." + type, products.written());
        codelets.put("gemm.added." + type, products.added());
        codelets.put("gemm.commuting." + type, products.commuting());
        codelets.put("gemm.contribution." + type, products.contribution());
        LuCodelets factors = LuCodelets.of(element);
        codelets.put("lu.getrf." + type, factors.getrf());
        codelets.put("lu.getrf.pivoted." + type, factors.getrfPivoted());
        codelets.put("lu.laswp." + type, factors.laswp());
        codelets.put("lu.trsm.lower.left." + type, factors.trsmUnitLowerLeft());
        codelets.put("lu.trsm.upper.right." + type, factors.trsmUpperRight());
        codelets.put("lu.gemm." + type, factors.gemm());
    }

    @Override
    public Map<String, Codelet> codelets() {
        return Map.copyOf(codelets);
    }
}
