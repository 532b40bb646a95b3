-- What a person may do in a firm, with the firm itself: no row for who is no member of it. It is asked at each request, and so it is one look
-- whose plan is kept. Of two roles in one application, own and by group, the higher counts.
CREATE FUNCTION membership_in(firm uuid, member uuid)
RETURNS TABLE (grants jsonb, tenant jsonb)
LANGUAGE plpgsql STABLE ROWS 1 SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT coalesce((
      SELECT jsonb_object_agg(best.application, best.role) FROM (
        SELECT DISTINCT ON (r.application) r.application, r.role FROM (
          SELECT own.application, own.role FROM membership_role own WHERE own.tenant_id = firm AND own.person_id = member
          UNION ALL
          SELECT gr.application, gr.role FROM user_group_member gm
          JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
          JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
          WHERE gm.tenant_id = firm AND gm.person_id = member AND NOT gm.is_inactive
        ) r ORDER BY r.application, array_position(ARRAY['administrator', 'editor', 'viewer'], r.role)
      ) best), '{}'),
    jsonb_build_object('id', t.id, 'name', t.name, 'isLpTenant', t.is_lp_tenant, 'isDemo', t.is_demo, 'rowVersion', t.row_version,
      'settings', t.settings)
  FROM membership m JOIN tenant t ON t.id = m.tenant_id AND NOT t.is_inactive
  WHERE m.tenant_id = firm AND m.person_id = member AND NOT m.is_inactive;
END $$;

GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION membership_in(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION membership_in(uuid, uuid) TO carrara_app, carrara_worker;
ALTER FUNCTION membership_in(uuid, uuid) OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
