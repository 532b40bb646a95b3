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

/** True for a time limit that leaves statements time to finish: none, or at least a second. */
const isLong = (value: string) => /^(0|[1-9]\d{3,}\s*(ms)?|[1-9]\d*([.]\d+)?\s*(s|min|h|d))$/.test(value);

/** Settings whose values are checked one by one, and whether a value is safe. */
const checked: Readonly<Record<string, (value: string) => boolean>> = {
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
  oauth_validator_libraries: (value) => value === '',
  jit_provider: (value) => value === 'llvmjit',
  dynamic_library_path: (value) => value === '$libdir',
  password_encryption: (value) => value.toLowerCase() === 'scram-sha-256',
  // Otherwise other programs that read the database see values in another form.
  datestyle: (value) => /^iso\b/i.test(value),
  intervalstyle: (value) => value.toLowerCase() === 'postgres',
  // Names that lead to another schema first.
  search_path: (value) => /^\s*("\$user"\s*,\s*)?"?public"?\s*(,|$)/.test(value),
  // Otherwise the server's log has values of the firms.
  log_parameter_max_length_on_error: (value) => value === '0',
  debug_print_parse: isOff,
  debug_print_rewritten: isOff,
  debug_print_plan: isOff,
  statement_timeout: isLong,
  lock_timeout: isLong,
  transaction_timeout: isLong,
  idle_in_transaction_session_timeout: isLong,
};

/** Settings that log statements, with the values that don't. They are safe if the log leaves out parameters. */
const statementLogs: Readonly<Record<string, readonly string[]>> = {
  log_statement: ['none', 'ddl'],
  log_min_duration_statement: ['-1'],
  log_min_duration_sample: ['-1'],
  log_transaction_sample_rate: ['0'],
};

/** Categories of settings that tune the server, say where it logs, or let programs connect. */
const operational =
  /^(Autovacuum|Connections and Authentication|File Locations|Lock Management|Process Title|Query Tuning|Replication|Reporting and Logging|Resource Usage|Statistics|Vacuuming|Write-Ahead Log)\b/;
/** Settings of other categories that operators change too. */
const harmless =
  /^(timezone|lc_\w+|default_text_search_config|client_encoding|icu_validation_level|allow_alter_system|escape_string_warning|synchronize_seqscans|restart_after_crash|recovery_init_sync_method|vacuum_\w+|default_toast_compression|temp_tablespaces|gin_pending_list_limit)$/;

interface Setting {
  readonly name: string;
  readonly setting: string;
  readonly file: string;
  /** Null for a setting of an extension that isn't loaded. */
  readonly category: string | null;
  readonly default: string | null;
}

function isSafe({ name, setting, file, category, default: initial }: Setting, hidesParameters: boolean): boolean {
  // ALTER SYSTEM writes this file, so what it names may come from inside the database.
  if (file === 'postgresql.auto.conf' && setting !== '' && /_command$|^(hba|ident)_file$/.test(name)) return false;
  const harmlessLogs = statementLogs[name];
  if (harmlessLogs) return hidesParameters || harmlessLogs.includes(setting.toLowerCase());
  const check = checked[name];
  if (check) return check(setting);
  if (category === null || category === 'Customized Options') return !/^(app|plpgsql)[.]/.test(name);
  return operational.test(category) || harmless.test(name) || isSame(setting, initial ?? '');
}

const isSame = (value: string, other: string) =>
  value.toLowerCase() === other.toLowerCase() || (isSwitch(value) && isSwitch(other) && isOn(value) === isOn(other));

/**
 * Returns the settings in the server's files that switch a protection off or change what statements mean, one per line. Options of the start command
 * are left out because nobody can change them from inside the database. A superuser's connection also sees settings that await a reload or restart.
 */
export async function unsafeSettings(client: Pick<pg.Client, 'query'>): Promise<readonly string[]> {
  const { rows: access } = await client.query<{ files: boolean }>(
    `SELECT has_table_privilege('pg_file_settings', 'SELECT') AND has_function_privilege('pg_show_all_file_settings()', 'EXECUTE') AS files`,
  );
  // A session hides the setting of the file behind its own.
  const inFiles = `UNION ALL
    SELECT file.name, file.setting, regexp_replace(file.sourcefile, '^.*[/\\\\]', ''), s.category, s.boot_val FROM (
      SELECT DISTINCT ON (lower(name)) lower(name) AS name, setting, sourcefile FROM pg_file_settings ORDER BY lower(name), seqno DESC) file
    LEFT JOIN pg_settings s ON lower(s.name) = file.name`;
  const { rows } = await client.query<Setting>(
    `SELECT lower(name) AS name, setting, coalesce(regexp_replace(sourcefile, '^.*[/\\\\]', ''), source) AS file, category, boot_val AS default
     FROM pg_settings WHERE source = 'configuration file' ${access[0]?.files ? inFiles : ''}`,
  );
  const hidesParameters = rows.some(({ name, setting }) => name === 'log_parameter_max_length' && setting === '0');
  const unsafe = rows.filter((row) => !isSafe(row, hidesParameters));
  // The file has the value as it was written, the running server in its own unit.
  const byName = new Map(unsafe.map((row) => [row.name, row]));
  return [...byName.values()].map(({ name, setting, file }) => `server: sets ${name}=${setting} (${file})`).toSorted();
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

/** Returns the replication slots through which a copy of the database can leave the server, in words. A standby needs one, so they are no difference. */
export async function replicationSlots(client: Pick<pg.Client, 'query'>): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; isActive: boolean }>(
    `SELECT slot_name AS name, active AS "isActive" FROM pg_replication_slots
     WHERE NOT temporary AND (database IS NULL OR database = current_database()) ORDER BY slot_name`,
  );
  return rows.map(({ name, isActive }) =>
    isActive
      ? `The replication slot ${name} sends every change to another server. Drop it if that isn’t your standby.`
      : `The replication slot ${name} is unused, and the changes that wait for it fill the disk. Drop it if no standby needs it.`,
  );
}
