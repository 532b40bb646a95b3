import { createPasswords } from '@carrara/adapters/identity/passwords';
import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { AuditKey } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { recordAllStates } from '@carrara/server/testing/recordAllStates';
import { plantCarryPlan, planDistributionBody } from '@carrara/server/testing/plantCarryPlan';
import { randomUUID } from 'node:crypto';
import { type Caller, send } from './product.ts';

const password = 'correct horse battery staple';

/** A firm with its records, an accountant and an approver. */
export interface Firm {
  readonly tenantId: string;
  readonly accountant: { readonly login: string };
  readonly approver: { readonly login: string; readonly personId: string };
  /** A distribution from one source, as the API accepts it. */
  readonly body: Record<string, unknown>;
  /** The same distribution from all of its sources. */
  readonly wholeBody: Record<string, unknown>;
}

/** Creates the firm directly in the database of a running server. */
export async function plantFirm(database: Database, auditKey: AuditKey): Promise<Firm> {
  const { worker } = database;
  const tenantId = randomUUID();
  await worker.query('INSERT INTO tenant (id, name) VALUES ($1, $2)', [tenantId, `Firm ${tenantId}`]);
  const hash = await createPasswords().hash(password);
  const person = async (role: string) => {
    const personId = randomUUID();
    const login = `${role}-${personId}@example.test`;
    await worker.query('INSERT INTO person (id, login, first_name, last_name) VALUES ($1, $2, $3, $4)', [
      personId,
      login,
      'Ada',
      role,
    ]);
    await worker.query('INSERT INTO credential (person_id, password_hash) VALUES ($1, $2)', [personId, hash]);
    await worker.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [tenantId, personId]);
    await worker.query(
      `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, 'carry', $3)`,
      [tenantId, personId, role],
    );
    return { personId, login };
  };
  const [accountant, approver] = [await person('editor'), await person('viewer')];
  const withTenant = unitOfWork({ pool: database.app, auditKey });
  const context = { tenantId, personId: null, now: '2026-09-30T12:00:00.000Z' };
  const plan = await withTenant(context, plantCarryPlan);
  await withTenant(context, recordAllStates);
  const wholeBody: Record<string, unknown> = { ...planDistributionBody(plan), Approvers: [{ Id: approver.personId }] };
  const body = { ...wholeBody, DistributionSources: (wholeBody['DistributionSources'] as object[]).slice(0, 1) };
  return { tenantId, accountant, approver, body, wholeBody };
}

export async function signIn(baseUrl: string, { tenantId }: Pick<Firm, 'tenantId'>, login: string): Promise<Caller> {
  const payload = { Login: login, Password: password, AnswerToken: true };
  const { status, body } = await send<{ AuthToken: string }>(
    baseUrl,
    { token: '', tenantId },
    '/api/signin/local',
    payload,
  );
  if (status !== 200) throw new Error(`sign-in answered ${status}`);
  return { token: body.AuthToken, tenantId };
}
