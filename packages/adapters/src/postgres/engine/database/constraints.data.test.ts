import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { namedConstraints, referrers, constraintFailure } from './constraints.ts';

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly kind: 'c' | 'u' | 'f' | 'p' | 'n';
  readonly columns: readonly string[];
  readonly cascades: boolean;
}

/** Tables into which no call writes its input directly. */
const writtenByServer = new Map(
  Object.entries({
    access_event: 'noted by the server',
    account_entry: 'made of the figures of a run that was checked before',
    activity: 'the audit log',
    activity_head: 'the audit log',
    allocation_profile_revision: 'a state kept beside the profile',
    approval_policy_band: 'judged by the rules of approval policies before',
    approval_substitute: 'judged by the rules of substitutes before',
    bank_account: 'judged by the rules of bank accounts before',
    bank_account_answer: 'written one after another, by who was judged before',
    commitment: 'judged by the rules of the ledger before',
    commitment_event: 'judged by the rules of the ledger before',
    credential: 'hashes',
    deferred_entry: 'follows from the rules of deferred awards',
    deferred_tranche: 'computed by the rules of deferred awards',
    delivery: 'of a file that the server made and of recipients that it read before',
    delivery_day: 'a seal',
    delivery_event: 'noted by the server, its words bounded by the contract',
    delivery_release: 'numbered by the server, its words bounded by the contract',
    pay_read: 'noted by the server',
    pay_statement_release: 'made by the server as a statement is released',
    data_transfer: 'moved by its lifecycle, its package made by the server',
    distribution_detail: 'computed by the engine',
    distribution_draft: 'a text of whose shape the contract is sure',
    distribution_member_vesting: 'computed by the engine',
    distribution_tax_term: 'computed by the engine',
    distribution_vesting: 'computed by the engine',
    download_token: 'random tokens',
    employment_event: 'follows from the dates that the rules of employment have checked',
    escrow_entry: 'made of the figures of a run that was checked before',
    firm_link: 'the firm is one of those that were read before',
    forecast_detail: 'computed by the engine',
    idempotency: 'the key is checked where it is read',
    installation: 'made at the first start',
    investor_link: 'the investors are among those that were read before',
    investment_total: 'kept by triggers',
    sign_in_device: 'noted by the server',
    ledger_act: 'decided by the rules of the ledger before',
    ledger_entry: 'judged by the rules of the ledger before',
    ledger_run_line: 'computed by the engine',
    ledger_share: 'computed by the rules of the ledger',
    login_throttle: 'counted',
    mail: 'written by the server of what was checked before',
    mail_choice: 'the contract takes these only',
    membership_role: 'roles are checked against the modules',
    metric: 'fed by another module through one repository',
    note_mention: 'people whom the rules of mentions have chosen',
    notification: 'written by the server of what was checked before',
    list_state: 'a list and a state that the contract and the operation have checked',
    notice: 'counted, and its dates are compared before',
    outbox: 'what was recorded',
    participant_carry: 'kept by triggers',
    passkey: 'made by a device and read by the server, its name bounded by the contract',
    passkey_use: 'counted by a device',
    payroll_explanation: 'of a difference that was read before, its words bounded by the contract',
    payroll_file: 'planned by the rules of payroll before',
    payroll_row: 'planned by the rules of payroll before',
    password_reset: 'random tokens',
    pending_factor: 'sealed by the server',
    pending_sign_in: 'random tokens',
    period: 'follows from what is booked',
    period_figure: 'computed by the rules of the ledger',
    period_version: 'kept by a lock',
    person_identity: 'told by the provider',
    realization_detail: 'computed by the engine',
    reported_figure: 'judged by the rules of the ledger before',
    report_run: 'made by the server of what the contract is sure of',
    recovery_code: 'hashes',
    record_layout: 'read from the catalog',
    schema_migration: 'the migrations themselves',
    upload_record: 'what an import has written',
    second_factor: 'sealed by the server',
    api_token: 'random tokens, of values that the contract and the operation have looked at',
    session: 'random tokens',
    subscription: 'values that the contract and the rules of schedules have checked',
    task: 'a kind and an input of whose shape the contract is sure',
    tenant: 'created from the command line',
    tenant_link: 'moved by its lifecycle between two tenants that are there',
    transfer_choice: 'written by the server as a transfer is accepted',
    transfer_metrics: 'written by the server as a transfer is accepted',
    transfer_statement: 'of a package that was checked before',
    transfer_origin: 'written by the server as a transfer is accepted',
    used_challenge: 'hashes',
  }),
);

