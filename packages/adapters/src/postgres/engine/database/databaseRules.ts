import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { userOf } from './urls.ts';

/**
 * Returns the rules that separate tenants and keep the audit log append-only, one per line, independent of server and
 * owner. Routine bodies are included as digests.
 */
export async function databaseRules(client: Pick<pg.Client, 'query'>, appUrl?: string): Promise<readonly string[]> {
  return Object.values(await databaseRulesByKind(client, appUrl))
    .flat()
    .toSorted();
}

/**
 * Returns the same rules by kind, including kinds without a rule. `appUrl` names the application's login if the operator
 * created it. Without `appUrl`, that login counts as a stranger.
 */
export async function databaseRulesByKind(
  client: Pick<pg.Client, 'query'>,
  appUrl?: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await client.query<{ kind: string; rule: string }>(query, [
    appUrl === undefined ? null : userOf(appUrl),
  ]);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ rule }) => rule);
  return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, ofKind(kind)]));
}

/**
 * SQL that is true for a setting of a role or database that redirects names, loads code, switches rules off, loses
 * confirmed writes, hides damage or changes how values are written.
 */
const unsafeSetting = `(config ~ '^(search_path|app\\..*|row_security|session_replication_role|role|session_authorization|session_preload_libraries|local_preload_libraries|dynamic_library_path)='
      OR config ~* '^synchronous_commit=(f|no|off|0)' OR config ~* '^(zero_damaged_pages|ignore_checksum_failure)=(t|y|on|1)'
      OR config ~* '^DateStyle=(?!"?ISO)' OR config ~* '^IntervalStyle=(?!postgres$)')`;
