-- What a person is typing into the editor of a distribution, as it is typed: half-finished or wrong, until it is saved or discarded. It changes
-- nothing of the distribution. When that goes, the draft stays as one of a new distribution.
CREATE TABLE distribution_draft (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  person_id   uuid NOT NULL,
  distribution_id uuid,
  -- The row version of the distribution that was being looked at when the typing began.
  based_on    integer,
  content     jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, person_id) REFERENCES membership ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE SET NULL (distribution_id)
);
CREATE INDEX distribution_draft_person ON distribution_draft (tenant_id, person_id, updated_at DESC);
CREATE INDEX distribution_draft_distribution ON distribution_draft (tenant_id, distribution_id);
CALL protect_tenant_table('distribution_draft');