/** Constraints of other tables that no call can violate, with the reason. */
const unreachable: Readonly<Record<string, string>> = {
  carry_tier_tenant_id_carry_terms_id_position_key: 'counted by the store',
  allocation_profile_revision_check: 'counted',
  allocation_profile_revision_tenant_id_allocation_profile_id_key: 'counted',
  allocation_profile_version_check: 'counted',
  coinvestment_investment_tenant_id_id_investment_id_key: 'holds the id, which is unique by itself',
  container_kind_check: 'written by the store',
  document_own_file: 'the key is made by the store for the firm',
  upload_history_own_file: 'the key is made by the store for the firm',
  deferred_award_tenant_id_id_employee_id_key: 'holds the id, which is unique by itself',
  pay_statement_tenant_id_id_employee_id_year_key: 'holds the id, which is unique by itself',
  container_as_vehicle: 'holds the id, which is unique by itself',
  container_of_carry: 'holds the id, which is unique by itself',
  container_tenant_id_id_kind_key: 'holds the id, which is unique by itself',
  distribution_approval_approval_decision_check: 'the contract takes these only',
  distribution_approval_check: 'written together',
  distribution_approval_requested: 'written together',
  distribution_approval_rule_check: 'an object of the server',
  distribution_check: 'written together',
  distribution_check1: 'computed by the engine',
  distribution_check2: 'written together',
  distribution_determined: 'what is not determined is not submitted',
  distribution_kind_check: 'written by the store',
  distribution_number_of_participants_check: 'counted',
  distribution_source_check: 'computed by the engine',
  distribution_source_vesting_applied_check: 'written by the server',
  distribution_source_check1: 'computed by the engine',
  distribution_source_number_of_participants_check: 'counted',
  distribution_source_source_type_check: 'follows from the kind of the source',
  distribution_source_tenant_id_id_distribution_id_key: 'holds the id, which is unique by itself',
  distribution_status_check: 'moved by the lifecycle',
  document_check: 'the two ways to add a document are two calls',
  document_file_type_check: 'follows from the name',
  document_origin_check: 'written by the server as a transfer is accepted',
  document_released_check: 'released after its record was seen to be of a kind that can be',
  document_sha256_check: 'computed',
  document_size_bytes_check: 'counted',
  forecast_source_check: 'computed by the engine',
  forecast_source_edited_last_check: 'the contract takes these only',
  forecast_source_number_of_participants_check: 'counted',
  forecast_source_source_type_check: 'follows from the kind of the source',
  fund_investment_tenant_id_id_investment_id_key: 'holds the id, which is unique by itself',
  image_mime_type_check: 'follows from the first bytes',
  image_sha256_check: 'computed',
  invitation_check: 'written together',
  invitation_token_hash_check: 'random tokens',
  invitation_roles_check: 'the contract takes a list only',
  note_assigned_check: 'the contract takes them together only',
  note_deleted_check: 'written together',
  note_done_check: 'written together',
  note_figure_named: 'the contract takes them together only',
  ledger_run_number_of_participants_check: 'counted',
  ledger_run_status_check: 'moved by the lifecycle',
  ledger_run_type_check: 'the contract takes these only',
  participant_kind_check: 'written by the store',
  participant_status_check: 'follows from the employment',
  participant_tenant_id_id_kind_key: 'holds the id, which is unique by itself',
  person_picture_type_check: 'follows from the first bytes',
  realization_determined: 'what is not determined is not posted',
  realization_kind: 'written together',
  realization_kind_check: 'written by the store',
  realization_number_of_participants_check: 'counted',
  realization_source_number_of_participants_check: 'counted',
  realization_source_source_type_check: 'follows from the kind of the source',
  realization_status_check: 'moved by the lifecycle',
  reference_entry_type_check: 'one of the types that the contract knows',
  saved_view_state_check: 'the contract takes an object only',
  security_class_check: 'the contract takes these only',
  security_tenant_id_id_holding_id_key: 'holds the id, which is unique by itself',
  security_tenant_id_id_vehicle_id_key: 'holds the id, which is unique by itself',
  tax_profile_assignment_check: 'written together',
  tax_profile_assignment_target_type_check: 'written together',
  tenant_name: 'created from the command line',
  mapping_template_mapping_check: 'written by the store',
  upload_history_mapping_check: 'written by the store',
  upload_history_sha256_check: 'computed',
  upload_history_size_bytes_check: 'counted',
  upload_history_status_check: 'moved by the import',
  valuation_external_id_check: 'checked where the file is read',
  valuation_source_check: 'written by the server',
  valuation_source_kind_check: 'written by the server',
  valuation_source_row_check: 'written by the server',
  valuation_check: 'booked into the quarter of its day or a later one',
  valuation_fair_value_check: 'the contract takes none below zero',
  user_group_role_application_check: 'the contract takes these only',
};

