-- What a person is told of, and the mails that leave. A notification is written in the transaction of what it tells of.
CREATE TABLE notification (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  person_id  uuid NOT NULL REFERENCES person,
  kind       text NOT NULL CHECK (kind IN ('approval', 'upload', 'transfer', 'document', 'access', 'token', 'task')),
  subject    text NOT NULL CHECK (subject <> '' AND length(subject) <= 300),
  -- Where it is shown, as the address of a screen.
  link       text CHECK (link ~ '^/' AND length(link) <= 400),
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  -- When a mail is to tell of it; empty where none does, and once it was made.
  mail_at    timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX notification_person ON notification (tenant_id, person_id, created_at DESC);
CREATE INDEX notification_mail ON notification (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX notification_age ON notification (created_at);
CALL protect_tenant_table('notification', 'SELECT, INSERT');
GRANT UPDATE (read_at) ON notification TO carrara_app;
GRANT INSERT, UPDATE, DELETE ON notification TO carrara_worker;
-- Told to anybody of the firm, read by whom it is for.
DROP POLICY tenant_rows ON notification;
CREATE POLICY own_rows ON notification TO carrara_app
  USING (tenant_id = (SELECT current_tenant()) AND person_id = (SELECT current_person()))
  WITH CHECK (tenant_id = (SELECT current_tenant()));

-- By kind, when a mail tells a person; the same in all firms of the person.
CREATE TABLE mail_choice (
  person_id uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  kind      text NOT NULL,
  choice    text NOT NULL CHECK (choice IN ('ONCE', 'DAILY', 'NEVER')),
  PRIMARY KEY (person_id, kind)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_choice TO carrara_app, carrara_worker;

-- Mails on their way: written in the transaction of what causes them, worked by every server process, taken over when one dies.
CREATE TABLE mail (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  person_id  uuid REFERENCES person,
  kind       text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]*$'),
  address    text NOT NULL CHECK (length(address) BETWEEN 3 AND 320),
  subject    text NOT NULL CHECK (subject <> '' AND length(subject) <= 400),
  -- Its parts, each a text and maybe the address of a screen.
  parts      jsonb NOT NULL CHECK (jsonb_typeof(parts) = 'array'),
  -- The token of its link, sealed by a key that is not in the database; gone once it was accepted.
  token      bytea CHECK (octet_length(token) BETWEEN 29 AND 200),
  status     text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'SENDING', 'SENT', 'FAILED')),
  -- Refusals since it was last asked for.
  refusals   integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  -- Which sending this is: what an earlier one still wants to say is not heard any more.
  attempt    integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  due_at     timestamptz NOT NULL,
  -- When what it links to ends: later it is not sent any more.
  good_until timestamptz,
  heartbeat_at timestamptz,
  -- What the mail server last said.
  answer     text CHECK (length(answer) <= 500),
  created_at timestamptz NOT NULL,
  created_by uuid,
  ended_at   timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((ended_at IS NULL) = (status IN ('WAITING', 'SENDING')))
);
CREATE INDEX mail_open ON mail (due_at) WHERE status IN ('WAITING', 'SENDING');
CREATE INDEX mail_time ON mail (tenant_id, created_at DESC);
CREATE INDEX mail_ended ON mail (ended_at) WHERE ended_at IS NOT NULL;
CALL protect_tenant_table('mail', 'SELECT, INSERT, UPDATE');
GRANT INSERT, UPDATE, DELETE ON mail TO carrara_worker;
