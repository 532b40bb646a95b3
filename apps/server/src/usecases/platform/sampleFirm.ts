import {
  archiveOwnSample,
  insertSampleFirm,
  isSampleFirmComing,
  listSampleFirms,
} from '@carrara/adapters/postgres/platform/sampleFirm/sampleFirms';
import { loadTenant } from '@carrara/adapters/postgres/platform/tenant';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { noteStandardEntries } from '@carrara/adapters/postgres/platform/referenceData/standardNote';
import { loadUser } from '@carrara/adapters/postgres/platform/user/userStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { firmModules } from '@carrara/contract/core/permissions';
import type { Task } from '@carrara/contract/platform/task/task';
import { type CalendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { decideSampleFirm, sampleFirmName } from '@carrara/domain/platform/sampleFirm';
import type { RequestContext, TenantOfRequest } from '../../core/operations.ts';
import { todayIn } from '../../core/today.ts';
import type { Outcome } from '../outcome.ts';
import { startTask, type TaskStart } from './task.ts';

/** Returns the open sample firm of a firm and whether a job adds one, with the decision about another one. */
export async function sampleFirmState({ tx, tenant, today }: RequestContext) {
  const firms = await listSampleFirms(tx);
  const isComing = await isSampleFirmComing(tx);
  const open = firms.find(({ isArchived }) => !isArchived);
  const dayOf = (instant: string): CalendarDate => todayIn(tenant.settings['timeZone'], new Date(instant));
  const decision = decideSampleFirm({
    isSample: tenant.isSample,
    hasOpen: open !== undefined,
    isComing,
    addedOn: firms.map(({ createdDate }) => dayOf(createdDate)),
    today,
  });
  return { open, isComing, decision };
}

/** Queues the job that adds a sample firm, and records the request. Fails: as `decideSampleFirm` and `startTask`. */
export async function requestSampleFirm(context: RequestContext, ports: TaskStart): Outcome<Task> {
  const { tx, tenant } = context;
  const { decision } = await sampleFirmState(context);
  if (decision.isErr()) return err(decision.error);
  recordOf(tx, tenant, 'addSampleFirm', null, null);
  return startTask(tx, ports, { kind: 'sampleFirm', title: sampleFirmName(tenant.name), input: {} });
}

/** Another firm than that of the request, as its person sees it. */
export interface OtherFirm {
  readonly withTenant: WithTenant;
  /** The request whose person works in the other firm. */
  readonly source: Omit<RequestContext, 'tx'>;
}

/**
 * Creates the sample firm with reference data and its administrator, and fills it, all or nothing. The person can approve their own runs there, because
 * nobody else joins.
 */
export function createSampleFirm(
  { withTenant, source }: OtherFirm,
  id: string,
  fill: (context: RequestContext) => Promise<Result<unknown, Failures>>,
): Promise<Result<unknown, Failures>> {
  const { person, now } = source;
  return withTenant({ tenantId: id, personId: person.id, now: now.toISOString() }, async (tx) => {
    const { timeZone } = source.tenant.settings as { readonly timeZone?: string };
    const settings = { allowSelfApproval: 'True', ...(timeZone ? { timeZone } : {}) };
    const name = sampleFirmName(source.tenant.name);
    const applications = firmModules(false);
    await insertSampleFirm(tx, { firmId: source.tenant.id, name, settings, applications });
    await fillTenant(tx, id, now);
    const tenant = await loadTenant(tx);
    recordOf(tx, tenant, 'createSampleFirm', null, { name: tenant.name, ...settings });
    const user = await loadUser(tx, person.id);
    tx.record({
      operation: 'acceptInvitation',
      objectType: 'user',
      objectId: person.id,
      objectName: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim(),
      before: null,
      after: { status: 'Active', roles: user?.roles ?? [] },
      rowVersion: user?.rowVersion ?? null,
    });
    await noteStandardEntries(tx);
    const grants = Object.fromEntries(applications.map((application) => [application, 'administrator' as const]));
    return fill({ ...source, tx, tenant, grants, today: todayIn(timeZone, now) });
  });
}

/** Archives the open sample firm in its own transaction. Returns its id; undefined if there is none. */
export async function archiveSampleFirm(
  withTenant: WithTenant,
  { id, name }: Pick<TenantOfRequest, 'id' | 'name'>,
  { person, now }: Pick<RequestContext, 'person' | 'now'>,
): Promise<string | undefined> {
  const archived = await withTenant({ tenantId: id, personId: person.id, now: now.toISOString() }, async (tx) => {
    const rowVersion = await archiveOwnSample(tx);
    if (rowVersion !== undefined)
      recordOf(tx, { id, name, rowVersion }, 'archiveSampleFirm', { isArchived: false }, { isArchived: true });
    return rowVersion;
  });
  return archived === undefined ? undefined : id;
}

/** Records in the firm's own audit log that its sample firm was archived. Fails: WRONG_STATE. */
export async function recordArchivedSample(
  { tx, tenant }: RequestContext,
  id: string | undefined,
): Outcome<{ id: string }> {
  if (id === undefined) return err([fail('WRONG_STATE', [], 'Your firm has no sample firm to archive.')]);
  recordOf(tx, tenant, 'archiveSampleFirm', null, { sampleFirmId: id });
  return ok({ id });
}

function recordOf(
  tx: Transaction,
  { id, name, rowVersion }: Pick<TenantOfRequest, 'id' | 'name' | 'rowVersion'>,
  operation: string,
  before: object | null,
  after: object | null,
): void {
  tx.record({ operation, objectType: 'tenant', objectId: id, objectName: name, before, after, rowVersion });
}
