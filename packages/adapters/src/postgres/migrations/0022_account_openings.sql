-- The warnings that were taken note of when it was submitted: [{text, by, at}].
ALTER TABLE distribution ADD COLUMN acknowledgements jsonb NOT NULL DEFAULT '[]';

-- What somebody had at a source when the firm began to keep its account here.
ALTER TABLE account_entry DROP CONSTRAINT account_entry_kind_check;
ALTER TABLE account_entry ADD CONSTRAINT account_entry_kind_check
  CHECK (kind IN ('ACCRUAL', 'DISTRIBUTION', 'CLAWBACK', 'TRANSFER', 'ADJUSTMENT', 'OPENING'));
