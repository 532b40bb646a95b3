-- For each of some people everybody who could sign in as them: whoever gave a password of the account or changed its login or address, or made the
-- account since a day, in whichever firm; and those who could sign in as those people in turn. Only a rule of the first access to pay reads it.
CREATE FUNCTION account_givers(people uuid[], invited_since timestamptz) RETURNS TABLE (id uuid, givers uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH RECURSIVE given AS (
    SELECT person AS id, person AS giver FROM unnest(people) person
    UNION
    SELECT given.id, a.person_id FROM given
    JOIN activity a ON a.object_id = given.giver AND a.object_type = 'user' AND a.operation IN ('inviteUser', 'saveUser') AND a.person_id IS NOT NULL
      AND (a.after ? 'passwordGiven' OR a.operation = 'inviteUser' AND a.created_at > invited_since OR a.before IS NOT NULL
        AND (a.before -> 'email' IS DISTINCT FROM a.after -> 'email' OR a.before -> 'username' IS DISTINCT FROM a.after -> 'username')))
  SELECT given.id, array_agg(given.giver) FROM given WHERE given.giver <> given.id GROUP BY given.id
$$;
CREATE INDEX activity_user ON activity (object_id) WHERE object_type = 'user';

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION account_givers(uuid[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION account_givers(uuid[], timestamptz) TO carrara_app, carrara_worker;
ALTER FUNCTION account_givers(uuid[], timestamptz) OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
