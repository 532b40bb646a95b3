import type pg from 'pg';

/** Libraries that only observe. */
const observers = ['auto_explain', 'pg_stat_statements', 'pgaudit'];
const isSwitch = (value: string) => /^(on|off|t(r(ue?)?)?|f(a(l(se?)?)?)?|y(es?)?|no?|0|1)$/i.test(value);
const isOn = (value: string) => /^(on|t|y|1)/i.test(value);
const isOff = (value: string) => isSwitch(value) && !isOn(value);
const isOnlyObservers = (value: string) =>
  value
    .split(',')
    .map((library) => library.trim().replace(/^"(.*)"$/, '$1'))
    .every((library) => library === '' || observers.includes(library));

/** Settings of the server that protect the data or its rules, and whether a value of theirs does. */
const protective: Readonly<Record<string, (value: string) => boolean>> = {
  // Otherwise triggers and foreign keys are off.
  session_replication_role: (value) => value.toLowerCase() === 'origin',
  // Otherwise a crash loses what the server has confirmed.
  synchronous_commit: (value) => !isSwitch(value) || isOn(value),
  fsync: isOn,
  full_page_writes: isOn,
  // Code that runs in the server and in each session.
  shared_preload_libraries: isOnlyObservers,
  session_preload_libraries: isOnlyObservers,
  local_preload_libraries: isOnlyObservers,
  archive_library: (value) => ['', 'basic_archive'].includes(value),
  jit_provider: (value) => value === 'llvmjit',
  dynamic_library_path: (value) => value === '$libdir',
  // Otherwise damaged data reads as empty, or as if it were intact.
  zero_damaged_pages: isOff,
  ignore_checksum_failure: isOff,
  // Otherwise other programs that read the database see values in another form.
  datestyle: (value) => /^iso\b/i.test(value),
  intervalstyle: (value) => value.toLowerCase() === 'postgres',
  // Names that lead to another schema first.
  search_path: (value) => /^\s*("\$user"\s*,\s*)?"?public"?\s*(,|$)/.test(value),
};

/**
 * Returns the settings in the server's files that switch a protection off, one per line. Options of the start command are left out because nobody can
 * change them from inside the database. A superuser's connection also sees settings that await a reload or restart.
 */
export async function unsafeSettings(client: Pick<pg.Client, 'query'>): Promise<readonly string[]> {
  const { rows: access } = await client.query<{ files: boolean }>(
    `SELECT has_table_privilege('pg_file_settings', 'SELECT') AND has_function_privilege('pg_show_all_file_settings()', 'EXECUTE') AS files`,
  );
  // A session hides the setting of the file behind its own. ALTER SYSTEM writes postgresql.auto.conf, where a command
  // that the server runs may come from inside the database.
  const inFiles = `UNION ALL
    SELECT name, setting, regexp_replace(sourcefile, '^.*[/\\\\]', '') FROM (
      SELECT DISTINCT ON (lower(name)) lower(name) AS name, setting, sourcefile FROM pg_file_settings ORDER BY lower(name), seqno DESC) file
    WHERE name = ANY ($1) OR name LIKE 'app.%' OR name = 'archive_command' AND setting <> '' AND sourcefile ~ 'postgresql[.]auto[.]conf$'`;
  const { rows } = await client.query<{ name: string; setting: string; file: string }>(
    `SELECT lower(name) AS name, setting, coalesce(regexp_replace(sourcefile, '^.*[/\\\\]', ''), source) AS file FROM pg_settings
     WHERE source = 'configuration file' AND lower(name) = ANY ($1) ${access[0]?.files ? inFiles : ''}`,
    [Object.keys(protective)],
  );
  const unsafe = rows.filter(({ name, setting }) => protective[name]?.(setting) !== true);
  return [...new Set(unsafe.map(({ name, setting, file }) => `server: sets ${name}=${setting} (${file})`))].toSorted();
}

/**
 * Returns the lines of the server's pg_hba.conf that let others than users of its own socket connect without a password, in words. Only a superuser's
 * connection sees them.
 */
export async function passwordlessAccess(client: Pick<pg.Client, 'query'>): Promise<readonly string[]> {
  const { rows: access } = await client.query<{ rules: boolean }>(
    `SELECT has_table_privilege('pg_hba_file_rules', 'SELECT') AND has_function_privilege('pg_hba_file_rules()', 'EXECUTE') AS rules`,
  );
  if (access[0]?.rules !== true) return [];
  const { rows } = await client.query<{ line: number; from: string; users: string }>(
    `SELECT line_number AS line, CASE WHEN address IN ('0.0.0.0', '::', 'all') THEN 'any address' ELSE address END AS from,
       array_to_string(user_name, ', ') AS users
     FROM pg_hba_file_rules WHERE auth_method = 'trust' AND type <> 'local' ORDER BY line_number`,
  );
  return rows.map(
    ({ line, from, users }) =>
      `Line ${String(line)} of pg_hba.conf lets ${users === 'all' ? 'every user' : users} connect from ${from} without a password. Use scram-sha-256 instead of trust.`,
  );
}
