label_bucket = "orchard-labels"
