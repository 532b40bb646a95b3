-- The seal of a day of sign-ins and fetched files: how many there are, and a digest over them. The trail keeps it.
CREATE TABLE access_day (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  id         uuid NOT NULL,
  day        date NOT NULL,
  number     integer NOT NULL,
  digest     text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, day)
);
CALL protect_tenant_table('access_day', 'SELECT, INSERT');
