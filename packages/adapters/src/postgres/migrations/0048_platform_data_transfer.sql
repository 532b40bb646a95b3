-- The locked figures of an investor at a quarter end, sent over a link: whoever sent them carries the row, and the tenant that they are for sees it
-- too, as it does the link. The package is kept as it was sent, byte by byte; nothing changes it afterwards.

CREATE TABLE data_transfer (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  target_id   uuid NOT NULL REFERENCES tenant,
  link_id     uuid NOT NULL,
  investor_id uuid NOT NULL,
  investor_name text NOT NULL CHECK (length(investor_name) <= 200),
  period_end  date NOT NULL,
  status      text NOT NULL DEFAULT 'PEND' CHECK (status IN ('PEND', 'COMP', 'FAIL', 'DECL', 'SUP', 'UNDO')),
  package     bytea NOT NULL,
  package_hash text NOT NULL CHECK (package_hash ~ '^[0-9a-f]{64}$'),
  answer      text CHECK (length(answer) <= 4000),
  answered_at timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, investor_id) REFERENCES investor
);
CREATE INDEX data_transfer_investor ON data_transfer (tenant_id, investor_id, period_end);
CREATE INDEX data_transfer_target ON data_transfer (target_id);
-- Whether an accepted link of this tenant leads to that one. It reads as its caller, who sees the tenant's own links alone.
CREATE FUNCTION leads_to(link uuid, other uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM tenant_link l
    WHERE l.id = link AND l.status = 'ACCEPT' AND other IN (l.tenant_id, l.target_id) AND other <> current_tenant())
$$;

ALTER TABLE data_transfer ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_transfer FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON data_transfer FOR SELECT TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id));
-- Only over a link that was accepted, to the tenant at its other end.
CREATE POLICY sent_rows ON data_transfer FOR INSERT TO carrara_app
  WITH CHECK (tenant_id = (SELECT current_tenant()) AND leads_to(link_id, target_id));
CREATE POLICY moved_rows ON data_transfer FOR UPDATE TO carrara_app
  USING ((SELECT current_tenant()) IN (tenant_id, target_id)) WITH CHECK ((SELECT current_tenant()) IN (tenant_id, target_id));
CREATE POLICY worker_rows ON data_transfer TO carrara_worker USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON data_transfer TO carrara_app;
GRANT UPDATE (status, answer, answered_at, row_version, updated_at) ON data_transfer TO carrara_app;
GRANT SELECT ON data_transfer TO carrara_worker;