/** SQL that is true for an object that didn't come with the server. PostgreSQL numbers those that users create from 16384 on. */
const notOfServer = (oid: string) => `${oid} >= 16384`;
/** SQL that is true for a row of the catalog that was written after the product's tables, so not by the creation of the cluster. */
const changedLater = (xmin: string) => `${xmin}::text::bigint > (SELECT before FROM first_change)`;
/** SQL that is true for an object that no extension created. Extensions that the product doesn't use are findings themselves. */
const notOfExtension = (catalog: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

/** SQL that is true for a relation other than the views of the extension pg_stat_statements. */
const notOfStatistics = (oid: string) =>
  `NOT EXISTS (SELECT FROM pg_class v JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = v.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid AND e.extname = 'pg_stat_statements'
    WHERE v.oid = ${oid} AND v.relkind = 'v' AND v.relname IN ('pg_stat_statements', 'pg_stat_statements_info'))`;

/** One query for each kind of rule. Backups store the names, so that a version that adds a kind still accepts earlier backups. */
const kinds: Readonly<Record<string, string>> = {
  'row security': `
    SELECT format('%s: row security %s', relname, CASE WHEN relrowsecurity AND relforcerowsecurity THEN 'forced' WHEN relrowsecurity THEN 'on' ELSE 'off' END)
    FROM relation WHERE relkind = 'r'`,
  view: `
    SELECT format('%s: reads as %s: %s', relname, CASE WHEN 'security_invoker=true' = ANY (reloptions) THEN 'who asks' ELSE 'its owner' END,
      left(encode(sha256(convert_to(regexp_replace(pg_get_viewdef(oid), '\\s+', ' ', 'g'), 'UTF8')), 'hex'), 16))
    FROM relation WHERE relkind = 'v'`,
  // A crash of the server empties an unlogged table.
  'unlogged relation': `
    SELECT format('%s: isn’t logged, so that a crash empties it', relname) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relpersistence <> 'p'`,
  'stored relation': `
    SELECT format('%s: is a stored copy or a foreign table', relname) FROM relation WHERE relkind NOT IN ('r', 'v', 'S')`,
  'relation elsewhere': `
    SELECT format('%s.%s: %s may %s', n.nspname, r.relname, g.name, r.privilege_type)
    FROM (
      SELECT r.oid, r.relnamespace, r.relname::text, a.* FROM pg_class r, aclexplode(r.relacl) a
      UNION ALL
      SELECT r.oid, r.relnamespace, format('%s.%s', r.relname, c.attname), a.*
      FROM pg_class r JOIN pg_attribute c ON c.attrelid = r.oid, aclexplode(c.attacl) a
      UNION ALL
      SELECT r.oid, r.relnamespace, r.relname, r.relowner, r.relowner, 'do anything', false FROM pg_class r WHERE r.relpersistence <> 't'
    ) r JOIN pg_namespace n ON n.oid = r.relnamespace JOIN reader g ON g.oid = r.grantee
    WHERE n.nspname <> 'public' AND (g.oid <> 0 OR ${notOfServer('r.oid')}) AND ${notOfStatistics('r.oid')}`,
  policy: `
    SELECT format('%s: %s policy %s for %s to %s using %s check %s', r.relname, CASE WHEN p.polpermissive THEN 'permissive' ELSE 'restrictive' END, p.polname,
      CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
      (SELECT string_agg(CASE g WHEN 0 THEN 'public' ELSE pg_get_userbyid(g) END, ', ' ORDER BY pg_get_userbyid(g)) FROM unnest(p.polroles) g),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    FROM relation r JOIN pg_policy p ON p.polrelid = r.oid`,
  privilege: `
    SELECT format('%s: %s may %s', r.relname, own.name, a.privilege_type) FROM relation r, aclexplode(r.relacl) a JOIN own ON own.oid = a.grantee`,
  'column privilege': `
    SELECT format('%s.%s: %s may %s', r.relname, c.attname, own.name, a.privilege_type)
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid, aclexplode(c.attacl) a JOIN own ON own.oid = a.grantee`,
  'routine privilege': `
    SELECT format('%s: %s may %s', r.name, own.name, a.privilege_type) FROM routine r, aclexplode(r.acl) a JOIN own ON own.oid = a.grantee
    WHERE a.grantee <> r.proowner`,
  'routine owner': `
    SELECT format('%s: runs as %s', r.name, CASE WHEN NOT r.prosecdef THEN 'its caller' ELSE coalesce(own.name, 'its owner') END)
    FROM routine r LEFT JOIN own ON own.oid = r.proowner`,
  'routine body': `
    SELECT format('%s: does %s', r.name, left(encode(sha256(convert_to(concat_ws(E'\\n', replace(r.prosrc, E'\\r', ''), r.proconfig::text), 'UTF8')), 'hex'), 16)) FROM routine r`,
  'routine definition': `
    SELECT format('%s: is %s%s%s', r.name, CASE r.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
      CASE WHEN r.proisstrict THEN ', null for a null input' ELSE '' END, CASE WHEN r.proleakproof THEN ', leakproof' ELSE '' END)
    FROM routine r WHERE r.prokind <> 'p'`,
  trigger: `
    SELECT format('%s: trigger %s %s: %s', r.relname, t.tgname,
      CASE t.tgenabled WHEN 'O' THEN 'on' WHEN 'A' THEN 'on for replicas too' WHEN 'R' THEN 'on for replicas only' ELSE 'off' END,
      regexp_replace(pg_get_triggerdef(t.oid), '^CREATE (CONSTRAINT )?TRIGGER \\S+ ', ''))
    FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal`,
  'disabled reference': `
    SELECT DISTINCT format('%s: references are not held', r.relname)
    FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid AND t.tgisinternal AND t.tgenabled <> 'O'`,
  'rewrite rule': `
    SELECT format('%s: rule %s', r.relname, w.rulename) FROM relation r JOIN pg_rewrite w ON w.ev_class = r.oid AND w.rulename <> '_RETURN'`,
  'row security bypass': `
    SELECT format('%s: passes over row security', l.rolname)
    FROM pg_roles l WHERE (l.rolbypassrls OR l.rolsuper) AND (l.rolname IN ('carrara_app', 'carrara_worker')
      OR l.oid <> (SELECT datdba FROM pg_database WHERE datname = current_database())
        AND l.oid IN (SELECT m.member FROM pg_auth_members m JOIN own ON own.oid = m.roleid))`,
  'role membership': `
    SELECT format('%s: acts as %s', l.name, g.rolname) FROM login l JOIN pg_auth_members m ON m.member = l.oid JOIN pg_roles g ON g.oid = m.roleid
    WHERE g.rolname <> 'carrara_app'`,
  'role attribute': `
    SELECT format('%s: may create roles, create databases or replicate', name) FROM login WHERE rolcreaterole OR rolcreatedb OR rolreplication
    UNION ALL
    SELECT format('%s: may connect', rolname) FROM pg_roles WHERE rolcanlogin AND rolname IN ('carrara_app', 'carrara_worker')`,
  'schema privilege': `
    SELECT format('public: %s may %s', own.name, a.privilege_type)
    FROM pg_namespace n, aclexplode(n.nspacl) a JOIN own ON own.oid = a.grantee WHERE n.nspname = 'public'`,
  'privilege of others': `
    SELECT format('%s: %s may %s', g.name, coalesce(l.rolname, g.grantee::text), g.privilege_type)
    FROM (
      SELECT r.relname::text AS name, r.relowner AS owner, a.* FROM relation r, aclexplode(r.relacl) a
      UNION ALL
      SELECT format('%s.%s', r.relname, c.attname), r.relowner, a.*
      FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid, aclexplode(c.attacl) a
    ) g LEFT JOIN pg_roles l ON l.oid = g.grantee WHERE g.grantee <> g.owner AND g.grantee NOT IN (SELECT oid FROM own)`,
  'default privilege': `
    SELECT format('new objects: %s may %s', coalesce(l.rolname, 'everybody'), a.privilege_type)
    FROM pg_default_acl d, aclexplode(d.defaclacl) a LEFT JOIN pg_roles l ON l.oid = a.grantee WHERE a.grantee <> d.defaclrole`,
  'session setting': `
    SELECT format('%s: sets %s', coalesce(l.name, 'everybody'), config)
    FROM pg_db_role_setting s LEFT JOIN login l ON l.oid = s.setrole CROSS JOIN LATERAL unnest(s.setconfig) config
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) AND (s.setrole = 0 OR l.oid IS NOT NULL)
      AND ${unsafeSetting}`,
  'column default': `
    SELECT format('%s.%s: default %s', r.relname, c.attname, regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g'))
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid JOIN pg_attrdef d ON d.adrelid = c.attrelid AND d.adnum = c.attnum`,
  column: `
    SELECT format('%s: has the columns %s', r.relname, string_agg(format('%s %s', c.attname, format_type(c.atttypid, c.atttypmod)), ', ' ORDER BY c.attname))
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid AND c.attnum > 0 AND NOT c.attisdropped WHERE r.relkind = 'r' GROUP BY r.relname`,
  'optional columns': `
    SELECT format('%s: may be null: %s', r.relname, string_agg(c.attname, ', ' ORDER BY c.attname))
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid AND c.attnum > 0 AND NOT c.attisdropped AND NOT c.attnotnull
    WHERE r.relkind = 'r' GROUP BY r.relname`,
  'unique index': `
    SELECT format('%s: unique index %s%s', r.relname, pg_get_indexdef(i.indexrelid), CASE WHEN i.indisvalid THEN '' ELSE ' is not valid' END)
    FROM relation r JOIN pg_index i ON i.indrelid = r.oid AND i.indisunique`,
  index: `
    SELECT format('%s: index %s', r.relname, pg_get_indexdef(i.indexrelid)) FROM relation r JOIN pg_index i ON i.indrelid = r.oid AND NOT i.indisunique`,
  'column collation': `
    SELECT format('%s.%s: compares texts by %s', r.relname, c.attname, c.attcollation::regcollation)
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid AND c.attnum > 0 AND NOT c.attisdropped JOIN pg_type t ON t.oid = c.atttypid
    WHERE r.relkind = 'r' AND c.attcollation <> t.typcollation`,
  constraint: `
    SELECT format('%s: %s %s: %s', r.relname, c.conname, CASE WHEN c.convalidated THEN 'holds' ELSE 'is not checked' END,
      regexp_replace(pg_get_constraintdef(c.oid), '\\s+', ' ', 'g'))
    FROM relation r JOIN pg_constraint c ON c.conrelid = r.oid AND c.contype IN ('f', 'c', 'u', 'p', 'x')`,
  'role of others': `
    SELECT format('%s: may connect and act as %s', l.name, g.rolname) FROM (SELECT oid, name FROM stranger UNION ALL SELECT oid, name FROM worker_login) l
    JOIN pg_roles g ON pg_has_role(l.oid, g.oid, 'MEMBER') AND g.oid <> l.oid
    WHERE (g.rolsuper OR g.rolbypassrls OR g.rolname IN ('carrara_app', 'carrara_worker', 'pg_monitor', 'pg_read_all_data', 'pg_write_all_data',
      'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'))
      AND NOT (g.rolname = 'carrara_worker' AND l.oid IN (SELECT oid FROM worker_login))
      AND NOT (g.rolname = 'pg_monitor' AND l.oid IN (SELECT oid FROM monitor))`,
  'login of everything': `
    SELECT format('%s: may connect and %s', l.rolname, CASE WHEN l.rolsuper THEN 'is a superuser' ELSE 'passes over row security' END)
    FROM pg_roles l WHERE l.rolcanlogin AND l.oid NOT IN (SELECT oid FROM owner)
      AND (l.rolsuper OR l.rolbypassrls AND has_database_privilege(l.oid, current_database(), 'CONNECT'))`,
  'login attribute': `
    SELECT format('%s: may create roles, create databases or replicate', l.rolname) FROM pg_roles l JOIN worker_login w ON w.oid = l.oid
    WHERE l.rolcreaterole OR l.rolcreatedb OR l.rolreplication
    UNION ALL
    SELECT format('%s: sets %s', l.name, config) FROM worker_login l JOIN pg_db_role_setting s ON s.setrole = l.oid CROSS JOIN LATERAL unnest(s.setconfig) config
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      AND ${unsafeSetting}`,
  'database privilege': `
    SELECT format('this database: %s may %s', coalesce(l.rolname, 'everybody'), a.privilege_type)
    FROM pg_database d CROSS JOIN LATERAL aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a LEFT JOIN pg_roles l ON l.oid = a.grantee
    WHERE d.datname = current_database() AND a.grantee NOT IN (SELECT oid FROM owner) AND l.rolsuper IS NOT TRUE
      AND NOT (a.privilege_type = 'CONNECT' AND a.grantee IN (SELECT oid FROM app_login UNION ALL SELECT oid FROM worker_login UNION ALL SELECT oid FROM monitor))`,
  'schema privilege of others': `
    SELECT format('public: %s may %s', coalesce(l.rolname, a.grantee::text), a.privilege_type)
    FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) a LEFT JOIN pg_roles l ON l.oid = a.grantee
    WHERE n.nspname = 'public' AND a.grantee <> n.nspowner AND a.grantee NOT IN (SELECT oid FROM own) AND a.grantee NOT IN (SELECT oid FROM owner)
      AND l.rolsuper IS NOT TRUE AND l.rolname IS DISTINCT FROM 'pg_database_owner'`,
  'routine privilege of others': `
    SELECT format('%s: %s may %s', r.name, coalesce(l.rolname, a.grantee::text), a.privilege_type)
    FROM routine r CROSS JOIN LATERAL aclexplode(r.acl) a LEFT JOIN pg_roles l ON l.oid = a.grantee
    WHERE a.grantee <> r.proowner AND a.grantee NOT IN (SELECT oid FROM own) AND a.grantee NOT IN (SELECT oid FROM owner) AND l.rolsuper IS NOT TRUE`,
  'object owner': `
    SELECT format('%s: is owned by %s', o.name, l.rolname)
    FROM (
      SELECT relname::text AS name, relowner AS owner FROM relation
      UNION ALL
      SELECT name, proowner FROM routine WHERE proowner <> (SELECT oid FROM pg_roles WHERE rolname = 'carrara_worker')
    ) o JOIN pg_roles l ON l.oid = o.owner WHERE NOT l.rolsuper AND l.oid NOT IN (SELECT oid FROM owner)`,
  'event trigger': `
    SELECT format('%s: is an event trigger that runs %s on %s', t.evtname, t.evtfoid::regproc, t.evtevent) FROM pg_event_trigger t
    WHERE ${notOfExtension('pg_event_trigger', 't.oid')}`,
  publication: `
    SELECT format('%s: sends rows to other servers (publication)', pubname) FROM pg_publication
    UNION ALL
    SELECT format('%s: receives rows from another server (subscription)', subname) FROM pg_subscription
    WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  'routine elsewhere': `
    SELECT format('%s.%s: runs as %s', n.nspname, p.proname, CASE WHEN p.prosecdef THEN format('its owner, %s', pg_get_userbyid(p.proowner)) ELSE 'its caller' END)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname <> 'public' AND ${notOfServer('p.oid')} AND ${notOfExtension('pg_proc', 'p.oid')}`,
  // Replacing them keeps their numbers. Granting a function does too, and changes neither its language nor its code.
  'changed part of the server': `
    SELECT format('%s.%s: is a function of the server that was replaced', p.pronamespace::regnamespace, p.proname) FROM pg_proc p
    WHERE NOT (${notOfServer('p.oid')}) AND ${changedLater('p.xmin')} AND ${notOfExtension('pg_proc', 'p.oid')}
      AND NOT (p.prolang = 12 AND left(p.prosrc, length(p.proname)) = p.proname)
    UNION ALL
    SELECT format('%s.%s: is a view of the server that was replaced', c.relnamespace::regnamespace, c.relname)
    FROM pg_rewrite w JOIN pg_class c ON c.oid = w.ev_class WHERE NOT (${notOfServer('c.oid')}) AND ${changedLater('w.xmin')}
    UNION ALL
    SELECT format('operator %s: is one of the server that was changed', o.oid::regoperator) FROM pg_operator o
    WHERE NOT (${notOfServer('o.oid')}) AND ${changedLater('o.xmin')}`,
  operator: `
    SELECT format('operator %s: is one that the product doesn’t use', o.oid::regoperator) FROM style CROSS JOIN pg_operator o
    WHERE ${notOfServer('o.oid')} AND ${notOfExtension('pg_operator', 'o.oid')}
    UNION ALL
    SELECT format('operator class %s.%s: is one that the product doesn’t use', o.opcnamespace::regnamespace, o.opcname) FROM pg_opclass o
    WHERE ${notOfServer('o.oid')} AND ${notOfExtension('pg_opclass', 'o.oid')}`,
  type: `
    SELECT format('type %s: is one that the product doesn’t use', t.oid::regtype) FROM style CROSS JOIN pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
    WHERE ${notOfServer('t.oid')} AND ${notOfExtension('pg_type', 't.oid')}
      AND (t.typtype IN ('d', 'e', 'r', 'm') OR t.typtype = 'b' AND t.typelem = 0 OR c.relkind = 'c')
    UNION ALL
    SELECT format('collation %s.%s: is one that the product doesn’t use', c.collnamespace::regnamespace, c.collname) FROM pg_collation c
    WHERE ${notOfServer('c.oid')} AND ${notOfExtension('pg_collation', 'c.oid')}`,
  'foreign server': `
    SELECT format('%s: is a connection to other servers or files (foreign data wrapper)', fdwname) FROM pg_foreign_data_wrapper
    UNION ALL
    SELECT format('%s: is a connection to another server or to files (foreign server)', srvname) FROM pg_foreign_server`,
  language: `
    SELECT format('language %s: %s', l.lanname, CASE WHEN l.lanpltrusted THEN 'may be used by everybody' ELSE 'may be used by superusers only' END)
    FROM pg_language l WHERE l.lanpltrusted <> (l.lanname IN ('sql', 'plpgsql')) OR l.lanname NOT IN ('internal', 'c', 'sql', 'plpgsql')`,
  child: `
    SELECT format('%s: has the rows of %s too', r.relname, i.inhrelid::regclass) FROM relation r JOIN pg_inherits i ON i.inhparent = r.oid WHERE r.relkind IN ('r', 'p', 'f')`,
  cast: `
    SELECT format('cast from %s to %s: is one that the product doesn’t use', format_type(castsource, NULL), format_type(casttarget, NULL)) FROM pg_cast c
    WHERE ${notOfServer('c.oid')} AND ${notOfExtension('pg_cast', 'c.oid')}`,
  'unusable index': `
    SELECT format('%s: index %s isn’t usable', r.relname, i.indexrelid::regclass) FROM relation r JOIN pg_index i ON i.indrelid = r.oid
    WHERE NOT (i.indisvalid AND i.indisready AND i.indislive)`,
  extension: `
    SELECT format('%s: is an extension that the product doesn’t use', extname) FROM pg_extension WHERE extname NOT IN ('plpgsql', 'pg_trgm', 'pg_stat_statements')`,
};

/**
 * Kinds of rules about what the migrations don't create. A backup leaves them out because their roles may not exist where it is restored, and because
 * it contains rows, not databases with their extensions.
 */
export const foreignKinds: readonly string[] = [
  'privilege of others',
  'default privilege',
  'role of others',
  'login of everything',
  'login attribute',
  'database privilege',
  'schema privilege of others',
  'routine privilege of others',
  'object owner',
  'event trigger',
  'publication',
  'relation elsewhere',
  'routine elsewhere',
  'changed part of the server',
  'operator',
  'type',
  'foreign server',
  'language',
  'child',
  'cast',
  'unusable index',
  'extension',
];

/** SQL for `loginName` of this database. */
function loginNamed(kind: 'app' | 'worker'): string {
  const plain = `'carrara_${kind}_' || current_database()`;
  return `CASE WHEN octet_length(${plain}) <= 63 THEN ${plain} ELSE 'carrara_${kind}_' || left(encode(sha256(convert_to(current_database(), 'UTF8')), 'hex'), 32) END`;
}

const query = `
  -- The same spelling of dates, intervals and names, whatever the session has.
  WITH style AS MATERIALIZED (SELECT set_config('DateStyle', 'ISO, MDY', true), set_config('IntervalStyle', 'postgres', true),
    set_config('TimeZone', 'UTC', true), set_config('search_path', 'public', true)),
  own AS (SELECT oid, rolname::text AS name FROM pg_roles WHERE rolname IN ('carrara_app', 'carrara_worker') UNION ALL SELECT 0, 'everybody'),
  -- Logins of the product on this server. The owner of the database and superusers may do everything anyway.
  login AS (
    SELECT l.oid, l.rolname::text AS name, l.rolcreaterole, l.rolcreatedb, l.rolreplication FROM pg_roles l
    WHERE NOT l.rolsuper AND l.oid <> (SELECT datdba FROM pg_database WHERE datname = current_database())
      AND (pg_has_role(l.oid, 'carrara_app', 'MEMBER') OR l.rolname = 'carrara_worker')),
  -- The roles that may do everything anyway: who created the cluster, owns the database or migrates it.
  owner AS (
    SELECT 10::oid AS oid UNION SELECT datdba FROM pg_database WHERE datname = current_database()
    UNION SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = 'schema_migration'),
  -- The logins that the product created for this database (the function loginName), or the operator for it.
  app_login AS (SELECT oid, rolname::text AS name FROM pg_roles WHERE rolname = $1::text OR rolname = ${loginNamed('app')}),
  worker_login AS (SELECT oid, rolname::text AS name FROM pg_roles WHERE rolname = ${loginNamed('worker')}),
  -- Roles whose privileges the product has: its own, those of its logins, and those that these are members of.
  reader AS (
    SELECT oid, name FROM own
    UNION
    SELECT g.oid, g.rolname::text FROM (SELECT oid FROM login UNION SELECT oid FROM app_login UNION SELECT oid FROM worker_login) l
    JOIN pg_roles g ON NOT g.rolsuper AND pg_has_role(l.oid, g.oid, 'MEMBER')
    WHERE NOT EXISTS (SELECT FROM owner o WHERE o.oid = g.oid)),
  stranger AS (
    SELECT l.oid, l.rolname::text AS name FROM pg_roles l
    WHERE l.rolcanlogin AND NOT l.rolsuper AND has_database_privilege(l.oid, current_database(), 'CONNECT')
      AND l.oid NOT IN (SELECT oid FROM owner UNION ALL SELECT oid FROM app_login UNION ALL SELECT oid FROM worker_login)),
  -- Operators may monitor the server: these logins may connect, and read no row of a table.
  monitor AS (SELECT oid FROM stranger WHERE pg_has_role(oid, 'pg_monitor', 'MEMBER')),
  relation AS (
    SELECT c.* FROM style CROSS JOIN pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'S', 'm', 'f', 'p')
      AND ${notOfStatistics('c.oid')}),
  -- PostgreSQL never rewrites the rows of a table's system columns, so they have the numbers of the transactions that created the tables.
  first_change AS MATERIALIZED (
    SELECT min(a.xmin::text::bigint) AS before FROM pg_attribute a JOIN relation r ON r.oid = a.attrelid AND r.relkind = 'r' WHERE a.attnum < 0),
  routine AS (
    SELECT p.oid, p.oid::regprocedure::text AS name, p.prosecdef, p.proowner, p.proconfig, p.prosrc, p.prokind, p.provolatile, p.proisstrict, p.proleakproof, coalesce(p.proacl, acldefault('f', p.proowner)) AS acl
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND ${notOfExtension('pg_proc', 'p.oid')})
  ${Object.entries(kinds)
    .map(([kind, rules]) => `SELECT '${kind}' AS kind, rule FROM (${rules}) of_kind (rule)`)
    .join(' UNION ALL ')}`;

/** Returns the rules that this version's migrations create, as recorded by the test next to this file. */
export function migratedRules(): readonly string[] {
  return readFileSync(new URL('rules.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split(/\r?\n/);
}
