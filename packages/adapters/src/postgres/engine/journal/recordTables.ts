import { everyRecordType, type RecordTypeName, type RecordTypeWith } from '@carrara/contract/core/recordType';

/** Rows of a table that are part of a record, and how the audit log stores them. */
export interface RecordPart {
  readonly table: string;
  /** Column with the record's id, or with `through`, the id of a row of that table. */
  readonly key: string;
  /** Table that links the rows to the record, and its column with the record's id. */
  readonly through?: { readonly table: string; readonly key: string };
  /** Condition that selects this record type's rows of the table, with the alias `t`. */
  readonly where?: string;
  /**
   * True for rows that two tenants share: the one in `tenant_id` and the one in `target_id`. Each records them in its
   * own audit log.
   */
  readonly shared?: true;
  /**
   * True if a row is a record even without a row in the first table. An invited person, for example, is not a member
   * yet.
   */
  readonly alone?: true;
  /** True for rows that belong to a person and not to a firm. Only the person's home firm records them. */
  readonly ofHome?: true;
  /** True if backups leave the rows out and nothing depends on them, so that missing rows aren't a finding. */
  readonly mayGo?: true;
  /** Columns that change without an audit entry and don't affect the row's meaning. */
  readonly without?: readonly string[];
  /** True if there are so many rows that the audit log stores one digest over all of them instead of each value. */
  readonly many?: true;
  /** Sums stored with a digest, per value of a column, so that a difference can be reported with names and amounts. */
  readonly sums?: { readonly by: string; readonly of: readonly string[]; readonly where?: string };
}

type Parts = readonly [root: RecordPart, ...rest: RecordPart[]];
const rows = (table: string, key = 'id', more: Omit<RecordPart, 'table' | 'key'> = {}): RecordPart => ({
  table,
  key,
  ...more,
});
const carry = [
  'gross_carry_distributed',
  'tax',
  'escrow',
  'loan_repayment',
  'other_adjustment',
  'net_carry_distributed',
];
const ofSource = { through: { table: 'distribution_source', key: 'distribution_id' } };
/** Parts that follow from the type: its own row, its parent's row, and its child rows. */
const plain = Object.fromEntries(
  everyRecordType
    .filter(([, { isApart }]) => !isApart)
    .map(([type, { table, parent, rows: own = {} }]): [string, Parts] => [
      type,
      [rows(table), ...(parent ? [rows(parent)] : []), ...Object.values(own).map((name) => rows(name, `${table}_id`))],
    ]),
) as Readonly<Record<Exclude<RecordTypeName, RecordTypeWith<{ readonly isApart: true }>>, Parts>>;
/** Condition for rows that didn't come from an upload or a transfer. */
const notOfMany = `(t.source_kind IS NULL OR t.source_kind NOT IN ('UPLOAD', 'TRANSFER'))`;
/**
 * Rows entered by an upload or a transfer are parts of it. They are so many that the audit log stores a digest and
 * sums.
 */
const entered = (kind: 'UPLOAD' | 'TRANSFER') => {
  const where = `t.source_kind = '${kind}'`;
  const of = (table: string, sums: readonly string[]) =>
    rows(table, 'source_id', { where, many: true, sums: { by: 'vehicle_id', of: sums } });
  return {
    entries: of('ledger_entry', ['amount', 'cost_relieved']),
    shares: rows('ledger_share', 'entry_id', {
      through: { table: 'ledger_entry', key: 'source_id' },
      many: true,
      sums: { by: 'commitment_id', of: ['amount', 'unfunded'] },
    }),
    valuations: of('valuation', ['fair_value']),
    reported: of('reported_figure', ['value']),
  };
};
const ofFile = entered('UPLOAD');
const ofTransfer = entered('TRANSFER');
const ofLedgerLine = { through: { table: 'ledger_run_line', key: 'ledger_run_id' } };
const sourcesOf = (kind: string) => ({ through: { table: `${kind}_source`, key: `${kind}_id` } });

/**
 * Tables of every record type, by the object type of its audit entries, where they are more than the type implies. The
 * first table holds the record. With each entry, the audit log stores all columns of these rows, and `carrara audit
 * verify` compares the last stored state with the tables.
 *
 * Add every new table that a figure, an approval or a permission depends on. A test over all columns requires it.
 */
