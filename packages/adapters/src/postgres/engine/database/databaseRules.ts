import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { userName } from './urls.ts';

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
    appUrl === undefined ? null : userName(appUrl),
  ]);
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ rule }) => rule);
  return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, ofKind(kind)]));
}

/** Time limits of settings that leave statements time to finish: none, or at least a second. */
const longTime = '(0|[1-9][0-9]{3,} *(ms)?|[1-9][0-9]*([.][0-9]+)? *(s|min|h|d))';
/** Sizes that leave statements enough memory. */
const largeSize = '([1-9][0-9]{3,} *(kB)?|[1-9][0-9]* *(MB|GB|TB))';
/**
 * SQL that is true for a setting of a role or database, unless it only tunes performance. Tuning settings are the
 * limits that the product or an operator sets.
 */
const unsafeSetting = `config !~* '^((statement_timeout|lock_timeout|idle_in_transaction_session_timeout)=${longTime}$|(work_mem|maintenance_work_mem|effective_cache_size)=${largeSize}$|random_page_cost=([1-9]([.][0-9]+)?)$|(effective_io_concurrency|jit|max_parallel_workers_per_gather)=)'`;
/** Predefined roles that only observe the server. */
const observingRoles = `'pg_monitor', 'pg_read_all_settings', 'pg_read_all_stats', 'pg_stat_scan_tables'`;
/** Extensions that the product uses or accepts. */
const usedExtensions = `'plpgsql', 'pg_trgm', 'pg_stat_statements'`;
/** SQL that is true for an object that didn't come with the server. PostgreSQL numbers those that users create from 16384 on. */
const notOfServer = (oid: string) => `${oid} >= 16384`;
/** SQL that is true for a row of the catalog that was written after the product's tables, so not by the creation of the cluster. */
const changedLater = (xmin: string) => `${xmin}::text::bigint > (SELECT before FROM first_change)`;
/** SQL for a privilege of an access control list. */
const privilegeOf = (acl: string) =>
  `${acl}.privilege_type || CASE WHEN ${acl}.is_grantable THEN ' and grant it' ELSE '' END`;
/** SQL that is true for the catalog row `p` of a function that an accepted extension creates. Anyone may declare another object a member of one. */
const isOfLibrary = `p.prolang = 13 AND p.probin IN ('$libdir/pg_trgm', '$libdir/pg_stat_statements') AND starts_with(p.prosrc, p.proname)
  AND NOT p.prosecdef AND NOT p.proleakproof AND p.proconfig IS NULL`;

/** SQL that is true for a relation other than the views of the extension pg_stat_statements, which read no table. */
const notOfStatistics = (oid: string) =>
  `NOT EXISTS (SELECT FROM pg_class v JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = v.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid AND e.extname = 'pg_stat_statements'
    WHERE v.oid = ${oid} AND v.relkind = 'v' AND v.relname IN ('pg_stat_statements', 'pg_stat_statements_info') AND NOT EXISTS (
      SELECT FROM pg_rewrite w JOIN pg_depend x ON x.classid = 'pg_rewrite'::regclass AND x.objid = w.oid AND x.refclassid = 'pg_class'::regclass
      WHERE w.ev_class = v.oid AND x.refobjid <> v.oid))`;

/** Relations of the server that only superusers may read. */
const closedRelations = `'pg_authid', 'pg_shadow', 'pg_statistic', 'pg_statistic_ext_data', 'pg_user_mapping', 'pg_largeobject', 'pg_hba_file_rules', 'pg_file_settings'`;
/** Pattern for functions of the server that reach its files. */
const fileFunctions = `'^(pg_read_(binary_)?file|pg_ls_\\w+|pg_stat_file|lo_(im|ex)port|pg_(file|hba|ident)_\\w+)$'`;

