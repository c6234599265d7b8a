package de.orchard.harvest;

class HarvestServiceTest {
    void closesAnEmptyDay() {}
}
