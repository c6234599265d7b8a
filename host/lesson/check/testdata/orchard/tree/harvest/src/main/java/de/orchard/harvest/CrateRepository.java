package de.orchard.harvest;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

public interface CrateRepository extends JpaRepository<Crate, Long> {
    List<Crate> findByOrchardCode(String code);
}
