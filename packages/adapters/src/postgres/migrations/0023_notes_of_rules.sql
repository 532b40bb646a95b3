-- Vesting schedules and tax profiles carry notes and documents as the other records do.
ALTER TABLE note DROP CONSTRAINT note_object_type_check;
ALTER TABLE note
  ADD CONSTRAINT note_object_type_check CHECK (object_type IN ('fund', 'coinvestment', 'investment', 'tranche', 'vintage', 'entity', 'employee',
    'trust', 'allocationProfile', 'distribution', 'forecast', 'realization', 'vestingSchedule', 'taxProfile')),
  ADD COLUMN vesting_schedule_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'vestingSchedule' THEN object_id END) STORED,
  ADD COLUMN tax_profile_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'taxProfile' THEN object_id END) STORED,
  ADD FOREIGN KEY (tenant_id, vesting_schedule_id) REFERENCES vesting_schedule ON DELETE CASCADE,
  ADD FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile ON DELETE CASCADE;

ALTER TABLE document DROP CONSTRAINT document_object_type_check;
ALTER TABLE document
  ADD CONSTRAINT document_object_type_check CHECK (object_type IN ('fund', 'coinvestment', 'investment', 'tranche', 'vintage', 'entity', 'employee',
    'trust', 'allocationProfile', 'distribution', 'forecast', 'realization', 'vestingSchedule', 'taxProfile')),
  ADD COLUMN vesting_schedule_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'vestingSchedule' THEN object_id END) STORED,
  ADD COLUMN tax_profile_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'taxProfile' THEN object_id END) STORED,
  ADD FOREIGN KEY (tenant_id, vesting_schedule_id) REFERENCES vesting_schedule ON DELETE CASCADE,
  ADD FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile ON DELETE CASCADE;
