-- Attachments: notes, documents and deliveries. They refer to records of all areas, and those about pay follow pay access.

-- Notes and documents -------------------------------------------------------------------------------------------------

-- Notes on records.
CREATE TABLE note (
  tenant_id             uuid NOT NULL REFERENCES tenant,
  id                    uuid NOT NULL,
  object_type           text NOT NULL,
  object_id             uuid NOT NULL,
  -- The id is repeated in the column of the table it belongs to, so that each kind of record has a foreign key.
  container_id          uuid
    GENERATED ALWAYS AS (CASE WHEN object_type NOT IN ('employee', 'trust', 'allocationProfile', 'distribution', 'forecast', 'realization',
      'ledgerRun', 'vestingSchedule', 'taxProfile') THEN object_id END) STORED,
  participant_id        uuid GENERATED ALWAYS AS (CASE WHEN object_type IN ('employee', 'trust') THEN object_id END) STORED,
  allocation_profile_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'allocationProfile' THEN object_id END) STORED,
  distribution_id       uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'distribution' THEN object_id END) STORED,
  forecast_id           uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'forecast' THEN object_id END) STORED,
  realization_id        uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'realization' THEN object_id END) STORED,
  ledger_run_id         uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'ledgerRun' THEN object_id END) STORED,
  vesting_schedule_id   uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'vestingSchedule' THEN object_id END) STORED,
  tax_profile_id        uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'taxProfile' THEN object_id END) STORED,
  application           text NOT NULL DEFAULT 'carry',
  -- Null once it was deleted although others had replied to it.
  note_text             text CHECK (note_text <> '' AND length(note_text) <= 20000),
  deleted_at            timestamptz,
  -- When its text was last changed.
  edited_at             timestamptz,
  -- A note with an assignee is a task.
  assignee_id           uuid,
  assigned_by           uuid,
  due_date              date,
  done_at               timestamptz,
  done_by               uuid,
  -- The note that this one replies to.
  reply_to_id           uuid,
  -- The figure of the record that the note is about: its key, its name on screens, and its date.
  figure                text CHECK (figure <> '' AND length(figure) <= 400),
  figure_name           text CHECK (figure_name <> '' AND length(figure_name) <= 200),
  figure_date           date,
  row_version           integer NOT NULL DEFAULT 1,
  created_at            timestamptz NOT NULL DEFAULT now(),
  created_by            uuid,
  updated_at            timestamptz NOT NULL DEFAULT now(),
  updated_by            uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, forecast_id) REFERENCES forecast ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, realization_id) REFERENCES realization ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, vesting_schedule_id) REFERENCES vesting_schedule ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile ON DELETE CASCADE,
  CONSTRAINT note_container_id_fkey FOREIGN KEY (tenant_id, container_id, object_type)
    REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  CONSTRAINT note_ledger_run_id_fkey FOREIGN KEY (tenant_id, ledger_run_id) REFERENCES ledger_run ON DELETE CASCADE,
  CONSTRAINT note_reply_to_id_fkey FOREIGN KEY (tenant_id, reply_to_id) REFERENCES note ON DELETE CASCADE,
  CONSTRAINT note_deleted_check CHECK ((note_text IS NULL) = (deleted_at IS NOT NULL)),
  CONSTRAINT note_assigned_check CHECK (num_nulls(assignee_id, due_date) IN (0, 2)),
  CONSTRAINT note_done_check CHECK (num_nulls(done_at, done_by) IN (0, 2) AND (done_at IS NULL OR assignee_id IS NOT NULL)),
  CONSTRAINT note_figure_named CHECK ((figure IS NULL) = (figure_name IS NULL) AND (figure_date IS NULL OR figure IS NOT NULL))
);
CREATE INDEX note_object ON note (tenant_id, object_id, created_at DESC);
CREATE INDEX note_reply ON note (tenant_id, reply_to_id) WHERE reply_to_id IS NOT NULL;
CREATE INDEX note_task ON note (tenant_id, assignee_id, due_date) WHERE assignee_id IS NOT NULL AND done_at IS NULL;
CALL protect_tenant_table('note');

