-- Realizations accrue carry to the accounts. The tables were there from the beginning and nothing wrote to them; now a realization has its
-- states, is shared out like a run, keeps what it was computed from, and posts.
ALTER TABLE realization
  ADD COLUMN status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'POSTED', 'REVERSED')),
  ADD COLUMN kind text NOT NULL DEFAULT 'REGULAR' CHECK (kind IN ('REGULAR', 'REVERSAL')),
  ADD COLUMN reverses_id uuid,
  ADD COLUMN is_determined boolean NOT NULL DEFAULT true,
  ADD COLUMN total_accrued numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN total_unallocated numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0),
  ADD COLUMN unallocated_acknowledged_at timestamptz,
  ADD COLUMN unallocated_acknowledged_by uuid,
  ADD COLUMN inputs jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN problems jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN engine_version text,
  ADD COLUMN last_edited_by uuid,
  ADD COLUMN posted_at timestamptz,
  ADD COLUMN posted_by uuid,
  ADD CONSTRAINT realization_kind CHECK ((kind = 'REVERSAL') = (reverses_id IS NOT NULL)),
  -- Only what may still be changed is not determined.
  ADD CONSTRAINT realization_determined CHECK (is_determined OR (status = 'DRAFT' AND kind = 'REGULAR')),
  ADD FOREIGN KEY (tenant_id, reverses_id) REFERENCES realization,
  -- What is reversed is reversed once.
  ADD CONSTRAINT realization_reversed_once UNIQUE (tenant_id, reverses_id);

ALTER TABLE realization_source
  ADD COLUMN source_type text NOT NULL DEFAULT 'Fund Investment'
    CHECK (source_type IN ('Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche')),
  ADD COLUMN is_determined boolean NOT NULL DEFAULT true,
  ADD COLUMN accrued numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN unallocated numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0);
ALTER TABLE realization_source ALTER COLUMN source_type DROP DEFAULT, ALTER COLUMN realization_date SET NOT NULL;

ALTER TABLE realization_detail ADD COLUMN is_terminated boolean NOT NULL DEFAULT false;

-- A row of a realization posts once, however often it is posted.
ALTER TABLE account_entry ADD COLUMN realization_detail_id uuid,
  ADD FOREIGN KEY (tenant_id, realization_detail_id) REFERENCES realization_detail,
  ADD CONSTRAINT account_entry_realized_row CHECK ((realization_detail_id IS NULL) = (realization_source_id IS NULL));
CREATE UNIQUE INDEX account_entry_accrued_once ON account_entry (tenant_id, realization_detail_id) WHERE realization_detail_id IS NOT NULL;
