import { distributionLifecycle } from '@carrara/domain/carry/distribution';
import type { StoredInputs, RunRequest } from '@carrara/domain/carry/run';
import type {
  CarryPlan,
  ExistingDistribution,
  ExistingRecord,
  ExistingRecords,
  ExistingReference,
} from '@carrara/domain/carry/plan';
import {
  allocationProfileStore,
  taxProfileAssignmentStore,
  taxProfileStore,
  vestingScheduleStore,
} from '../rules/rules.ts';
import {
  coinvestmentInvestmentStore,
  coinvestmentStore,
  fundInvestmentStore,
  fundStore,
  investmentStore,
  trancheStore,
} from '../../portfolio/container/containers.ts';
import { leavingDependents } from '../../people/participant/employment.ts';
import { employeeStore, entityStore, trustStore } from '../../people/participant/participantStore.ts';
import type { RecordStore } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { codesOfPlan } from './codesOfPlan.ts';

const statusTexts: Readonly<Record<string, string>> = distributionLifecycle.states;

async function idsOf(tx: Transaction, text: string, values: readonly unknown[]): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(text, [tx.tenantId, ...values]);
  return rows.map(({ id }) => id);
}
const loadAll = async (
  store: RecordStore,
  tx: Transaction,
  ids: readonly string[],
): Promise<readonly ExistingRecord[]> => (ids.length === 0 ? [] : store.loadMany(tx, ids));

const byCode = (table: 'container' | 'participant') =>
  `SELECT id FROM ${table} WHERE tenant_id = $1 AND kind = $2 AND lower(code) = ANY ($3::text[])`;

/** Returns the profiles of these containers, and whether a distribution uses them. */
async function profilesOf(tx: Transaction, containers: readonly string[]): Promise<readonly ExistingRecord[]> {
  const rows = await tx.query<{ id: string; isInUse: boolean }>(
    `SELECT p.id, p.locked_at IS NOT NULL OR EXISTS (
       SELECT FROM distribution_source s WHERE s.tenant_id = p.tenant_id AND s.allocation_profile_id = p.id
     ) AS "isInUse"
     FROM allocation_profile p WHERE p.tenant_id = $1 AND p.container_id = ANY ($2::uuid[])`,
    [tx.tenantId, containers],
  );
  const inUse = new Map(rows.map(({ id, isInUse }) => [id, isInUse]));
  const records = await loadAll(allocationProfileStore, tx, [...inUse.keys()]);
  return records.map((record) => ({ ...record, isInUse: inUse.get(record.id) ?? false }));
}

/** Adds what depends on the leaving of each employee. */
async function withDependents(
  tx: Transaction,
  employees: readonly ExistingRecord[],
): Promise<readonly ExistingRecord[]> {
  const leavers = employees.filter(({ terminationDate }) => terminationDate).map(({ id }) => id);
  const dependents = await leavingDependents(tx, leavers);
  return employees.map((employee) => ({ ...employee, leavingDependents: dependents.get(employee.id) ?? [] }));
}

const idsIn = ({ sources }: RunRequest): readonly string[] =>
  sources.flatMap(({ sourceId, profileId, details, unread = [] }) => [
    sourceId,
    ...(profileId ? [profileId] : []),
    ...[...details, ...unread].flatMap(({ participantId, via }) => (participantId ? [participantId, ...via] : via)),
  ]);

async function namesOf(tx: Transaction, ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT id, concat_ws(' ', code, name) AS name FROM container WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, concat_ws(' ', code, name) FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND kind <> 'entity'
     UNION ALL SELECT id, name || ' (version ' || version || ')' FROM allocation_profile WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, [...new Set(ids)]],
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/**
 * Returns the distributions with the inputs of their computation, and the records that the ids in those inputs refer
 * to.
 */
export async function distributionsNamed(
  tx: Transaction,
  names: readonly string[],
): Promise<readonly ExistingDistribution[]> {
  interface Row {
    readonly id: string;
    readonly rowVersion: number;
    readonly name: string;
    readonly description: string | null;
    readonly code: string;
    readonly inputs: StoredInputs;
  }
  const rows = await tx.query<Row>(
    `SELECT id, row_version AS "rowVersion", name, description, status AS code, inputs FROM distribution
     WHERE tenant_id = $1 AND lower(name) = ANY ($2::text[]) ORDER BY created_at DESC`,
    [tx.tenantId, names.map((name) => name.toLowerCase())],
  );
  const namesById = await namesOf(
    tx,
    rows.flatMap(({ inputs }) => idsIn(inputs.request)),
  );
  return rows.map(({ code, inputs, ...row }) => ({
    ...row,
    status: { code, description: statusTexts[code] ?? code },
    request: inputs.request,
    names: namesById,
  }));
}

/**
 * Loads the records that a plan may change or refer to. For a large firm, that is only what the plan names by code, and
 * all schedules, tax profiles and entities.
 */
export async function loadExistingRecords(tx: Transaction, plan: CarryPlan): Promise<ExistingRecords> {
  const codes = codesOfPlan(plan);
  const containers = async (kind: string, store: RecordStore) =>
    loadAll(store, tx, await idsOf(tx, byCode('container'), [kind, codes.containers]));
  const participants = async (kind: string, store: RecordStore) =>
    loadAll(store, tx, await idsOf(tx, byCode('participant'), [kind, codes.participants]));
  const references = await tx.query<ExistingReference>(
    'SELECT id, type, code, description FROM reference_entry WHERE tenant_id = $1 ORDER BY is_inactive, display_order',
    [tx.tenantId],
  );
  const fund = await containers('fund', fundStore);
  const coinvestment = await containers('coinvestment', coinvestmentStore);
  const investment = await containers('investment', investmentStore);
  const investments = investment.map(({ id }) => id);
  const ofInvestments = (table: string) =>
    idsOf(tx, `SELECT id FROM ${table} WHERE tenant_id = $1 AND investment_id = ANY ($2::uuid[])`, [investments]);
  const fundInvestment = await loadAll(fundInvestmentStore, tx, await ofInvestments('fund_investment'));
  const coinvestmentInvestment = await loadAll(
    coinvestmentInvestmentStore,
    tx,
    await ofInvestments('coinvestment_investment'),
  );
  const tranche = await loadAll(trancheStore, tx, await ofInvestments('tranche'));
  const employee = await withDependents(tx, await participants('employee', employeeStore));
  const trust = await participants('trust', trustStore);
  const entity = await entityStore.find(tx);
  const people = [...employee, ...trust, ...entity].map(({ id }) => id);
  const assignments = await idsOf(
    tx,
    'SELECT id FROM tax_profile_assignment WHERE tenant_id = $1 AND participant_id = ANY ($2::uuid[])',
    [people],
  );
  const all = [...fund, ...coinvestment, ...fundInvestment, ...coinvestmentInvestment, ...tranche, ...entity];
  return {
    references,
    fund,
    coinvestment,
    investment,
    fundInvestment,
    coinvestmentInvestment,
    tranche,
    vestingSchedule: await vestingScheduleStore.find(tx),
    taxProfile: await taxProfileStore.find(tx),
    employee,
    trust,
    entity,
    taxProfileAssignment: await loadAll(taxProfileAssignmentStore, tx, assignments),
    allocationProfile: await profilesOf(
      tx,
      all.map(({ id }) => id),
    ),
    distribution: await distributionsNamed(
      tx,
      plan.distribution.map(({ name }) => name),
    ),
  };
}