-- People whom a note mentions.
CREATE TABLE note_mention (
  tenant_id uuid NOT NULL REFERENCES tenant,
  id        uuid NOT NULL,
  note_id   uuid NOT NULL,
  person_id uuid NOT NULL,
  position  integer NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT note_mention_once UNIQUE (tenant_id, note_id, person_id),
  FOREIGN KEY (tenant_id, note_id) REFERENCES note ON DELETE CASCADE
);
CALL protect_tenant_table('note_mention');

-- Documents of records: a stored file or a link.
CREATE TABLE document (
  tenant_id             uuid NOT NULL REFERENCES tenant,
  id                    uuid NOT NULL,
  object_type           text NOT NULL,
  object_id             uuid NOT NULL,
  -- The id is repeated in the column of the table it belongs to, so that each kind of record has a foreign key.
  container_id          uuid
    GENERATED ALWAYS AS (CASE WHEN object_type NOT IN ('employee', 'trust', 'allocationProfile', 'distribution', 'forecast', 'realization',
      'ledgerRun', 'vestingSchedule', 'taxProfile') THEN object_id END) STORED,
  participant_id        uuid GENERATED ALWAYS AS (CASE WHEN object_type IN ('employee', 'trust') THEN object_id END) STORED,
  allocation_profile_id uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'allocationProfile' THEN object_id END) STORED,
  distribution_id       uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'distribution' THEN object_id END) STORED,
  forecast_id           uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'forecast' THEN object_id END) STORED,
  realization_id        uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'realization' THEN object_id END) STORED,
  ledger_run_id         uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'ledgerRun' THEN object_id END) STORED,
  vesting_schedule_id   uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'vestingSchedule' THEN object_id END) STORED,
  tax_profile_id        uuid GENERATED ALWAYS AS (CASE WHEN object_type = 'taxProfile' THEN object_id END) STORED,
  application           text NOT NULL DEFAULT 'carry',
  name                  text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  category_id           uuid,
  url                   text CHECK (length(url) <= 2000),
  file_type             text NOT NULL DEFAULT 'other'
    CHECK (file_type IN ('excel', 'pdf', 'word', 'powerpoint', 'zip', 'rar', 'text', 'other')),
  mime_type             text,
  size_bytes            bigint CHECK (size_bytes >= 0),
  sha256                bytea CHECK (octet_length(sha256) = 32),
  storage_key           text,
  -- A document of an investor or a vehicle can be released to linked investors. It is sent with the next transfer of their figures.
  is_released           boolean NOT NULL DEFAULT false,
  -- The transfer that brought the document, and its id at the sender. A statement printed from the figures of a transfer has no such id.
  transfer_id           uuid,
  origin_id             uuid,
  row_version           integer NOT NULL DEFAULT 1,
  created_at            timestamptz NOT NULL DEFAULT now(),
  created_by            uuid,
  updated_at            timestamptz NOT NULL DEFAULT now(),
  updated_by            uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, category_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, allocation_profile_id) REFERENCES allocation_profile ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, distribution_id) REFERENCES distribution ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, forecast_id) REFERENCES forecast ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, realization_id) REFERENCES realization ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, vesting_schedule_id) REFERENCES vesting_schedule ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile ON DELETE CASCADE,
  CONSTRAINT document_container_id_fkey FOREIGN KEY (tenant_id, container_id, object_type)
    REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE,
  CONSTRAINT document_ledger_run_id_fkey FOREIGN KEY (tenant_id, ledger_run_id) REFERENCES ledger_run ON DELETE CASCADE,
  -- A document is a stored file or a link.
  CHECK (num_nonnulls(url, storage_key) = 1),
  CONSTRAINT document_released_check CHECK (NOT is_released OR object_type IN ('investor', 'fund', 'coinvestment')),
  CONSTRAINT document_origin_check CHECK (origin_id IS NULL OR transfer_id IS NOT NULL),
  -- The file belongs to the tenant of the row. Keys of the first versions do not name a tenant.
  CONSTRAINT document_own_file CHECK (starts_with(storage_key, tenant_id::text || '/'))
);
CREATE INDEX document_object ON document (tenant_id, object_id, created_at DESC);
CREATE INDEX document_transfer ON document (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
CALL protect_tenant_table('document');

-- Notes and documents of an employee in compensation, and their audit log entries, are visible only to people who may see that
-- employee's pay.
CREATE POLICY visible_pay ON note AS RESTRICTIVE TO carrara_app
  USING (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()))
  WITH CHECK (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()));
