-- What was vested of what a person gets through an entity, kept beside what was vested of the entity's share: it stops with the person's own
-- termination. Runs that were disbursed before have no such rows; their letters stay as they were.
CREATE TABLE distribution_member_vesting (
  tenant_id   uuid NOT NULL,
  distribution_source_id uuid NOT NULL,
  participant_id uuid NOT NULL,
  member_id   uuid NOT NULL,
  vested_percentage numeric(20,10) CHECK (vested_percentage BETWEEN 0 AND 100),
  PRIMARY KEY (tenant_id, distribution_source_id, participant_id, member_id),
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  FOREIGN KEY (tenant_id, member_id) REFERENCES participant
);
CALL protect_tenant_table('distribution_member_vesting', 'SELECT, INSERT');
