-- What was vested of each share on the day of a run, kept when the run is disbursed, so that what is entered later changes no letter of it. Null:
-- not determined. Runs that were disbursed before have no such rows.
CREATE TABLE distribution_vesting (
  tenant_id   uuid NOT NULL,
  distribution_source_id uuid NOT NULL,
  participant_id uuid NOT NULL,
  vested_percentage numeric(20,10) CHECK (vested_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, distribution_source_id, participant_id),
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant
);
CALL protect_tenant_table('distribution_vesting', 'SELECT, INSERT');
