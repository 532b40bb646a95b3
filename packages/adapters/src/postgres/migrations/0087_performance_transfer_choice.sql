-- What somebody chose where a data transfer and this tenant had something otherwise, as both sides had it: a page of the transfer tells it later. It is
-- of the tenant that chose, and never of the one that sent it.
CREATE TABLE transfer_choice (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  transfer_id uuid NOT NULL,
  -- A fund of the package.
  fund_id     uuid NOT NULL,
  field       text NOT NULL,
  title       text NOT NULL,
  mine        text NOT NULL,
  theirs      text NOT NULL,
  choice      text NOT NULL CHECK (choice IN ('THEIRS', 'MINE')),
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, transfer_id, fund_id, field)
);
CALL protect_tenant_table('transfer_choice', 'SELECT, INSERT');
