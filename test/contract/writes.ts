import type { TestServer } from '@carrara/server/testing/testServer';
import pg from 'pg';

/** A record that a transaction changed, with the audit entries for it in the same transaction. */
export interface Write {
  readonly table: string;
  readonly id: string;
  readonly entries: number;
}

/**
 * Watches writes in the database. A trigger on every table of records (those with an id and a row version) stores the transaction and the record.
 * Writes that are rolled back are not stored. Returns a function that returns all changed records with the number of their audit entries in the same
 * transaction.
 */
export async function watchWrites({ database }: TestServer): Promise<{ stop(): Promise<readonly Write[]> }> {
  const owner = new pg.Client({ connectionString: database.adminUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  await owner.query(`
    CREATE TABLE watched (txid xid8, tenant_id uuid, "table" text, id uuid);
    CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    DECLARE
      changed jsonb := to_jsonb(coalesce(NEW, OLD));
    BEGIN
      -- A picture is a part of what it shows.
      INSERT INTO watched VALUES (pg_current_xact_id(), (changed ->> 'tenant_id')::uuid, TG_TABLE_NAME,
        coalesce(CASE TG_TABLE_NAME WHEN 'image' THEN changed ->> 'container_id' END, changed ->> 'id')::uuid);
      RETURN NULL;
    END $$;
    DO $$ DECLARE t text;
    BEGIN
      FOR t IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
        AND 3 = (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('tenant_id', 'id', 'row_version'))
      LOOP EXECUTE format('CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION watch()', t);
      END LOOP;
    END $$`);
  return {
    async stop() {
      const { rows } = await owner.query<Write>(
        `SELECT DISTINCT w."table", w.id,
           (SELECT count(*)::int FROM activity a WHERE a.tenant_id = w.tenant_id AND a.object_id = w.id AND a.object_type <> 'accountEntry' AND a.xmin = w.txid::xid) AS entries
         FROM watched w ORDER BY 1, 2`,
      );
      await owner.end();
      return rows;
    },
  };
}