export const recordTables = {
  ...plain,
  user: [
    rows('membership', 'person_id'),
    rows('invitation', 'id', { alone: true }),
    rows('membership_role', 'person_id'),
    rows('person', 'id', { ofHome: true }),
    rows('credential', 'person_id', { ofHome: true }),
    rows('person_identity', 'person_id', { ofHome: true }),
    rows('second_factor', 'person_id', { ofHome: true }),
    rows('passkey', 'person_id', { ofHome: true }),
    rows('recovery_code', 'person_id', { ofHome: true }),
  ],
  apiToken: [
    rows('api_token', 'id', {
      mayGo: true,
      without: ['last_used_at', 'last_address', 'end_told_at', 'refusal_told_at'],
    }),
  ],
  group: [rows('user_group'), rows('user_group_member', 'group_id'), rows('user_group_role', 'group_id')],
  metric: [rows('metric', 'id', { where: 't.period_id IS NULL' })],
  commitment: [rows('commitment'), rows('commitment_event', 'commitment_id')],
  tenantLinkRequest: [
    rows('tenant_link', 'id', { shared: true }),
    rows('investor_link', 'link_id'),
    rows('firm_link', 'link_id'),
  ],
  tenantLinkDataTransferRequest: [
    rows('data_transfer', 'id', { shared: true }),
    rows('transfer_origin', 'transfer_id'),
    rows('transfer_metrics', 'transfer_id'),
    rows('transfer_choice', 'transfer_id'),
    rows('transfer_statement', 'transfer_id'),
    ofTransfer.entries,
    ofTransfer.shares,
    ofTransfer.reported,
  ],
  ledgerEntry: [rows('ledger_entry', 'id', { where: notOfMany }), rows('ledger_share', 'entry_id')],
  valuation: [rows('valuation', 'id', { where: notOfMany })],
  reportedFigure: [rows('reported_figure', 'id', { where: notOfMany })],
  upload: [
    rows('upload_history'),
    rows('upload_record', 'upload_id', { many: true }),
    ofFile.entries,
    ofFile.shares,
    ofFile.valuations,
    ofFile.reported,
  ],
  indexSeries: [rows('index_series'), rows('index_level', 'index_series_id', { many: true })],
  period: [rows('period'), rows('period_version', 'period_id', { many: true }), rows('metric', 'period_id')],
  employee: [...plain.employee, rows('employment_event', 'employee_id')],
  entity: [...plain.entity, rows('container'), rows('entity_member', 'entity_id')],
  allocationProfile: [
    rows('allocation_profile'),
    rows('allocation_entry', 'allocation_profile_id'),
    rows('allocation_profile_revision', 'allocation_profile_id', { many: true }),
  ],
  payrollFile: [rows('payroll_file'), rows('payroll_row', 'payroll_file_id', { many: true })],
  payStatement: [rows('pay_statement'), rows('pay_statement_release', 'pay_statement_id', { many: true })],
  distribution: [
    rows('distribution'),
    rows('distribution_source', 'distribution_id'),
    rows('distribution_characterization', 'distribution_source_id', ofSource),
    rows('distribution_tax_term', 'distribution_source_id', { ...ofSource, many: true }),
    rows('distribution_detail', 'distribution_id', {
      many: true,
      sums: { by: 'participant_id', of: carry, where: 't.is_leaf' },
    }),
    rows('distribution_vesting', 'distribution_source_id', { ...ofSource, many: true }),
    rows('distribution_member_vesting', 'distribution_source_id', { ...ofSource, many: true }),
    rows('distribution_approval', 'distribution_id'),
    rows('account_entry', 'distribution_id', { many: true, sums: { by: 'participant_id', of: ['amount'] } }),
    rows('escrow_entry', 'distribution_id', { many: true, sums: { by: 'participant_id', of: ['amount'] } }),
  ],
  accountEntry: [
    rows('account_entry', 'id', {
      where: 't.distribution_id IS NULL AND t.realization_source_id IS NULL AND t.ledger_run_line_id IS NULL',
    }),
  ],
  escrowEntry: [rows('escrow_entry', 'id', { where: 't.distribution_id IS NULL AND t.ledger_run_line_id IS NULL' })],
  forecast: [
    rows('forecast'),
    rows('forecast_source', 'forecast_id'),
    rows('forecast_detail', 'forecast_source_id', {
      ...sourcesOf('forecast'),
      many: true,
      sums: { by: 'participant_id', of: ['gross_carry_distributed'], where: 't.is_leaf' },
    }),
  ],
  realization: [
    rows('realization'),
    rows('realization_source', 'realization_id'),
    rows('realization_detail', 'realization_source_id', {
      ...sourcesOf('realization'),
      many: true,
      sums: { by: 'participant_id', of: ['carry_amount'], where: 't.is_leaf' },
    }),
    rows('account_entry', 'realization_source_id', {
      ...sourcesOf('realization'),
      many: true,
      sums: { by: 'participant_id', of: ['amount'] },
    }),
  ],
  ledgerRun: [
    rows('ledger_run'),
    rows('ledger_run_line', 'ledger_run_id', {
      many: true,
      sums: { by: 'participant_id', of: ['accrued', 'distributed', 'escrow', 'clawback'] },
    }),
    rows('account_entry', 'ledger_run_line_id', {
      ...ofLedgerLine,
      many: true,
      sums: { by: 'participant_id', of: ['amount'] },
    }),
    rows('escrow_entry', 'ledger_run_line_id', {
      ...ofLedgerLine,
      many: true,
      sums: { by: 'participant_id', of: ['amount'] },
    }),
  ],
} as const satisfies Readonly<Record<string, Parts>>;

