#!/bin/sh
# What every change here has to pass. You run it as CI does: it needs impressionism
# on the PATH, and neither the client nor a database.
set -eu
cd "$(dirname "$0")"
impressionism rules validate
impressionism rules test
impressionism rules fuzz
