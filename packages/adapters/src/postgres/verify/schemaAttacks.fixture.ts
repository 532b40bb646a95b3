/** Replaces a part of the view source_facts, as PostgreSQL prints it. */
const replaceInView = (from: string, to: string) =>
  `DO $$ DECLARE old text := pg_get_viewdef('source_facts'); BEGIN
    IF position('${from}' IN old) = 0 THEN RAISE 'The view has no such part: %', old; END IF;
    EXECUTE 'CREATE OR REPLACE VIEW source_facts WITH (security_invoker = true) AS ' || replace(old, '${from}', '${to}'); END $$`;

/** Replaces a view of the server with an empty view. */
const replaceView = (view: string) =>
  `SET LOCAL allow_system_table_mods = on; DO $$ BEGIN
    EXECUTE 'CREATE OR REPLACE VIEW pg_catalog.${view} AS SELECT * FROM (' || rtrim(pg_get_viewdef('pg_catalog.${view}'), ';') || ') v WHERE v.${view === 'pg_policies' ? 'policyname' : 'rolname'} <> ''evil'''; END $$`;

/** Changes of a superuser, each with the finding that names it. */
export const attacks: readonly (readonly [change: string, sql: string, finding: RegExp])[] = [
  [
    'a view with its arguments in another order',
    replaceInView('COALESCE(f.id, fi.fund_id, tfi.fund_id', 'COALESCE(f.id, tfi.fund_id, fi.fund_id'),
    /^source_facts unexpected: reads as who asks: /,
  ],
  [
    'a view that reads a table of another schema',
    `CREATE SCHEMA evil; CREATE TABLE evil.fund (LIKE public.fund); ${replaceInView('JOIN fund f ', 'JOIN evil.fund f ')}`,
    /^source_facts unexpected: reads as who asks: /,
  ],
  ['a table that a crash empties', 'ALTER TABLE activity SET UNLOGGED', /^activity unexpected: isn’t logged/],
  ['an index that a crash empties', 'ALTER TABLE activity SET UNLOGGED', /^activity_pkey unexpected: isn’t logged/],
  [
    'a view elsewhere for the login',
    'CREATE SCHEMA evil; CREATE VIEW evil.pay AS SELECT * FROM public.salary; GRANT SELECT ON evil.pay TO app_login',
    /^evil.pay unexpected: app_login may SELECT$/,
  ],
  [
    'a copy elsewhere for the login',
    'CREATE SCHEMA evil; CREATE TABLE evil.pay AS SELECT * FROM public.salary; GRANT SELECT ON evil.pay TO app_login',
    /^evil.pay unexpected: app_login may SELECT$/,
  ],
  [
    'a column elsewhere for a role of the login',
    `CREATE ROLE readers; GRANT readers TO app_login; CREATE SCHEMA evil; CREATE TABLE evil.pay AS SELECT * FROM public.salary;
     GRANT SELECT (amount) ON evil.pay TO readers`,
    /^evil.pay.amount unexpected: readers may SELECT$/,
  ],
  [
    'a copy elsewhere that the login owns',
    'CREATE SCHEMA evil; CREATE TABLE evil.pay AS SELECT * FROM public.salary; ALTER TABLE evil.pay OWNER TO app_login',
    /^evil.pay unexpected: app_login may do anything$/,
  ],
  [
    'a function among those of the server that runs as its owner',
    `CREATE FUNCTION pg_catalog.peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM public.salary'`,
    /^pg_catalog.peek unexpected: runs as its owner, /,
  ],
  [
    'a function among those of the server that runs as its caller',
    `CREATE FUNCTION pg_catalog.peek() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    /^pg_catalog.peek unexpected: runs as its caller$/,
  ],
  [
    'a cast',
    'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT',
    /^cast \(pg_catalog.text AS pg_catalog.uuid\) unexpected: isn’t part of the product$/,
  ],
  [
    'an index that isn’t maintained',
    `UPDATE pg_index SET indisready = false WHERE indexrelid = 'tranche_investment'::regclass`,
    /^tranche unexpected: index tranche_investment isn’t usable$/,
  ],
  [
    'an index that isn’t used',
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'tranche_investment'::regclass`,
    /^tranche unexpected: index tranche_investment isn’t usable$/,
  ],
  [
    'a migration that isn’t recorded',
    `DELETE FROM schema_migration WHERE name LIKE '0007%'`,
    /^migration 0007_attachments missing: recorded with the checksum /,
  ],
  [
    'a migration that this version doesn’t have',
    `INSERT INTO schema_migration (name, checksum) VALUES ('9999_evil', 'x')`,
    /^migration 9999_evil unexpected: /,
  ],
  [
    'a migration with another checksum',
    `UPDATE schema_migration SET checksum = 'x' WHERE name LIKE '0003%'`,
    /^migration 0003_people unexpected: recorded with the checksum x$/,
  ],
  [
    'a login whose writes a crash loses',
    'ALTER ROLE app_login SET synchronous_commit = off',
    /^app_login unexpected: sets synchronous_commit=off$/,
  ],
  [
    'a library in each session of the database',
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_preload_libraries = evil', current_database()); END $$`,
    /^everybody unexpected: sets session_preload_libraries=/,
  ],
  [
    'dates in another form',
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET DateStyle = ''SQL, DMY''', current_database()); END $$`,
    /^everybody unexpected: sets DateStyle=/,
  ],
  [
    'damaged pages that read as empty',
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET zero_damaged_pages = on', current_database()); END $$`,
    /^everybody unexpected: sets zero_damaged_pages=on$/,
  ],
  [
    'a policy hidden behind a replaced view',
    `CREATE POLICY evil ON salary USING (true); ${replaceView('pg_policies')}`,
    /^salary unexpected: permissive policy evil for ALL to public using true check $/,
  ],
  [
    'a view of the server',
    replaceView('pg_roles'),
    /^pg_catalog.pg_roles unexpected: is a view of the server that was replaced$/,
  ],
  [
    'a function of the server',
    `CREATE OR REPLACE FUNCTION pg_catalog.pg_sleep_for(interval) RETURNS void LANGUAGE plpgsql AS 'BEGIN END'`,
    /^pg_catalog.pg_sleep_for unexpected: is a function of the server that was replaced$/,
  ],
  [
    'another function of the server behind a name',
    `CREATE OR REPLACE FUNCTION pg_catalog.sha224(bytea) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'sha256_bytea'`,
    /^pg_catalog.sha224 unexpected: is a function of the server that was replaced$/,
  ],
  [
    'an operator of the server',
    `UPDATE pg_operator SET oprcode = 'numeric_sub'::regproc WHERE oid = '+(numeric,numeric)'::regoperator`,
    /^operator pg_catalog.\+\(numeric,numeric\) unexpected: is a part of the server that was changed$/,
  ],
  [
    'an operator',
    'CREATE OPERATOR public.+ (LEFTARG = text, RIGHTARG = text, FUNCTION = textcat)',
    /^operator public.\+\(pg_catalog.text,pg_catalog.text\) unexpected: isn’t part of the product$/,
  ],
  [
    'an operator class',
    'CREATE OPERATOR CLASS public.evil FOR TYPE integer USING hash AS OPERATOR 1 =, FUNCTION 1 hashint4(integer)',
    /^operator class public.evil USING hash unexpected: isn’t part of the product$/,
  ],
  [
    'a function elsewhere',
    `CREATE SCHEMA evil; CREATE FUNCTION evil.peek() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    /^evil.peek unexpected: runs as its caller$/,
  ],
  [
    'an index that is gone',
    'DROP INDEX tranche_investment',
    /^tranche missing: index CREATE INDEX tranche_investment /,
  ],
  [
    'an index over an expression',
    'CREATE INDEX evil ON tranche (upper(id::text))',
    /^tranche unexpected: index CREATE INDEX evil /,
  ],
  [
    'a table elsewhere whose rows count as those of another',
    'CREATE SCHEMA evil; CREATE TABLE evil.pay () INHERITS (public.salary)',
    /^salary unexpected: has the rows of evil.pay too$/,
  ],
  [
    'a column that compares texts in another way',
    'ALTER TABLE schema_migration ALTER COLUMN name TYPE text COLLATE "POSIX"',
    /^schema_migration.name unexpected: compares texts by "POSIX"$/,
  ],
  ['a domain', 'CREATE DOMAIN evil AS text', /^type public.evil unexpected: isn’t part of the product$/],
  ['a collation', 'CREATE COLLATION evil FROM "C"', /^collation public.evil unexpected: isn’t part of the product$/],
  [
    'a foreign server',
    'CREATE FOREIGN DATA WRAPPER evil; CREATE SERVER afar FOREIGN DATA WRAPPER evil',
    /^server afar unexpected: isn’t part of the product$/,
  ],
  [
    'a language that everybody may use',
    `UPDATE pg_language SET lanpltrusted = true WHERE lanname = 'c'`,
    /^language c unexpected: may be used by everybody$/,
  ],
  // The application's login as the owner.
  ...[
    'ALTER DATABASE db OWNER TO app_login',
    'ALTER DATABASE db OWNER TO app_login; ALTER ROLE app_login BYPASSRLS',
  ].map((sql) => [sql, sql, /^database db unexpected: is owned by app_login$/] as const),
  [
    'a login that owns the database and passes over row security',
    'ALTER DATABASE db OWNER TO app_login; ALTER ROLE app_login BYPASSRLS',
    /^app_login unexpected: passes over row security$/,
  ],
  [
    'a login that owns the database and may connect as a superuser',
    'ALTER DATABASE db OWNER TO app_login; ALTER ROLE app_login SUPERUSER',
    /^app_login unexpected: may connect and is a superuser$/,
  ],
  [
    'a login that owns the migrations',
    'ALTER TABLE schema_migration OWNER TO app_login',
    /^schema_migration unexpected: is owned by app_login$/,
  ],
  [
    'a worker’s login that owns the database',
    'ALTER DATABASE db OWNER TO worker_login',
    /^database db unexpected: is owned by worker_login$/,
  ],
  [
    'a login of another installation that owns the database',
    'CREATE ROLE carrara_app_postgres LOGIN; ALTER DATABASE db OWNER TO carrara_app_postgres',
    /^database db unexpected: is owned by carrara_app_postgres$/,
  ],
  [
    'a schema of the login',
    'ALTER SCHEMA public OWNER TO app_login',
    /^schema public unexpected: is owned by app_login$/,
  ],
  [
    'a schema that comes before the product’s',
    'CREATE SCHEMA AUTHORIZATION app_login',
    /^schema app_login unexpected: is owned by app_login$/,
  ],
  ['another schema', 'CREATE SCHEMA evil', /^schema evil unexpected: isn’t part of the product$/],
  [
    'a parameter for the login',
    'GRANT SET ON PARAMETER session_replication_role TO app_login',
    /^parameter session_replication_role unexpected: app_login may SET$/,
  ],
  [
    'a parameter for everybody',
    'GRANT ALTER SYSTEM ON PARAMETER log_statement TO PUBLIC',
    /^parameter log_statement unexpected: everybody may ALTER SYSTEM$/,
  ],
  [
    'files of the server for the login',
    'GRANT EXECUTE ON FUNCTION pg_read_file(text) TO app_login',
    /^pg_read_file\(text\) unexpected: app_login may EXECUTE$/,
  ],
  [
    'a tablespace for the login',
    'GRANT CREATE ON TABLESPACE pg_default TO app_login',
    /^tablespace pg_default unexpected: app_login may CREATE$/,
  ],
  [
    'a role that the login may grant',
    'GRANT carrara_app TO app_login WITH ADMIN OPTION',
    /^app_login unexpected: acts as carrara_app and may let others act as it$/,
  ],
  [
    'a privilege that the login may grant',
    'GRANT SELECT ON salary TO carrara_app WITH GRANT OPTION',
    /^salary unexpected: carrara_app may SELECT and grant it$/,
  ],
  [
    'a role of the worker’s login',
    'GRANT pg_signal_backend TO worker_login',
    /^worker_login unexpected: acts as pg_signal_backend$/,
  ],
  [
    'a login that becomes a superuser in another database',
    'CREATE ROLE lurker NOLOGIN SUPERUSER; CREATE ROLE mover LOGIN; GRANT lurker TO mover',
    /^mover unexpected: may connect and become a superuser, as lurker$/,
  ],
  ...[
    ['timezone', `'Asia/Tokyo'`],
    ['transform_null_equals', 'on'],
    ['plpgsql.variable_conflict', 'use_column'],
    ['log_statement', `'all'`],
    ['bytea_output', `'escape'`],
    ['lo_compat_privileges', 'on'],
    ['standard_conforming_strings', 'off'],
  ].map(
    ([name, value]) =>
      [
        `the setting ${name} of the database`,
        `LOAD 'plpgsql'; ALTER DATABASE db SET ${name} = ${value}`,
        new RegExp(`^everybody unexpected: sets ${name}=`, 'i'),
      ] as const,
  ),
  ['a sequence', 'CREATE SEQUENCE evil', /^sequence public.evil unexpected: isn’t part of the product$/],
  [
    'a conversion',
    `CREATE DEFAULT CONVERSION evil FOR 'LATIN1' TO 'UTF8' FROM iso8859_1_to_utf8`,
    /^conversion public.evil unexpected: isn’t part of the product$/,
  ],
  [
    'an access method',
    'CREATE ACCESS METHOD evil TYPE TABLE HANDLER heap_tableam_handler',
    /^access method evil unexpected: isn’t part of the product$/,
  ],
  [
    'a text search configuration',
    'CREATE TEXT SEARCH CONFIGURATION evil (COPY = simple)',
    /^text search configuration public.evil unexpected: isn’t part of the product$/,
  ],
  [
    'a statistics object',
    'CREATE STATISTICS evil ON amount, employee_id FROM salary',
    /^statistics object public.evil unexpected: isn’t part of the product$/,
  ],
  ['a large object', 'SELECT lo_create(99999)', /^large object 99999 unexpected: isn’t part of the product$/],
  ['an extension', 'CREATE EXTENSION pageinspect', /^extension pageinspect unexpected: isn’t part of the product$/],
  ['a publication', 'CREATE PUBLICATION evil', /^publication evil unexpected: isn’t part of the product$/],
  [
    'a rule of a view of the server',
    'SET LOCAL allow_system_table_mods = on; CREATE RULE evil AS ON UPDATE TO pg_catalog.pg_tables DO INSTEAD NOTHING',
    /^rule evil on pg_catalog.pg_tables unexpected: isn’t part of the product$/,
  ],
  [
    'an operator in a family of the server',
    'ALTER OPERATOR FAMILY integer_ops USING hash ADD FUNCTION 1 (oid, oid) hashoid(oid)',
    /^.*integer_ops.* unexpected: isn’t part of the product$/,
  ],
  [
    'an aggregate of the server',
    `UPDATE pg_aggregate SET aggfinalfn = 'numeric_avg'::regproc WHERE aggfnoid = 'sum(numeric)'::regprocedure`,
    /^aggregate pg_catalog.sum\(numeric\) unexpected: is a part of the server that was changed$/,
  ],
  [
    'a cast of the server',
    `UPDATE pg_cast SET castcontext = 'i' WHERE castsource = 'numeric'::regtype AND casttarget = 'int4'::regtype`,
    /^cast \(.*numeric.* AS integer\) unexpected: is a part of the server that was changed$/,
  ],
  [
    'a function that runs in parallel',
    'ALTER FUNCTION firm_day() PARALLEL SAFE',
    /^firm_day\(\) unexpected: is parallel safe$/,
  ],
  [
    'a table that identifies its rows to replicas in another way',
    'ALTER TABLE salary REPLICA IDENTITY FULL',
    /^salary unexpected: identifies its rows to replicas in another way$/,
  ],
  // A stranger as the owner.
  ...[
    [
      'ALTER TABLE activity OWNER TO mallory; ALTER TABLE schema_migration OWNER TO mallory',
      /^activity unexpected: is owned by mallory$/,
    ],
    [
      'ALTER TABLE salary OWNER TO mallory; ALTER TABLE schema_migration OWNER TO mallory',
      /^salary unexpected: is owned by mallory$/,
    ],
    ['ALTER TABLE schema_migration OWNER TO mallory', /^schema_migration unexpected: is owned by mallory$/],
    ['ALTER TABLE schema_migration OWNER TO mallory', /^this database unexpected: mallory may CONNECT$/],
    ['ALTER DATABASE db OWNER TO mallory', /^database db unexpected: is owned by mallory$/],
  ].map(
    ([sql, finding]) =>
      [
        `${String(sql)}: ${String(finding)}`,
        `CREATE ROLE mallory LOGIN; GRANT CONNECT, CREATE ON DATABASE db TO mallory; ${String(sql)}`,
        finding as RegExp,
      ] as const,
  ),
  ...[
    ['relhastriggers = false', 'triggers'],
    ['relchecks = 0', 'all its checks'],
    ['relhasindex = false', 'indexes'],
  ].map(
    ([flag, part]) =>
      [
        `a table flagged as without ${part}`,
        `UPDATE pg_class SET ${flag} WHERE oid = 'activity'::regclass`,
        new RegExp(`^activity unexpected: isn’t flagged as having ${part}, `),
      ] as const,
  ),
  [
    'a view flagged as without rules',
    `UPDATE pg_class SET relhasrules = false WHERE oid = 'source_facts'::regclass`,
    /^source_facts unexpected: isn’t flagged as having rules, /,
  ],
  [
    'a column flagged as without its default',
    `UPDATE pg_attribute SET atthasdef = false WHERE (attrelid, attnum) = (SELECT d.adrelid, d.adnum FROM pg_attrdef d JOIN pg_class r ON r.oid = d.adrelid
     WHERE r.relnamespace = 'public'::regnamespace ORDER BY r.relname LIMIT 1)`,
    / unexpected: isn’t flagged as having defaults, /,
  ],
  ...['pg_signal_backend', 'pg_checkpoint'].map(
    (role) =>
      [
        `a login that monitors and acts as ${role}`,
        `CREATE ROLE watcher LOGIN; GRANT CONNECT ON DATABASE db TO watcher; GRANT pg_monitor, ${role} TO watcher`,
        new RegExp(`^watcher unexpected: may connect and act as ${role}$`),
      ] as const,
  ),
  [
    'a limit of connections',
    'ALTER ROLE app_login CONNECTION LIMIT 1',
    /^app_login unexpected: may have at most 1 connections$/,
  ],
  [
    'a limit of connections of the role behind the login',
    'ALTER ROLE carrara_app CONNECTION LIMIT 1',
    /^carrara_app unexpected: may have at most 1 connections$/,
  ],
  [
    'an expiring password',
    `ALTER ROLE worker_login VALID UNTIL '2020-01-01Z'`,
    /^worker_login unexpected: can’t connect from 2020-01-01 .* on$/,
  ],
  ...['5', '5ms', '0.5s', '900000us', '0x5'].map(
    (time) =>
      [
        `a time limit of ${time}`,
        `ALTER ROLE app_login SET statement_timeout = '${time}'`,
        new RegExp(`^app_login unexpected: sets statement_timeout=${time}$`),
      ] as const,
  ),
  ...['work_mem=64kB', 'random_page_cost=1e300'].map(
    (setting) =>
      [
        `a bound exceeded by ${setting}`,
        `ALTER ROLE app_login SET ${setting.replace('=', " = '")}'`,
        new RegExp(`^app_login unexpected: sets ${setting}$`),
      ] as const,
  ),
  // PostgreSQL stores the bodies of these functions parsed, without their text.
  [
    'the body of a function that returns the tenant',
    `CREATE OR REPLACE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
     RETURN coalesce(nullif(current_setting('app.other', true), ''), nullif(current_setting('app.tenant_id', true), ''))::uuid`,
    /^current_tenant\(\) unexpected: takes \(\), returns uuid, in sql, as \w{16}$/,
  ],
  [
    'a parsed body behind an unchanged text',
    `CREATE FUNCTION evil() RETURNS SETOF uuid STABLE LANGUAGE sql BEGIN ATOMIC SELECT id FROM employee; END;
     UPDATE pg_proc SET prosqlbody = (SELECT prosqlbody FROM pg_proc WHERE proname = 'evil') WHERE proname = 'visible_pay'`,
    /^visible_pay\(\) unexpected: takes \(\), returns SETOF uuid, in sql, as \w{16}$/,
  ],
  [
    'a function in another language',
    `UPDATE pg_proc SET prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql') WHERE proname = 'visible_pay'`,
    /^visible_pay\(\) unexpected: takes \(\), returns SETOF uuid, in plpgsql$/,
  ],
  [
    'a default of an argument',
    `CREATE FUNCTION evil(a uuid DEFAULT '00000000-0000-7000-8000-000000000000'::uuid) RETURNS int LANGUAGE sql AS 'SELECT 1';
     UPDATE pg_proc SET pronargdefaults = 1, proargdefaults = (SELECT proargdefaults FROM pg_proc WHERE proname = 'evil') WHERE proname = 'can_view_pay'`,
    /^can_view_pay\(uuid\) unexpected: takes \(\w+ uuid DEFAULT .*\), returns boolean, in sql$/,
  ],
  // A login that can alter an extension can declare any object a member of the extension.
  ...(
    [
      [
        'FUNCTION',
        `CREATE FUNCTION evil(q text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN EXECUTE q; END $$`,
        'evil(text)',
        /^evil\(text\) unexpected: runs as its owner$/,
      ],
      [
        'OPERATOR',
        'CREATE OPERATOR public.= (LEFTARG = uuid, RIGHTARG = text, FUNCTION = evil_equal)',
        'public.= (uuid, text)',
        /^operator public.=\(pg_catalog.uuid,pg_catalog.text\) unexpected: isn’t part of the product$/,
      ],
      [
        'CAST',
        'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT',
        '(text AS uuid)',
        /^cast .* unexpected: isn’t part of the product$/,
      ],
      ['SCHEMA', 'CREATE SCHEMA evil', 'evil', /^schema evil unexpected: isn’t part of the product$/],
      [
        'EVENT TRIGGER',
        'CREATE EVENT TRIGGER evil ON ddl_command_end EXECUTE FUNCTION evil_event()',
        'evil',
        /^event trigger evil unexpected: isn’t part of the product$/,
      ],
    ] as const
  ).map(
    ([kind, sql, member, finding]) =>
      [
        `a member of an extension: ${kind}`,
        `CREATE FUNCTION evil_equal(uuid, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
         CREATE FUNCTION evil_event() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; ${sql}; ALTER EXTENSION plpgsql ADD ${kind} ${member}`,
        finding,
      ] as const,
  ),
  [
    'a view that counts as one of an extension',
    `CREATE EXTENSION pg_stat_statements; ALTER EXTENSION pg_stat_statements DROP VIEW pg_stat_statements_info; DROP VIEW pg_stat_statements_info;
     CREATE VIEW pg_stat_statements_info AS SELECT * FROM salary; ALTER EXTENSION pg_stat_statements ADD VIEW pg_stat_statements_info`,
    /^pg_stat_statements_info unexpected: reads as its owner: /,
  ],
  [
    'a schema that counts as a part of another',
    `CREATE SCHEMA evil; INSERT INTO pg_depend VALUES ('pg_namespace'::regclass, 'evil'::regnamespace, 0, 'pg_namespace'::regclass, 'public'::regnamespace, 0, 'i')`,
    /^schema evil unexpected: isn’t part of the product$/,
  ],
  [
    'references without their triggers',
    `DELETE FROM pg_trigger WHERE tgisinternal AND tgconstraint =
     (SELECT min(oid) FROM pg_constraint WHERE contype = 'f' AND conrelid = 'escrow_entry'::regclass)`,
    /^escrow_entry unexpected: references are not held$/,
  ],
  [
    'references whose triggers do something else',
    `UPDATE pg_trigger SET tgfoid = '"RI_FKey_noaction_upd"'::regproc WHERE tgfoid = '"RI_FKey_check_ins"'::regproc AND tgrelid = 'account_entry'::regclass`,
    /^account_entry unexpected: references are not held$/,
  ],
  [
    'a trigger that counts as internal',
    `CREATE TRIGGER evil BEFORE INSERT ON account_entry FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
     UPDATE pg_trigger SET tgisinternal = true WHERE tgname = 'evil'`,
    /^account_entry unexpected: references are not held$/,
  ],
  [
    'a key that is checked too late',
    `UPDATE pg_index SET indimmediate = false WHERE indexrelid = 'award_pkey'::regclass`,
    /^award unexpected: index award_pkey isn’t usable$/,
  ],
  [
    'a key that isn’t one',
    `UPDATE pg_index SET indisprimary = false WHERE indexrelid = 'award_pkey'::regclass`,
    /^award unexpected: index award_pkey isn’t usable$/,
  ],
  ...['pg_authid', 'pg_statistic'].map(
    (relation) =>
      [
        `${relation} for everybody`,
        `GRANT SELECT ON pg_catalog.${relation} TO PUBLIC;
         UPDATE pg_init_privs SET initprivs = (SELECT relacl FROM pg_class WHERE oid = objoid) WHERE objoid = '${relation}'::regclass`,
        new RegExp(`^pg_catalog.${relation} unexpected: everybody may SELECT$`),
      ] as const,
  ),
  [
    'a table of the server that everybody may change',
    'GRANT UPDATE ON pg_catalog.pg_class TO PUBLIC',
    /^pg_catalog.pg_class unexpected: everybody may UPDATE$/,
  ],
  [
    'objects among those of the server',
    'GRANT CREATE ON SCHEMA pg_catalog TO carrara_app',
    /^schema pg_catalog unexpected: carrara_app may CREATE$/,
  ],
  [
    'files of the server as if the login always could read them',
    `GRANT EXECUTE ON FUNCTION pg_read_file(text) TO app_login;
     UPDATE pg_init_privs SET initprivs = (SELECT proacl FROM pg_proc WHERE oid = objoid) WHERE objoid = 'pg_read_file(text)'::regprocedure`,
    /^function pg_catalog.pg_read_file\(pg_catalog.text\) unexpected: has other initial privileges$/,
  ],
  [
    'files of the server as if everybody always could read them',
    `GRANT EXECUTE ON FUNCTION pg_read_file(text) TO PUBLIC; DELETE FROM pg_init_privs WHERE objoid = 'pg_read_file(text)'::regprocedure`,
    /^pg_read_file\(text\) unexpected: everybody may EXECUTE$/,
  ],
  ...[
    'query_to_xml(text, boolean, boolean, text) SECURITY DEFINER',
    'texticlike(text, text) LEAKPROOF',
    `sha256(bytea) SET work_mem = '1MB'`,
    'clock_timestamp() IMMUTABLE',
  ].map(
    (change) =>
      [
        `a function of the server with ${change}`,
        `ALTER FUNCTION pg_catalog.${change}`,
        /^pg_catalog.\w+ unexpected: is a function of the server that was replaced$/,
      ] as const,
  ),
  [
    'a granted function of the server that runs as its owner',
    'ALTER FUNCTION pg_ls_dir(text) SECURITY DEFINER; GRANT EXECUTE ON FUNCTION pg_ls_dir(text) TO pg_monitor',
    /^pg_catalog.pg_ls_dir unexpected: is a function of the server that was replaced$/,
  ],
  [
    'a generated column that can be set',
    `UPDATE pg_attribute SET attgenerated = '' WHERE attrelid = 'fund'::regclass AND attname = 'kind'`,
    /^fund.kind missing: is generated$/,
  ],
  [
    'a language that doesn’t check its functions',
    `UPDATE pg_language SET lanvalidator = 0 WHERE lanname = 'plpgsql'`,
    /^language plpgsql unexpected: doesn’t use its own functions$/,
  ],
  [
    'a collation of the server',
    `UPDATE pg_collation SET collisdeterministic = false WHERE collname = 'ucs_basic'`,
    /^collation pg_catalog.ucs_basic unexpected: is a part of the server that was changed$/,
  ],
  [
    'a limit of the connections of the database',
    'ALTER DATABASE db CONNECTION LIMIT 40',
    /^this database unexpected: may have at most 40 connections$/,
  ],
  [
    'a database that others may copy',
    'ALTER DATABASE db IS_TEMPLATE true',
    /^this database unexpected: is a template, /,
  ],
  ['a setting of the owner', 'ALTER ROLE CURRENT_USER SET row_security = off', / unexpected: sets row_security=off$/],
  ['a group role that may connect', 'ALTER ROLE carrara_app LOGIN', /^carrara_app unexpected: may connect$/],
];