/** Catalogs of what users can create, with SQL that is true for what other kinds of rules don't name. \`o\` is the row. */
const objectCatalogs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['am', 'cast', 'collation', 'conversion', 'event_trigger', 'foreign_data_wrapper', 'foreign_server', 'publication']
      .concat('statistic_ext', 'transform', 'ts_config', 'ts_dict', 'ts_parser', 'ts_template')
      .map((name) => [`pg_${name}`, 'true']),
  ),
  pg_amop: `NOT (${notOfServer('o.amopfamily')})`,
  pg_amproc: `NOT (${notOfServer('o.amprocfamily')})`,
  pg_class: `(o.relkind = 'S' AND o.relnamespace = 'public'::regnamespace OR o.relnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace))`,
  pg_extension: `o.extname NOT IN (${usedExtensions})`,
  pg_namespace: `o.nspname !~ '^(public$|pg_(toast_)?temp_)' AND o.oid NOT IN (SELECT extnamespace FROM pg_extension WHERE extname IN (${usedExtensions}))`,
  pg_opclass: `o.opcname NOT IN ('gin_trgm_ops', 'gist_trgm_ops')`,
  pg_operator: `NOT (o.oprname ~ '%|<->' AND EXISTS (SELECT FROM pg_proc p WHERE p.oid = o.oprcode AND ${isOfLibrary}))`,
  pg_opfamily: `o.opfname NOT IN ('gin_trgm_ops', 'gist_trgm_ops')`,
  pg_rewrite: `NOT (${notOfServer('o.ev_class')})`,
  pg_subscription: 'o.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())',
  pg_trigger: `NOT (${notOfServer('o.tgrelid')})`,
  // Rows of tables and views have a type, and each type has one for its arrays.
  pg_type: `NOT EXISTS (SELECT FROM pg_class c WHERE c.reltype = o.oid AND c.relkind <> 'c') AND NOT EXISTS (SELECT FROM pg_type t WHERE t.typarray = o.oid)
    AND NOT EXISTS (SELECT FROM pg_proc p WHERE p.oid = o.typinput AND ${isOfLibrary})`,
};
/** Catalogs whose rows of the server never change. */
const serverCatalogs = [
  'am',
  'amop',
  'amproc',
  'cast',
  'conversion',
  'opclass',
  'operator',
  'opfamily',
  'ts_config',
  'ts_dict',
  'ts_parser',
  'type',
].map((name) => `pg_${name}`);

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
      SELECT r.oid, 0 AS part, r.relnamespace, r.relname::text, a.* FROM pg_class r, aclexplode(r.relacl) a
      UNION ALL
      SELECT r.oid, c.attnum, r.relnamespace, format('%s.%s', r.relname, c.attname), a.*
      FROM pg_class r JOIN pg_attribute c ON c.attrelid = r.oid, aclexplode(c.attacl) a
      UNION ALL
      SELECT r.oid, 0, r.relnamespace, r.relname, r.relowner, r.relowner, 'do anything', false FROM pg_class r WHERE r.relpersistence <> 't'
    ) r JOIN pg_namespace n ON n.oid = r.relnamespace JOIN reader g ON g.oid = r.grantee
    WHERE n.nspname <> 'public' AND ${notOfStatistics('r.oid')} AND (g.oid <> 0 OR ${notOfServer('r.oid')}
      OR n.nspname = 'pg_catalog' AND split_part(r.relname, '.', 1) IN (${closedRelations})
      OR (n.nspname = 'pg_catalog' OR r.privilege_type <> 'SELECT') AND NOT EXISTS (
        SELECT FROM pg_init_privs i, aclexplode(i.initprivs) y
        WHERE i.classoid = 'pg_class'::regclass AND i.objoid = r.oid AND i.objsubid = r.part AND (y.grantee, y.privilege_type) = (0, r.privilege_type)))`,
  policy: `
    SELECT format('%s: %s policy %s for %s to %s using %s check %s', r.relname, CASE WHEN p.polpermissive THEN 'permissive' ELSE 'restrictive' END, p.polname,
      CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
      (SELECT string_agg(CASE g WHEN 0 THEN 'public' ELSE pg_get_userbyid(g) END, ', ' ORDER BY pg_get_userbyid(g)) FROM unnest(p.polroles) g),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    FROM relation r JOIN pg_policy p ON p.polrelid = r.oid`,
  privilege: `
    SELECT format('%s: %s may %s', r.relname, own.name, ${privilegeOf('a')}) FROM relation r, aclexplode(r.relacl) a JOIN own ON own.oid = a.grantee`,
  'column privilege': `
    SELECT format('%s.%s: %s may %s', r.relname, c.attname, own.name, ${privilegeOf('a')})
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid, aclexplode(c.attacl) a JOIN own ON own.oid = a.grantee`,
  'routine privilege': `
    SELECT format('%s: %s may %s', r.name, own.name, ${privilegeOf('a')}) FROM routine r, aclexplode(r.acl) a JOIN own ON own.oid = a.grantee
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
  // A function with a parsed body has no text, so the kind above doesn't see it.
  'routine signature': `
    SELECT format('%s: takes (%s), returns %s, in %s%s%s', r.name, pg_get_function_arguments(r.oid), coalesce(pg_get_function_result(r.oid), 'nothing'), l.lanname,
      CASE WHEN r.prosupport <> 0 THEN format(', planned by %s', r.prosupport) ELSE '' END,
      coalesce(', as ' || left(encode(sha256(convert_to(regexp_replace(pg_get_function_sqlbody(r.oid), '\\s+', ' ', 'g'), 'UTF8')), 'hex'), 16), ''))
    FROM routine r JOIN pg_language l ON l.oid = r.prolang`,
  'parallel routine': `
    SELECT format('%s: is parallel %s', r.name, CASE r.proparallel WHEN 's' THEN 'safe' ELSE 'restricted' END) FROM routine r WHERE r.proparallel <> 'u'`,
  trigger: `
    SELECT format('%s: trigger %s %s: %s', r.relname, t.tgname,
      CASE t.tgenabled WHEN 'O' THEN 'on' WHEN 'A' THEN 'on for replicas too' WHEN 'R' THEN 'on for replicas only' ELSE 'off' END,
      regexp_replace(pg_get_triggerdef(t.oid), '^CREATE (CONSTRAINT )?TRIGGER \\S+ ', ''))
    FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid AND NOT t.tgisinternal`,
  // Each foreign key has four triggers, and each deferrable unique key has one. No other trigger is internal.
  'disabled reference': `
    SELECT DISTINCT format('%s: references are not held', r.relname)
    FROM (
      (SELECT * FROM reference_trigger EXCEPT SELECT * FROM internal_trigger) UNION ALL (SELECT * FROM internal_trigger EXCEPT SELECT * FROM reference_trigger)
    ) t JOIN relation r ON r.oid = t.relation`,
  'rewrite rule': `
    SELECT format('%s: rule %s', r.relname, w.rulename) FROM relation r JOIN pg_rewrite w ON w.ev_class = r.oid AND w.rulename <> '_RETURN'`,
  'row security bypass': `
    SELECT format('%s: passes over row security', l.rolname)
    FROM pg_roles l WHERE (l.rolbypassrls OR l.rolsuper) AND (l.oid IN (SELECT oid FROM product)
      OR l.oid NOT IN (SELECT oid FROM owner) AND l.oid IN (SELECT m.member FROM pg_auth_members m JOIN own ON own.oid = m.roleid))`,
  'role membership': `
    SELECT DISTINCT format('%s: acts as %s%s', l.name, g.rolname, CASE WHEN m.admin_option THEN ' and may let others act as it' ELSE '' END)
    FROM login l JOIN pg_auth_members m ON m.member = l.oid JOIN pg_roles g ON g.oid = m.roleid
    WHERE m.admin_option OR g.rolname <> CASE WHEN starts_with(l.name, 'carrara_worker_') THEN 'carrara_worker' ELSE 'carrara_app' END`,
  'role attribute': `
    SELECT format('%s: may create roles, create databases or replicate', name) FROM login WHERE rolcreaterole OR rolcreatedb OR rolreplication
    UNION ALL
    SELECT format('%s: may connect', rolname) FROM pg_roles WHERE rolcanlogin AND rolname IN ('carrara_app', 'carrara_worker')`,
  'schema privilege': `
    SELECT format('public: %s may %s', own.name, ${privilegeOf('a')})
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
  'setting of the owner': `
    SELECT format('%s: sets %s', session_user, config)
    FROM pg_db_role_setting s JOIN pg_roles l ON l.oid = s.setrole AND l.rolname = session_user CROSS JOIN LATERAL unnest(s.setconfig) config
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) AND l.oid NOT IN (SELECT oid FROM login)
      AND ${unsafeSetting}`,
  'column default': `
    SELECT format('%s.%s: default %s', r.relname, c.attname, regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g'))
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid JOIN pg_attrdef d ON d.adrelid = c.attrelid AND d.adnum = c.attnum`,
  column: `
    SELECT format('%s: has the columns %s', r.relname, string_agg(format('%s %s', c.attname, format_type(c.atttypid, c.atttypmod)), ', ' ORDER BY c.attname))
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid AND c.attnum > 0 AND NOT c.attisdropped WHERE r.relkind = 'r' GROUP BY r.relname`,
  'generated column': `
    SELECT format('%s.%s: is %s', r.relname, c.attname,
      CASE WHEN c.attgenerated = 's' THEN 'generated' WHEN c.attgenerated <> '' THEN 'generated when it is read' ELSE 'numbered' END)
    FROM relation r JOIN pg_attribute c ON c.attrelid = r.oid AND NOT c.attisdropped AND (c.attgenerated <> '' OR c.attidentity <> '')`,
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
    WHERE (g.rolsuper OR g.rolbypassrls OR g.rolname IN ('carrara_app', 'carrara_worker') OR starts_with(g.rolname, 'pg_'))
      AND NOT (g.rolname = 'carrara_worker' AND l.oid IN (SELECT oid FROM worker_login))
      AND NOT (g.rolname IN (${observingRoles}) AND l.oid IN (SELECT oid FROM stranger))`,
  'login limit': `
    SELECT format('%s: may have at most %s connections', r.rolname, r.rolconnlimit) FROM limited_login r WHERE r.rolconnlimit <> -1
    UNION ALL
    SELECT format('%s: can’t connect from %s on', r.rolname, r.rolvaliduntil) FROM limited_login r WHERE r.rolvaliduntil < 'infinity'`,
  // A superuser of another database is one of this database too.
  'login of everything': `
    SELECT DISTINCT format('%s: may connect and %s', l.rolname,
      CASE WHEN l.rolsuper THEN 'is a superuser' WHEN g.rolsuper THEN format('become a superuser, as %s', g.rolname) ELSE 'passes over row security' END)
    FROM pg_roles l JOIN pg_roles g ON g.oid = l.oid OR NOT l.rolsuper AND pg_has_role(l.oid, g.oid, 'MEMBER')
    WHERE l.rolcanlogin AND l.oid NOT IN (SELECT oid FROM owner)
      AND (g.rolsuper OR g.rolbypassrls AND has_database_privilege(l.oid, current_database(), 'CONNECT'))`,
  'privilege of the server': `
    SELECT format('%s: %s may %s', a.name, coalesce(g.rolname, 'everybody'), ${privilegeOf('a')})
    FROM (
      SELECT 'parameter ' || parname AS name, x.* FROM pg_parameter_acl, aclexplode(paracl) x
      UNION ALL
      SELECT 'tablespace ' || spcname, x.* FROM pg_tablespace, aclexplode(spcacl) x
      UNION ALL
      SELECT p.oid::regprocedure::text, x.* FROM pg_proc p LEFT JOIN pg_init_privs i ON i.classoid = 'pg_proc'::regclass AND i.objoid = p.oid
      CROSS JOIN LATERAL aclexplode(p.proacl) x
      WHERE x.grantee <> p.proowner AND (i.objoid IS NOT NULL OR NOT (${notOfServer('p.oid')}) AND (x.grantee <> 0 OR p.proname ~ ${fileFunctions}))
        AND NOT EXISTS (SELECT FROM aclexplode(i.initprivs) y WHERE (y.grantee, y.privilege_type) = (x.grantee, x.privilege_type))
    ) a LEFT JOIN pg_roles g ON g.oid = a.grantee
    WHERE a.grantee = 0 OR EXISTS (
      SELECT FROM (SELECT oid FROM login UNION ALL SELECT oid FROM stranger WHERE oid NOT IN (SELECT oid FROM monitor)) l
      WHERE l.oid = a.grantee OR l.oid <> ALL (SELECT oid FROM pg_roles WHERE rolsuper) AND pg_has_role(l.oid, a.grantee, 'MEMBER'))`,
  'database privilege': `
    SELECT format('this database: %s may %s', coalesce(l.rolname, 'everybody'), a.privilege_type)
    FROM pg_database d CROSS JOIN LATERAL aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a LEFT JOIN pg_roles l ON l.oid = a.grantee
    WHERE d.datname = current_database() AND a.grantee NOT IN (SELECT oid FROM owner) AND l.rolsuper IS NOT TRUE
      AND NOT (a.privilege_type = 'CONNECT' AND a.grantee IN (SELECT oid FROM app_login UNION ALL SELECT oid FROM worker_login UNION ALL SELECT oid FROM monitor))`,
  'schema privilege of others': `
    SELECT format('public: %s may %s', coalesce(l.rolname, a.grantee::text), a.privilege_type)
    FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) a LEFT JOIN pg_roles l ON l.oid = a.grantee
    WHERE n.nspname = 'public' AND a.grantee <> n.nspowner AND a.grantee NOT IN (SELECT oid FROM own) AND a.grantee NOT IN (SELECT oid FROM owner)
      AND l.rolsuper IS NOT TRUE AND l.rolname IS DISTINCT FROM 'pg_database_owner'
    UNION ALL
    SELECT format('schema %s: %s may %s', n.nspname, coalesce(l.rolname, 'everybody'), a.privilege_type)
    FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) a LEFT JOIN pg_roles l ON l.oid = a.grantee
    WHERE n.nspname <> 'public' AND a.privilege_type <> 'USAGE' AND a.grantee <> n.nspowner AND a.grantee NOT IN (SELECT oid FROM owner) AND l.rolsuper IS NOT TRUE`,
  'database flag': `
    SELECT format('this database: may have at most %s connections', d.datconnlimit) FROM pg_database d WHERE d.datname = current_database() AND d.datconnlimit <> -1
    UNION ALL
    SELECT 'this database: is a template, so that every login that may create databases can copy it' FROM pg_database d
    WHERE d.datname = current_database() AND d.datistemplate`,
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
      UNION ALL
      SELECT format('%s %s', i.type, i.identity), s.refobjid FROM pg_shdepend s CROSS JOIN LATERAL pg_identify_object(s.classid, s.objid, s.objsubid) i
      WHERE s.deptype = 'o' AND s.classid NOT IN ('pg_class'::regclass, 'pg_proc'::regclass)
        AND (s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) OR s.classid = 'pg_tablespace'::regclass
          OR s.classid = 'pg_database'::regclass AND s.objid = (SELECT oid FROM pg_database WHERE datname = current_database()))
    ) o JOIN pg_roles l ON l.oid = o.owner WHERE l.oid NOT IN (SELECT oid FROM owner) AND (NOT l.rolsuper OR l.oid IN (SELECT oid FROM product))`,
  'routine elsewhere': `
    SELECT format('%s.%s: runs as %s', n.nspname, p.proname, CASE WHEN p.prosecdef THEN format('its owner, %s', pg_get_userbyid(p.proowner)) ELSE 'its caller' END)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname <> 'public' AND ${notOfServer('p.oid')} AND NOT (${isOfLibrary})`,
  // Replacing them keeps their numbers. Granting a function does too, and changes nothing but its privileges.
  'changed part of the server': `
    SELECT format('%s.%s: is a function of the server that was replaced', p.pronamespace::regnamespace, p.proname) FROM pg_proc p
    WHERE NOT (${notOfServer('p.oid')}) AND ${changedLater('p.xmin')}
      AND NOT (p.prolang = 12 AND starts_with(p.prosrc, p.proname) AND p.proacl IS NOT NULL
        AND NOT p.prosecdef AND NOT p.proleakproof AND p.proconfig IS NULL AND p.proowner = 10)
    UNION ALL
    SELECT format('%s.%s: is a view of the server that was replaced', c.relnamespace::regnamespace, c.relname)
    FROM pg_rewrite w JOIN pg_class c ON c.oid = w.ev_class WHERE NOT (${notOfServer('c.oid')}) AND ${changedLater('w.xmin')}
    UNION ALL
    SELECT format('%s %s: is a part of the server that was changed', i.type, i.identity)
    FROM (${serverCatalogs
      .map(
        (catalog) =>
          `SELECT '${catalog}'::regclass AS catalog, oid FROM ${catalog} WHERE NOT (${notOfServer('oid')}) AND ${changedLater('xmin')}`,
      )
      .join(' UNION ALL ')}
      UNION ALL SELECT 'pg_proc'::regclass, aggfnoid FROM pg_aggregate WHERE NOT (${notOfServer('aggfnoid')}) AND ${changedLater('xmin')}
      UNION ALL SELECT 'pg_collation'::regclass, oid FROM pg_collation WHERE NOT (${notOfServer('oid')}) AND ${changedLater('xmin')} AND NOT collisdeterministic
    ) c CROSS JOIN LATERAL pg_identify_object(c.catalog, c.oid, 0) i
    UNION ALL
    SELECT format('%s %s: has other initial privileges', i.type, i.identity)
    FROM pg_init_privs c CROSS JOIN LATERAL pg_identify_object(c.classoid, c.objoid, c.objsubid) i
    WHERE NOT (${notOfServer('c.objoid')}) AND ${changedLater('c.xmin')}`,
  'added object': `
    SELECT format('%s %s: isn’t part of the product', i.type, i.identity)
    FROM (${Object.entries(objectCatalogs)
      .map(
        ([catalog, isForeign]) =>
          `SELECT '${catalog}'::regclass AS catalog, o.oid FROM ${catalog} o WHERE ${notOfServer('o.oid')} AND ${isForeign}`,
      )
      .join(' UNION ALL ')}
      UNION ALL SELECT 'pg_largeobject'::regclass, oid FROM pg_largeobject_metadata
    ) c CROSS JOIN LATERAL pg_identify_object(c.catalog, c.oid, 0) i`,
  language: `
    SELECT format('language %s: %s', l.lanname, CASE WHEN l.lanpltrusted THEN 'may be used by everybody' ELSE 'may be used by superusers only' END)
    FROM pg_language l WHERE l.lanpltrusted <> (l.lanname IN ('sql', 'plpgsql')) OR l.lanname NOT IN ('internal', 'c', 'sql', 'plpgsql')
    UNION ALL
    SELECT format('language %s: doesn’t use its own functions', l.lanname) FROM pg_language l
    WHERE ARRAY[l.lanplcallfoid, l.laninline, l.lanvalidator]::regproc[]::text <> CASE l.lanname
      WHEN 'plpgsql' THEN '{plpgsql_call_handler,plpgsql_inline_handler,plpgsql_validator}' ELSE format('{-,-,fmgr_%s_validator}', l.lanname) END`,
  child: `
    SELECT format('%s: has the rows of %s too', r.relname, i.inhrelid::regclass) FROM relation r JOIN pg_inherits i ON i.inhparent = r.oid WHERE r.relkind IN ('r', 'p', 'f')`,
  // Only PostgreSQL 18 has it.
  'unchecked constraint': `
    SELECT format('%s: %s may be broken by present rows', r.relname, c.conname)
    FROM relation r JOIN pg_constraint c ON c.conrelid = r.oid AND c.contype = 'n' AND NOT c.convalidated`,
  'replica identity': `
    SELECT format('%s: identifies its rows to replicas in another way', relname) FROM relation WHERE relkind = 'r' AND relreplident <> 'd'`,
  'unusable index': `
    SELECT format('%s: index %s isn’t usable', r.relname, i.indexrelid::regclass) FROM relation r JOIN pg_index i ON i.indrelid = r.oid
    LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = r.oid AND c.contype IN ('p', 'u', 'x')
    WHERE NOT (i.indisvalid AND i.indisready AND i.indislive) OR i.indimmediate = coalesce(c.condeferrable, false)
      OR i.indisprimary <> coalesce(c.contype = 'p', false) OR i.indisexclusion <> coalesce(c.contype = 'x', false)`,
  // PostgreSQL checks these flags of a table before it reads the catalogs that they refer to.
  'catalog flag': `
    SELECT format('%s: isn’t flagged as having %s, so that they have no effect', r.relname, f.part)
    FROM relation r CROSS JOIN LATERAL (
      SELECT 'triggers' AS part WHERE NOT r.relhastriggers AND EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = r.oid)
      UNION ALL SELECT 'all its checks' WHERE r.relchecks <> (SELECT count(*) FROM pg_constraint c WHERE c.conrelid = r.oid AND c.contype = 'c')
      UNION ALL SELECT 'indexes' WHERE NOT r.relhasindex AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = r.oid)
      UNION ALL SELECT 'rules' WHERE NOT r.relhasrules AND EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = r.oid)
      UNION ALL SELECT 'defaults' WHERE EXISTS (
        SELECT FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = r.oid AND NOT a.atthasdef)) f`,
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
  'database privilege',
  'schema privilege of others',
  'routine privilege of others',
  'object owner',
  'relation elsewhere',
  'routine elsewhere',
  'added object',
  'privilege of the server',
  'unchecked constraint',
  'replica identity',
  'changed part of the server',
  'language',
  'child',
  'unusable index',
  'catalog flag',
  'database flag',
  'login limit',
  'setting of the owner',
];

/** SQL for `loginName` of a database. */
function loginNamed(kind: 'app' | 'worker', database = 'current_database()'): string {
  const plain = `'carrara_${kind}_' || ${database}`;
  return `CASE WHEN octet_length(${plain}) <= 63 THEN ${plain} ELSE 'carrara_${kind}_' || left(encode(sha256(convert_to(${database}, 'UTF8')), 'hex'), 32) END`;
}

/** SQL for the name of the action of a foreign key in the names of its trigger functions. */
const actionOf = (code: string) =>
  `CASE ${code} WHEN 'a' THEN 'noaction' WHEN 'r' THEN 'restrict' WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'setnull' ELSE 'setdefault' END`;

const query = `
  -- The same spelling of dates, intervals and names, whatever the session has.
  WITH style AS MATERIALIZED (SELECT set_config('DateStyle', 'ISO, MDY', true), set_config('IntervalStyle', 'postgres', true),
    set_config('TimeZone', 'UTC', true), set_config('search_path', 'public', true), set_config('quote_all_identifiers', 'off', true)),
  own AS (SELECT oid, rolname::text AS name FROM pg_roles WHERE rolname IN ('carrara_app', 'carrara_worker') UNION ALL SELECT 0, 'everybody'),
  -- The roles and logins of the product on this server. They have no more than their privileges, even if one owns something.
  product AS (
    SELECT r.oid, r.rolname::text AS name FROM pg_roles r WHERE r.rolname IN ('carrara_app', 'carrara_worker', $1::text)
      OR EXISTS (SELECT FROM pg_database d WHERE r.rolname IN (${loginNamed('app', 'd.datname')}, ${loginNamed('worker', 'd.datname')}))),
  -- The roles that may do everything anyway: the one that created the cluster, and the owner, whose login reads these rules. Present owners of objects
  -- aren't trusted, because an attacker may have changed them. Only a backup reads the rules as the worker, and leaves out those about owners.
  owner AS (
    SELECT oid FROM (
      SELECT 10::oid AS oid UNION SELECT oid FROM pg_roles WHERE rolname IN (session_user, current_user)
      UNION SELECT datdba FROM pg_database WHERE datname = current_database() AND session_user = ${loginNamed('worker')}
      UNION SELECT relowner FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relname = 'schema_migration' AND session_user = ${loginNamed('worker')}) o
    WHERE oid NOT IN (SELECT oid FROM product)),
  -- Those roles and logins, and others that act as the application.
  login AS (
    SELECT l.oid, l.rolname::text AS name, l.rolcreaterole, l.rolcreatedb, l.rolreplication FROM pg_roles l
    WHERE l.oid IN (SELECT oid FROM product)
      OR NOT l.rolsuper AND l.oid NOT IN (SELECT oid FROM owner) AND pg_has_role(l.oid, 'carrara_app', 'MEMBER')),
  -- The logins that the product created for this database (the function loginName), or the operator for it.
  app_login AS (SELECT oid, rolname::text AS name FROM pg_roles WHERE rolname = $1::text OR rolname = ${loginNamed('app')}),
  worker_login AS (SELECT oid, rolname::text AS name FROM pg_roles WHERE rolname = ${loginNamed('worker')}),
  limited_login AS (
    SELECT * FROM pg_roles WHERE oid IN (SELECT oid FROM app_login UNION ALL SELECT oid FROM worker_login UNION ALL SELECT oid FROM own)),
  -- Roles whose privileges the product has: its own, those of its logins, and those that these are members of.
  reader AS (
    SELECT oid, name FROM own
    UNION
    SELECT g.oid, g.rolname::text FROM login l JOIN pg_roles g ON g.oid = l.oid OR NOT g.rolsuper AND pg_has_role(l.oid, g.oid, 'MEMBER')
    WHERE g.oid NOT IN (SELECT oid FROM owner)),
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
    SELECT p.oid, p.oid::regprocedure::text AS name, p.prosecdef, p.proowner, p.proconfig, p.prosrc, p.prokind, p.provolatile, p.proisstrict, p.proleakproof, p.proparallel, p.prolang, p.prosupport, coalesce(p.proacl, acldefault('f', p.proowner)) AS acl
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND NOT (${isOfLibrary})),
  reference_trigger AS (
    SELECT t.relation, k.oid AS reference, t.function::regproc::oid AS function, t.type, true AS always
    FROM pg_constraint k CROSS JOIN LATERAL (VALUES
      (k.conrelid, '"RI_FKey_check_ins"', 5),
      (k.conrelid, '"RI_FKey_check_upd"', 17),
      (k.confrelid, format('"RI_FKey_%s_del"', ${actionOf('k.confdeltype')}), 9),
      (k.confrelid, format('"RI_FKey_%s_upd"', ${actionOf('k.confupdtype')}), 17)) t (relation, function, type)
    WHERE k.contype = 'f'
    UNION ALL
    SELECT k.conrelid, k.oid, 'unique_key_recheck'::regproc::oid, 21, true FROM pg_constraint k WHERE k.contype IN ('p', 'u', 'x') AND k.condeferrable),
  internal_trigger AS (
    SELECT t.tgrelid, t.tgconstraint, t.tgfoid, t.tgtype, t.tgenabled = 'O' AND t.tgqual IS NULL AND t.tgnargs = 0 AND t.tgattr = '' FROM pg_trigger t WHERE t.tgisinternal)
  ${Object.entries(kinds)
    .map(([kind, rules]) => `SELECT '${kind}' AS kind, rule FROM (${rules}) of_kind (rule)`)
    .join(' UNION ALL ')}`;

/** Returns the rules that this version's migrations create, as recorded by the test next to this file. */
export function migratedRules(): readonly string[] {
  return readFileSync(new URL('rules.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split(/\r?\n/);
}