describe('every constraint that a call can violate', () => {
  let database: TestDatabase;
  let constraints: readonly Constraint[];

  beforeAll(async () => {
    database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<Constraint>(
      `SELECT c.conrelid::regclass::text AS table, c.conname AS name, c.contype AS kind, c.confdeltype <> 'a' AS cascades,
              array(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k(n, at)
                    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY k.at) AS columns
       FROM pg_constraint c WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('c', 'u', 'f', 'p')
       UNION ALL
       SELECT i.indrelid::regclass::text, k.relname, 'u', false, '{}' FROM pg_index i JOIN pg_class k ON k.oid = i.indexrelid
       WHERE i.indisunique AND k.relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.conindid = i.indexrelid)
       UNION ALL
       SELECT a.attrelid::regclass::text, a.attname, 'n', false, ARRAY[a.attname::text] FROM pg_attribute a JOIN pg_class k ON k.oid = a.attrelid
       WHERE k.relkind = 'r' AND k.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND a.attnotnull AND NOT a.attisdropped`,
    );
    await client.end();
    constraints = rows;
  });
  afterAll(() => database?.drop());

  const ofKinds = (kinds: string) => constraints.filter(({ kind }) => kinds.includes(kind));
  /** True for keys of the record itself. A record's rows in several tables are written together under one id. */
  const isOwn = ({ columns }: Constraint) =>
    ['tenant_id', 'id', 'tenant_id,id', 'tenant_id,id,kind'].includes(columns.join());

  it('has a field and a message, or a reason why it cannot be violated', () => {
    const silent = ofKinds('cup').filter(({ table, name, kind }) => {
      const refusal = constraintFailure({ kind: kind === 'c' ? 'check' : 'unique', table, name });
      const isReported = refusal !== undefined && /^[A-Z].+/.test(refusal.detail);
      return !isReported && !writtenByServer.has(table) && unreachable[name] === undefined;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('names the field of a missing reference and of a missing value', () => {
    const references = ofKinds('f').filter(
      (constraint) => !isOwn(constraint) && !writtenByServer.has(constraint.table),
    );
    const silent = references.filter(
      ({ table, name }) => constraintFailure({ kind: 'missing', table, name }) === undefined,
    );
    expect([references.length > 80, silent.map(({ name }) => name)]).toEqual([true, []]);
    const values = ofKinds('n').filter(({ table }) => !writtenByServer.has(table));
    const unnamed = values.filter(
      ({ table, name }) => !constraintFailure({ kind: 'notNull', table, name })?.path.length,
    );
    expect([values.length > 200, unnamed]).toEqual([true, []]);
  });

  it('names the records that refer to a record to be deleted', () => {
    const unreferenced = ofKinds('f').filter(
      (constraint) => !constraint.cascades && !isOwn(constraint) && constraint.columns[0] === 'tenant_id',
    );
    expect([...new Set(unreferenced.map(({ table }) => table))].filter((table) => !referrers[table])).toEqual([]);
  });

  it('has no message and no reason for a constraint that does not exist', () => {
    const names = new Set(constraints.map(({ name }) => name));
    const tables = new Set(constraints.map(({ table }) => table));
    expect(Object.keys(unreachable).filter((name) => !names.has(name))).toEqual([]);
    expect([...writtenByServer.keys(), ...Object.keys(referrers)].filter((table) => !tables.has(table))).toEqual([]);
    expect(namedConstraints.filter((name) => !names.has(name))).toEqual([]);
  });
});
