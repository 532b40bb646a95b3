-- Notices that one firm causes in another, and those of API tokens. When a mail tells of a notice is said in one place.

-- At once, with the mail of the day at an hour of the firm's day, or never (null).
CREATE FUNCTION notice_mail_at(firm uuid, told uuid, of_kind text, initial text, day_hour integer, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE coalesce((SELECT c.choice FROM mail_choice c WHERE c.person_id = told AND c.kind = of_kind), initial)
    WHEN 'ONCE' THEN at
    WHEN 'DAILY' THEN
      (date_trunc('day', at AT TIME ZONE zone - make_interval(hours => day_hour)) + interval '1 day' + make_interval(hours => day_hour)) AT TIME ZONE zone END
  FROM (SELECT coalesce((SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t WHERE t.id = firm), 'UTC') AS zone) z
$$;

-- Tells those of a firm who may act on a link or a transfer: of the own firm, or of one that a link leads to, of which nothing else is seen here.
CREATE FUNCTION tell_linked_firm(
  to_firm uuid, applications text[], roles text[], words text, leads_to text, initial text, day_hour integer, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at, mail_at)
  SELECT to_firm, gen_random_uuid(), p.id, 'transfer', left(words, 300), leads_to, at, notice_mail_at(to_firm, p.id, 'transfer', initial, day_hour, at)
  FROM membership m JOIN person p ON p.id = m.person_id AND NOT p.is_inactive AND NOT p.is_program
  WHERE m.tenant_id = to_firm AND NOT m.is_inactive AND p.id IS DISTINCT FROM current_person()
    AND (to_firm = current_tenant() OR EXISTS (
      SELECT FROM tenant_link l WHERE (l.tenant_id, l.target_id) IN ((current_tenant(), to_firm), (to_firm, current_tenant()))))
    AND EXISTS (SELECT FROM roles_of_person(p.id) r WHERE r.tenant_id = to_firm AND r.application = ANY (applications) AND r.role = ANY (roles))
$$;

-- When its end was told, and when last that it came from where it is not taken.
ALTER TABLE api_token ADD COLUMN end_told_at timestamptz, ADD COLUMN refusal_told_at timestamptz;
GRANT UPDATE (end_told_at, refusal_told_at) ON api_token TO carrara_worker;

-- Told to its owner, of a program to who made it, once a day; no tenant is set at that moment.
CREATE FUNCTION tell_refused_api_token(token uuid, from_address text, initial text, day_hour integer, at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH told AS (
    UPDATE api_token t SET refusal_told_at = at
    WHERE t.id = token AND (t.refusal_told_at IS NULL OR t.refusal_told_at <= at - interval '1 day') RETURNING t.*)
  INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at, mail_at)
  SELECT t.tenant_id, gen_random_uuid(), p.id, 'token',
    left('The API token ' || t.name || ' came from ' || from_address || ', from where it is not taken, and was refused. If this is not its program, end it.', 300),
    '/account', at, notice_mail_at(t.tenant_id, p.id, 'token', initial, day_hour, at)
  FROM told t JOIN person o ON o.id = t.person_id JOIN person p ON p.id = CASE WHEN o.is_program THEN t.created_by ELSE o.id END
$$;

DO $$
DECLARE f text;
BEGIN
  GRANT CREATE ON SCHEMA public TO carrara_worker;
  FOREACH f IN ARRAY ARRAY['tell_linked_firm(uuid, text[], text[], text, text, text, integer, timestamptz)',
                           'tell_refused_api_token(uuid, text, text, integer, timestamptz)'] LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_app, carrara_worker', f);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', f);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM carrara_worker;
END $$;
