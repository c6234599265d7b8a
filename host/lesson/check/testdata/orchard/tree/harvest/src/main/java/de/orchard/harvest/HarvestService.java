package de.orchard.harvest;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.transaction.annotation.Transactional;

public class HarvestService {
    private final CrateRepository crates;
    @Value("${harvest.batch-size}")
    private int batchSize;

    public HarvestService(CrateRepository crates) {
        this.crates = crates;
    }

    @Transactional
    public void closeDay(String day) {
        crates.findByOrchardCode(day).forEach(this::weigh);
    }

    private void weigh(Crate crate) {}
}
