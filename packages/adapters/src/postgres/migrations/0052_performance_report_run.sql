-- A report that somebody ran to be kept: what was asked, until which act of the audit trail things were known, and the digest of its figures, by which it
-- is seen that the same question is still answered the same.
CREATE TABLE report_run (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  report      text NOT NULL CHECK (report ~ '^[a-z]+([-/][a-z]+)*$' AND length(report) <= 60),
  parameters  jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
  asked       text NOT NULL CHECK (length(asked) <= 2000),
  description text CHECK (length(description) <= 4000),
  known_seq   bigint NOT NULL CHECK (known_seq >= 0),
  engine_version text NOT NULL,
  row_count   integer NOT NULL CHECK (row_count >= 0),
  figures_hash text NOT NULL CHECK (figures_hash ~ '^[0-9a-f]{64}$'),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX report_run_made ON report_run (tenant_id, created_at DESC);
CALL protect_tenant_table('report_run', 'SELECT, INSERT');