CREATE POLICY visible_pay ON document AS RESTRICTIVE TO carrara_app
  USING (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()))
  WITH CHECK (application <> 'comp' OR object_type <> 'employee' OR object_id IN (SELECT visible_pay()));
-- Returns whether the policies of notes show a note to the caller.
CREATE FUNCTION can_view_note(note_id uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM note n WHERE n.tenant_id = current_tenant() AND n.id = note_id)
$$;
REVOKE EXECUTE ON FUNCTION can_view_note(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION can_view_note(uuid) TO carrara_app, carrara_worker;
-- Mentions are visible to those who see the note.
CREATE POLICY visible_note ON note_mention AS RESTRICTIVE TO carrara_app USING (can_view_note(note_id)) WITH CHECK (can_view_note(note_id));
CREATE POLICY visible_pay_notes ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type NOT IN ('note', 'document') OR coalesce(after, before) ->> 'application' IS DISTINCT FROM 'comp'
    OR coalesce(after, before) ->> 'objectType' IS DISTINCT FROM 'employee' OR container_id IN (SELECT visible_pay()));

-- Returns those of some people who see the pay of an employee, for notes on that pay. It acts as each of them for one question.
CREATE FUNCTION pay_readers(employee uuid, people uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  caller CONSTANT text := current_setting('app.person_id');
  reader uuid;
BEGIN
  IF NOT can_view_pay(employee) THEN RETURN; END IF;
  FOREACH reader IN ARRAY people LOOP
    PERFORM set_config('app.person_id', reader::text, true);
    IF can_view_pay(employee) THEN RETURN NEXT reader; END IF;
  END LOOP;
  PERFORM set_config('app.person_id', caller, true);
END $$;
REVOKE EXECUTE ON FUNCTION pay_readers(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pay_readers(uuid, uuid[]) TO carrara_app, carrara_worker;

-- Deliveries: documents released to the people they are about ---------------------------------------------------------

-- A release of one version of a document, such as the letters of a distribution or the statements of a year. Earlier versions remain stored
-- when a later release supersedes them, and a withdrawn one stays visible to its recipients but can't be opened.
CREATE TABLE delivery_release (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('LETTER', 'STATEMENT')),
  -- The distribution, or the statements of a year.
  object_id     uuid NOT NULL,
  name          text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  version       integer NOT NULL CHECK (version > 0),
  -- The text that recipients acknowledge. Null if no acknowledgment is required.
  wording       text CHECK (wording <> '' AND length(wording) <= 4000),
  -- The wording of the letters: every text of the firm's letter template at the release. Letters created again have the same texts.
  letter_template jsonb CHECK (jsonb_typeof(letter_template) = 'object'),
  superseded_by uuid,
  withdrawn_at  timestamptz,
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT delivery_release_version UNIQUE (tenant_id, kind, object_id, version),
  CONSTRAINT delivery_release_template CHECK ((kind = 'LETTER') = (letter_template IS NOT NULL)),
  FOREIGN KEY (tenant_id, superseded_by) REFERENCES delivery_release
);
CALL protect_tenant_table('delivery_release', 'SELECT, INSERT');
GRANT UPDATE (superseded_by, row_version, updated_at, updated_by, withdrawn_at) ON delivery_release TO carrara_app;

-- The file of one recipient, with its exact bytes.
CREATE TABLE delivery (
  tenant_id           uuid NOT NULL,
  id                  uuid NOT NULL,
  delivery_release_id uuid NOT NULL,
  kind                text NOT NULL CHECK (kind IN ('LETTER', 'STATEMENT')),
  participant_id      uuid NOT NULL,
  file_name           text NOT NULL CHECK (file_name <> '' AND length(file_name) <= 400),
  mime_type           text NOT NULL CHECK (length(mime_type) <= 200),
  size_bytes          bigint NOT NULL CHECK (size_bytes >= 0),
  sha256              bytea NOT NULL CHECK (octet_length(sha256) = 32),
  storage_key         text NOT NULL,
  created_at          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT delivery_recipient UNIQUE (tenant_id, delivery_release_id, participant_id),
  FOREIGN KEY (tenant_id, delivery_release_id) REFERENCES delivery_release,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  CONSTRAINT delivery_own_file CHECK (starts_with(storage_key, tenant_id::text || '/'))
);
CREATE INDEX delivery_participant ON delivery (tenant_id, participant_id, created_at DESC);
CALL protect_tenant_table('delivery', 'SELECT, INSERT');

-- A statement of pay is visible to those who see that pay, and to its recipient.
CREATE POLICY visible_pay ON delivery AS RESTRICTIVE TO carrara_app
  USING (kind <> 'STATEMENT' OR participant_id IN (SELECT visible_pay()) OR participant_id IN (SELECT own_participant_ids()))
  WITH CHECK (kind <> 'STATEMENT' OR participant_id IN (SELECT visible_pay()) OR participant_id IN (SELECT own_participant_ids()));

-- The history of a delivery. It is only added to, and sealed daily like other logs.
CREATE TABLE delivery_event (
  tenant_id     uuid NOT NULL,
  id            uuid NOT NULL,
  delivery_id   uuid NOT NULL,
  kind          text NOT NULL
    CHECK (kind IN ('RELEASED', 'MAILED', 'UNMAILED', 'OPENED', 'DOWNLOADED', 'ACKNOWLEDGED', 'REMINDED', 'SUPERSEDED', 'WITHDRAWN')),
  -- Null for the program itself, such as when it sends a mail.
  person_id     uuid,
  version       integer NOT NULL,
  sha256        text NOT NULL CHECK (length(sha256) = 64),
  -- The acknowledged text, or the response of a mail server.
  detail        text CHECK (length(detail) <= 4000),
  typed_name    text CHECK (typed_name <> '' AND length(typed_name) <= 200),
  -- True if a second factor was required just before.
  is_stepped_up boolean NOT NULL DEFAULT false,
  address       text NOT NULL DEFAULT '' CHECK (length(address) <= 200),
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES delivery
);
CREATE INDEX delivery_event_delivery ON delivery_event (tenant_id, delivery_id, created_at);
CALL protect_tenant_table('delivery_event', 'SELECT, INSERT');
GRANT INSERT ON delivery_event TO carrara_worker;

-- Returns whether the policies of deliveries show a delivery to the caller.
CREATE FUNCTION can_view_delivery(delivery_id uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM delivery d WHERE d.tenant_id = current_tenant() AND d.id = delivery_id)
$$;
REVOKE EXECUTE ON FUNCTION can_view_delivery(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION can_view_delivery(uuid) TO carrara_app, carrara_worker;
CREATE POLICY visible_delivery ON delivery_event AS RESTRICTIVE TO carrara_app
  USING (can_view_delivery(delivery_id)) WITH CHECK (can_view_delivery(delivery_id));

-- The daily seal of delivery events: their number and a digest over them. The audit log has a copy.
CREATE TABLE delivery_day (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  day        date NOT NULL,
  number     integer NOT NULL,
  digest     text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, day)
);
CALL protect_tenant_table('delivery_day', 'SELECT, INSERT');

-- Storage -------------------------------------------------------------------------------------------------------------

-- Returns the bytes that all files of the tenant take, including files that the caller does not see. A released statement is one file,
-- although its release and its delivery both name it.
CREATE FUNCTION stored_bytes() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum(bytes), 0)::bigint FROM (
    SELECT key, max(bytes) AS bytes FROM (
      SELECT storage_key AS key, size_bytes AS bytes FROM document WHERE tenant_id = current_tenant() AND storage_key IS NOT NULL
      UNION ALL SELECT storage_key, size_bytes FROM upload_history WHERE tenant_id = current_tenant() AND storage_key IS NOT NULL
      UNION ALL SELECT storage_key, size_bytes FROM delivery WHERE tenant_id = current_tenant()
      UNION ALL SELECT storage_key, size_bytes FROM pay_statement_release WHERE tenant_id = current_tenant()
    ) named GROUP BY key
  ) files
$$;
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION stored_bytes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stored_bytes() TO carrara_app, carrara_worker;
ALTER FUNCTION stored_bytes() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
