-- Long work that somebody has started: worked by every server process, taken over when one dies, found again by who started it. Nobody else
-- sees it, whatever their role. The result is a file of the store, kept for some days.
CREATE TABLE task (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  person_id   uuid NOT NULL REFERENCES person,
  kind        text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]*$'),
  title       text NOT NULL CHECK (title <> '' AND length(title) <= 400),
  input       jsonb NOT NULL CHECK (jsonb_typeof(input) = 'object'),
  status      text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED')),
  done        integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total       integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  -- What the person should know of the result, or why there is none.
  remarks     jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(remarks) = 'array'),
  stop_asked  boolean NOT NULL DEFAULT false,
  -- Which run of the work this is: what an earlier one still wants to say is not heard any more.
  attempt     integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  heartbeat_at timestamptz,
  storage_key text CHECK (length(storage_key) <= 200),
  file_name   text CHECK (length(file_name) <= 300),
  mime_type   text CHECK (length(mime_type) <= 200),
  created_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((storage_key IS NULL) = (file_name IS NULL) AND (storage_key IS NULL) = (mime_type IS NULL)),
  CHECK (storage_key IS NULL OR status = 'DONE'),
  CHECK ((ended_at IS NULL) = (status IN ('WAITING', 'RUNNING')))
);
CREATE INDEX task_person ON task (tenant_id, person_id, created_at DESC);
CREATE INDEX task_open ON task (created_at) WHERE status IN ('WAITING', 'RUNNING');
CREATE INDEX task_ended ON task (ended_at) WHERE ended_at IS NOT NULL;
CALL protect_tenant_table('task', 'SELECT, INSERT, UPDATE');
GRANT UPDATE, DELETE ON task TO carrara_worker;
-- In the place of the rule for a tenant's rows: of those, one's own.
DROP POLICY tenant_rows ON task;
CREATE POLICY own_rows ON task TO carrara_app
  USING (tenant_id = (SELECT current_tenant()) AND person_id = (SELECT current_person()))
  WITH CHECK (tenant_id = (SELECT current_tenant()) AND person_id = (SELECT current_person()));
