-- From where a person has signed in: a digest of what the browser is and of the network that it came from. A sign-in from a place that is new is told.
CREATE TABLE known_device (
  person_id    uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  device       bytea NOT NULL CHECK (octet_length(device) = 32),
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, device)
);
CREATE INDEX known_device_age ON known_device (last_used_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_device TO carrara_app, carrara_worker;

-- Told in the firm that the person is at home in, by mail at once whatever is chosen; no tenant is set at that moment.
CREATE FUNCTION tell_new_device(person uuid, words text, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at, mail_at)
  SELECT p.home_tenant_id, gen_random_uuid(), p.id, 'access', left(words, 300), '/account', at, at
  FROM person p WHERE p.id = person AND p.home_tenant_id IS NOT NULL
$$;
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION tell_new_device(uuid, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tell_new_device(uuid, text, timestamptz) TO carrara_app, carrara_worker;
ALTER FUNCTION tell_new_device(uuid, text, timestamptz) OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