export type RecordType = keyof typeof recordTables;

/** Returns the tables of a record type, the one that holds the record first. */
export const partsOf = (type: RecordType): Parts => recordTables[type];
/** Returns the tables whose rows are records: the first one, and those whose rows can stand alone. */
export const rootsOf = (type: RecordType): Parts => {
  const [root, ...parts] = partsOf(type);
  return [root, ...parts.filter(({ alone }) => alone)];
};
export const isRecordType = (type: string): type is RecordType => Object.hasOwn(recordTables, type);
export const recordTypes = Object.keys(recordTables) as readonly RecordType[];

/** Tables that no figure, approval or permission depends on, or that are checked in another way, with the reason. */
export const tablesApart: Readonly<Record<string, string>> = {
  activity: 'is the audit log itself',
  activity_head: 'is the end of the chain, which can be derived from the chain',
  record_layout: 'each row is named by the hash of its content',
  investment_total: 'sums of covered rows; verify adds them up again',
  participant_carry: 'sums of covered rows; verify adds them up again',
  period_figure: 'computed from covered rows; an audit recomputes it',
  installation:
    'a fingerprint of the audit key and whether the demo data is complete, both compared at every start; and the time of the last backup',
  schema_migration: 'applied migrations with the checksums of their files; compared at every start',
  image: 'a picture; only its bytes are checked against their digest',
  distribution_draft: 'unsaved input; nothing is computed from it until it is saved as a distribution',
  outbox: 'events for open screens, deleted after three days',
  idempotency: 'responses to repeated requests, deleted after three days',
  task: 'background jobs and their results, deleted three days after they end',
  notification: 'notifications, which repeat the audit log; no rule reads them',
  known_device: 'locations of sign-ins, deleted after a year',
  mail_choice: 'mail preferences; no rule reads them',
  mail: 'outgoing mail, which repeats the audit log; its links are sealed by a key outside the database; deleted a month after it ends',
  pay_read: 'pay reads, which the daily seal covers',
  delivery_event: 'delivery events, which the daily seal covers',
  access_event: 'sign-ins and downloads, which the daily seal covers',
  session: 'open sessions, deleted after seven days',
  download_token: 'valid for a minute',
  pending_sign_in: 'valid for a minute',
  password_reset: 'links to reset a password; valid for half an hour',
  pending_factor: 'an authenticator during setup, deleted after 15 minutes',
  passkey_use: 'signature counters of passkeys, which change with every sign-in',
  used_challenge: 'challenges that passkeys have answered, stored while they would still be accepted',
  used_code: 'used codes, stored while they would still be accepted',
  login_throttle: 'counts wrong passwords for 15 minutes',
};
