-- A source's own escrow percentage, in place of the run's default; without one the run's applies.
ALTER TABLE distribution_source ADD COLUMN default_escrow numeric(20, 10) CHECK (default_escrow BETWEEN 0 AND 100);
