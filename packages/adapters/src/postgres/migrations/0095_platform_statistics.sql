-- Statistics of the tables that a transaction has added many rows to, so that the first queries after an import are planned by what is there.
-- PostgreSQL does the same by itself, but only a while later; until then a query over several tables can take a minute.
CREATE FUNCTION refresh_statistics() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE written regclass;
BEGIN
  -- In one order, so that two imports wait for each other and never both.
  FOR written IN
    SELECT s.relid FROM pg_stat_xact_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = 'public' AND s.n_tup_ins > 0.1 * c.reltuples ORDER BY s.relid
  LOOP
    EXECUTE format('ANALYZE %s', written);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_statistics() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics() TO carrara_app, carrara_worker;
