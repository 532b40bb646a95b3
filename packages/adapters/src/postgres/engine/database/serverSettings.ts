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

/** Sizes in kB, times in milliseconds. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  B: 1 / 1024,
  kB: 1,
  '8kB': 8,
  MB: 1024,
  GB: 1024 ** 2,
  TB: 1024 ** 3,
  us: 1 / 1000,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const [MB, GB, minute] = [1024, 1024 ** 2, 60_000] as const;

/** Returns a check that a number, size or time is within bounds, or switched off. `unit` is that of a number without one. */
const between =
  (least: number, most: number, off?: number): Check =>
  (value, unit) => {
    const [, number = '', own = ''] = /^\s*(-?\d+(?:[.]\d+)?(?:e[+-]?\d+)?)\s*([a-zA-Z]*)\s*$/.exec(value) ?? [];
    if (number === '') return false;
    const amount = Number(number) * (units[own || (unit ?? '')] ?? Number.NaN);
    return Number(number) === off || (amount >= least && amount <= most);
  };
const atLeast = (least: number, off?: number) => between(least, Number.POSITIVE_INFINITY, off);

type Check = (value: string, unit: string | null) => boolean;

/** Settings whose values are checked one by one, and whether a value is safe. */
const checked: Readonly<Record<string, Check>> = {
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
  // Otherwise PostgreSQL's log would contain tenants' data.
  log_parameter_max_length_on_error: (value) => value === '0',
  debug_print_parse: isOff,
  debug_print_rewritten: isOff,
  debug_print_plan: isOff,
  statement_timeout: isLong,
  lock_timeout: isLong,
  transaction_timeout: isLong,
  idle_in_transaction_session_timeout: isLong,
  tcp_user_timeout: isLong,
  authentication_timeout: atLeast(5_000),
  // Too little of these makes statements fail.
  temp_file_limit: atLeast(GB, -1),
  max_stack_depth: atLeast(MB),
  max_connections: atLeast(40),
  reserved_connections: between(0, 20),
  superuser_reserved_connections: between(0, 20),
  max_locks_per_transaction: atLeast(64),
  max_notify_queue_pages: atLeast(1_000),
  // Too little or too much of these makes them slow.
  work_mem: atLeast(MB),
  maintenance_work_mem: atLeast(MB),
  autovacuum_work_mem: atLeast(MB, -1),
  shared_buffers: atLeast(16 * MB),
  effective_cache_size: atLeast(8 * MB),
  max_files_per_process: atLeast(250),
  max_wal_size: atLeast(64 * MB),
  archive_timeout: atLeast(10_000, 0),
  wal_init_zero: isOn,
  wal_recycle: isOn,
  // In microseconds.
  commit_delay: between(0, 10_000),
  deadlock_timeout: between(100, 10_000),
  scram_iterations: between(4_096, 100_000),
  autovacuum: isOn,
  track_counts: isOn,
  autovacuum_naptime: between(0, 60 * minute),
  autovacuum_vacuum_scale_factor: between(0, 1),
  autovacuum_vacuum_insert_scale_factor: between(0, 1),
  autovacuum_analyze_scale_factor: between(0, 1),
  autovacuum_vacuum_threshold: between(0, 100_000),
  autovacuum_vacuum_insert_threshold: between(0, 100_000),
  autovacuum_analyze_threshold: between(0, 100_000),
  seq_page_cost: between(0.1, 10),
  random_page_cost: between(0.1, 10),
  cpu_tuple_cost: between(0.0001, 1),
  cpu_index_tuple_cost: between(0.0001, 1),
  cpu_operator_cost: between(0.0001, 1),
  jit_above_cost: atLeast(10_000, -1),
  from_collapse_limit: between(8, 20),
  join_collapse_limit: between(8, 20),
  geqo_threshold: between(8, 20),
  default_statistics_target: atLeast(10),
  plan_cache_mode: (value) => value.toLowerCase() === 'auto',
};

const offs = ['off', 'false', 'no', '0'];
const levels = ['warning', 'error', 'log', 'fatal', 'panic'];
/** Settings that log statements, some of them next to other messages, with the values that don't. They are safe if the log leaves out parameters. */
const statementLogs: Readonly<Record<string, readonly string[]>> = {
  log_statement: ['none', 'ddl'],
  log_min_duration_statement: ['-1'],
  log_min_duration_sample: ['-1'],
  log_transaction_sample_rate: ['0'],
  log_temp_files: ['-1'],
  log_lock_waits: offs,
  log_lock_failures: offs,
  log_recovery_conflict_waits: offs,
  log_statement_stats: offs,
  log_parser_stats: offs,
  log_planner_stats: offs,
  log_executor_stats: offs,
  log_min_messages: levels,
  log_min_error_statement: levels,
  'auto_explain.log_min_duration': ['-1'],
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
  /** Unit of a number without one. */
  readonly unit: string | null;
}

function isSafe(
  { name, setting, file, category, default: initial, unit }: Setting,
  hidesParameters: (prefix: string) => boolean,
): boolean {
  // ALTER SYSTEM writes this file, so what it names may come from inside the database.
  if (file === 'postgresql.auto.conf' && setting !== '' && /_command$|^(hba|ident)_file$/.test(name)) return false;
  const harmlessLogs = statementLogs[name];
  if (harmlessLogs) {
    const [prefix = ''] = /^\w+[.]/.exec(name) ?? [];
    return hidesParameters(prefix) || harmlessLogs.includes(setting.toLowerCase());
  }
  const check = checked[name];
  if (check) return check(setting, unit);
  // Without one of its methods, the planner may find only slow ones.
  if (name.startsWith('enable_')) return isSame(setting, initial ?? '');
  if (category === null || category === 'Customized Options') return !/^(app|plpgsql)[.]/.test(name);
  return operational.test(category) || harmless.test(name) || isSame(setting, initial ?? '');
}

const isSame = (value: string, other: string) =>
  value.toLowerCase() === other.toLowerCase() || (isSwitch(value) && isSwitch(other) && isOn(value) === isOn(other));

/**
 * Returns the dangerous settings in the server's files, one per line. They switch a protection off, change the meaning of statements, or make them
 * slow, fail or appear in the log. Options of the start command are left out because nobody can change them from inside the database. A superuser's
 * connection also sees settings that await a reload or restart.
 */
export async function unsafeSettings(client: Pick<pg.Client, 'query'>): Promise<readonly string[]> {
  const { rows: access } = await client.query<{ files: boolean }>(
    `SELECT has_table_privilege('pg_file_settings', 'SELECT') AND has_function_privilege('pg_show_all_file_settings()', 'EXECUTE') AS files`,
  );
  // A session hides the setting of the file behind its own.
  const inFiles = `UNION ALL
    SELECT file.name, file.setting, regexp_replace(file.sourcefile, '^.*[/\\\\]', ''), s.category, s.boot_val, s.unit FROM (
      SELECT DISTINCT ON (lower(name)) lower(name) AS name, setting, sourcefile FROM pg_file_settings ORDER BY lower(name), seqno DESC) file
    LEFT JOIN pg_settings s ON lower(s.name) = file.name`;
  const { rows } = await client.query<Setting>(
    `SELECT lower(name) AS name, setting, coalesce(regexp_replace(sourcefile, '^.*[/\\\\]', ''), source) AS file, category, boot_val AS default, unit
     FROM pg_settings WHERE source = 'configuration file' ${access[0]?.files ? inFiles : ''}`,
  );
  const hidesParameters = (prefix: string) =>
    rows.some(({ name, setting }) => name === `${prefix}log_parameter_max_length` && setting === '0');
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
