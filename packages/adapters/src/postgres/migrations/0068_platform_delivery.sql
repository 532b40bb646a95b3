-- Documents that a firm releases to the people whom they are about: a release of one version of something (the letters of a distribution, a statement), a
-- delivery for each recipient with the very bytes, and what became of it. Both versions stay when a later release takes the place of an earlier one.
-- The participants who are the person of the transaction, by their ids alone.
CREATE FUNCTION own_participant_ids() RETURNS SETOF uuid
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$ SELECT o.participant_id FROM own_participants() o $$;
REVOKE EXECUTE ON FUNCTION own_participant_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_participant_ids() TO carrara_app, carrara_worker;

CREATE TABLE delivery_release (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('LETTER', 'STATEMENT')),
  -- What it is a version of: a distribution, the statements of a year.
  object_id   uuid NOT NULL,
  name        text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  version     integer NOT NULL CHECK (version > 0),
  -- What a recipient acknowledges; null where nobody is asked to.
  wording     text CHECK (wording <> '' AND length(wording) <= 4000),
  superseded_by uuid,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT delivery_release_version UNIQUE (tenant_id, kind, object_id, version),
  FOREIGN KEY (tenant_id, superseded_by) REFERENCES delivery_release
);
CALL protect_tenant_table('delivery_release', 'SELECT, INSERT');
GRANT UPDATE (superseded_by, row_version, updated_at, updated_by) ON delivery_release TO carrara_app;

CREATE TABLE delivery (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  delivery_release_id uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('LETTER', 'STATEMENT')),
  participant_id uuid NOT NULL,
  file_name   text NOT NULL CHECK (file_name <> '' AND length(file_name) <= 400),
  mime_type   text NOT NULL CHECK (length(mime_type) <= 200),
  size_bytes  bigint NOT NULL CHECK (size_bytes >= 0),
  sha256      bytea NOT NULL CHECK (octet_length(sha256) = 32),
  storage_key text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT delivery_recipient UNIQUE (tenant_id, delivery_release_id, participant_id),
  FOREIGN KEY (tenant_id, delivery_release_id) REFERENCES delivery_release,
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant
);
CREATE INDEX delivery_participant ON delivery (tenant_id, participant_id, created_at DESC);
CALL protect_tenant_table('delivery', 'SELECT, INSERT');
-- A statement of pay is seen by those who see that pay, and by the person whom it is about.
CREATE POLICY visible_pay ON delivery AS RESTRICTIVE TO carrara_app
  USING (kind <> 'STATEMENT' OR participant_id IN (SELECT visible_pay()) OR participant_id IN (SELECT own_participant_ids()))
  WITH CHECK (kind <> 'STATEMENT' OR participant_id IN (SELECT visible_pay()) OR participant_id IN (SELECT own_participant_ids()));

-- What became of a delivery: only ever added to, and sealed day by day like other logs.
CREATE TABLE delivery_event (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  delivery_id uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('RELEASED', 'MAILED', 'OPENED', 'DOWNLOADED', 'ACKNOWLEDGED', 'REMINDED', 'SUPERSEDED')),
  -- Who did it; null for the program itself, as the sending of a mail.
  person_id   uuid,
  version     integer NOT NULL,
  sha256      text NOT NULL CHECK (length(sha256) = 64),
  -- The wording that was acknowledged, the answer of a mail server.
  detail      text CHECK (length(detail) <= 4000),
  typed_name  text CHECK (typed_name <> '' AND length(typed_name) <= 200),
  -- Whether a second factor was asked for just before.
  is_stepped_up boolean NOT NULL DEFAULT false,
  address     text NOT NULL DEFAULT '' CHECK (length(address) <= 200),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES delivery
);
CREATE INDEX delivery_event_delivery ON delivery_event (tenant_id, delivery_id, created_at);
CALL protect_tenant_table('delivery_event', 'SELECT, INSERT');
-- Whether the person of the transaction sees a delivery: by the policies of deliveries.
CREATE FUNCTION sees_delivery(wanted uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM delivery d WHERE d.tenant_id = current_tenant() AND d.id = wanted)
$$;
REVOKE EXECUTE ON FUNCTION sees_delivery(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sees_delivery(uuid) TO carrara_app, carrara_worker;
CREATE POLICY of_visible_delivery ON delivery_event AS RESTRICTIVE TO carrara_app
  USING (sees_delivery(delivery_id)) WITH CHECK (sees_delivery(delivery_id));

-- The seal of a day of it: how many there are, and a digest over them. The trail keeps it.
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
