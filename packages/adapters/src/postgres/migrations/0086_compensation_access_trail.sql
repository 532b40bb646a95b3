-- Whose access to pay was asked for, given or ended, and why, is read in the trail by who reads it in the list: those who see everybody's pay, and whom it is for.
CREATE FUNCTION visible_access() RETURNS SETOF uuid LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM pay_access WHERE tenant_id = current_tenant() AND (person_id = current_person() OR (SELECT sees_all_pay()))
$$;
REVOKE EXECUTE ON FUNCTION visible_access() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION visible_access() TO carrara_app, carrara_worker;
CREATE POLICY visible_access ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'payAccess' OR object_id IN (SELECT visible_access()));
