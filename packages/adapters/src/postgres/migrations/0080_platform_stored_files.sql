-- What the files of the firm of the transaction take together, in bytes: also of those that who asks does not see, and nothing else of them. A released
-- statement is one file, named by its release and by its delivery.
CREATE FUNCTION stored_bytes() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum(bytes), 0)::bigint FROM (
    SELECT key, max(bytes) AS bytes FROM (
      SELECT storage_key AS key, size_bytes AS bytes FROM document WHERE tenant_id = current_tenant() AND storage_key IS NOT NULL
      UNION ALL SELECT storage_key, size_bytes FROM upload_history WHERE tenant_id = current_tenant() AND storage_key IS NOT NULL
      UNION ALL SELECT storage_key, size_bytes FROM delivery WHERE tenant_id = current_tenant()
      UNION ALL SELECT storage_key, size_bytes FROM pay_statement_release WHERE tenant_id = current_tenant()
    ) named GROUP BY key
  ) files
$$;
GRANT CREATE ON SCHEMA public TO carrara_worker;
REVOKE EXECUTE ON FUNCTION stored_bytes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stored_bytes() TO carrara_app, carrara_worker;
ALTER FUNCTION stored_bytes() OWNER TO carrara_worker;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;

-- A row names a file of its own firm. The keys of the first versions say no firm.
ALTER TABLE document ADD CONSTRAINT document_own_file
  CHECK (starts_with(storage_key, tenant_id::text || '/') OR storage_key ~ '^[0-9a-f]{2}/[0-9a-f-]{36}$');
ALTER TABLE upload_history ADD CONSTRAINT upload_history_own_file
  CHECK (starts_with(storage_key, tenant_id::text || '/') OR storage_key ~ '^[0-9a-f]{2}/[0-9a-f-]{36}$');
ALTER TABLE delivery ADD CONSTRAINT delivery_own_file
  CHECK (starts_with(storage_key, tenant_id::text || '/') OR storage_key ~ '^[0-9a-f]{2}/[0-9a-f-]{36}$');
ALTER TABLE task ADD CONSTRAINT task_own_file
  CHECK (starts_with(storage_key, tenant_id::text || '/') OR storage_key ~ '^[0-9a-f]{2}/[0-9a-f-]{36}$');
ALTER TABLE pay_statement_release ADD CONSTRAINT pay_statement_release_own_file
  CHECK (starts_with(storage_key, tenant_id::text || '/') OR storage_key ~ '^[0-9a-f]{2}/[0-9a-f-]{36}$');
