package de.orchard.harvest;

import lombok.Data;

/** A crate; see {@link CrateLabel} of the old printer. */
@Data
public class Crate {
    private String orchardCode;
    private int grams;

    // void splitByVariety() {}
    public boolean isRipe() {
        return grams > 0;
    }
}
