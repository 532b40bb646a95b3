-- A clawback of carry's ledger posts its entry to the ledger of the vehicle: what it came from is that run.
ALTER TABLE ledger_entry
  DROP CONSTRAINT ledger_entry_source_kind_check,
  ADD CONSTRAINT ledger_entry_source_kind_check CHECK (source_kind IN ('UPLOAD', 'DISTRIBUTION', 'TRANSFER', 'LEDGER_RUN'));
