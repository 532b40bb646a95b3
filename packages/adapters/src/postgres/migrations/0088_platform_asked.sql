-- The record that a notice asks somebody to decide on: once that is decided or taken back, nobody is to open the notice for it any more.
ALTER TABLE notification ADD COLUMN asks_of uuid;
CREATE INDEX notification_asks ON notification (tenant_id, asks_of) WHERE asks_of IS NOT NULL AND read_at IS NULL;
UPDATE notification SET asks_of = substring(link FROM '^/carry/distribution/([0-9a-f-]{36})/')::uuid
WHERE kind = 'approval' AND read_at IS NULL AND subject LIKE '% waits for your approval.';

-- Marks as read what asks of a record whoever is not waited for any more, which is others' than one's own; a mail that has not left is not sent.
CREATE FUNCTION settle_asked(record uuid, waited_for uuid[], at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE notification SET read_at = at, mail_at = NULL
  WHERE tenant_id = current_tenant() AND asks_of = record AND read_at IS NULL AND person_id <> ALL (waited_for)
$$;
DO $$
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  REVOKE EXECUTE ON FUNCTION settle_asked(uuid, uuid[], timestamptz) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION settle_asked(uuid, uuid[], timestamptz) TO carrara_app;
  ALTER FUNCTION settle_asked(uuid, uuid[], timestamptz) OWNER TO carrara_worker;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
