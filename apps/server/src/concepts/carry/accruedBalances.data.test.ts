import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEverything } from '../../testing/noteEverything.ts';
import { type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}
interface Paid extends Stored {
  readonly DistributionSources: readonly { readonly Details: readonly { readonly GrossCarryDistributed: string }[] }[];
}

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let administrator: TestPerson;

const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  administrator = await server.person(tenantId, { carry: 'administrator' });
  plan = await inTenant(plantCarryPlan);
  await inTenant(noteEverything);
  const { RowVersion } = (
    await server.call(administrator.token, tenantId, { method: 'GET', url: '/api/tenant/settings' })
  ).json<Stored>();
  const allowed = await server.call(administrator.token, tenantId, {
    method: 'POST',
    url: '/api/tenant/settings',
    payload: { RowVersion, InvestorBalanceDistributions: 'True' },
  });
  expect(allowed.statusCode, allowed.body).toBe(200);
});
afterAll(() => server.stop());

async function post<T = Stored>(person: TestPerson, path: string, payload: object): Promise<T> {
  const answer = await server.call(person.token, tenantId, { method: 'POST', url: `/api/carry/${path}`, payload });
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 800)}`).toBe(200);
  return answer.json<T>();
}

async function realize(carry: string, date: string): Promise<Stored> {
  const draft = await post(maker, 'realization/save', {
    Name: `Realization of ${date}`,
    RealizationDate: date,
    Sources: [{ ContainerId: plan.idOf('CO-HEL'), ContainerType: 'Coinvestment', TotalCarryForAll: carry }],
    UnallocatedAcknowledged: true,
  });
  return post(administrator, `realization/${draft.Id}/post`, { RowVersion: draft.RowVersion });
}

/** By balance, from draft to payment. */
async function distribute(amount: string, date: string): Promise<Paid> {
  const { DistributionSources, ...rest } = planDistributionBody(plan);
  const source = (DistributionSources as { Source: { Id: string } }[]).find(
    ({ Source }) => Source.Id === plan.idOf('CO-HEL'),
  );
  const draft = await post<Paid>(maker, 'distribution/save-distribution', {
    ...rest,
    DistributionDate: date,
    InvestorBalanceBased: true,
    DistributionSources: [{ ...source, NetDistrbutableAmount: amount, Details: [] }],
    Approvers: [{ Id: administrator.personId }],
  });
  const submitted = await post(maker, `distribution/${draft.Id}/submit-for-approval`, { RowVersion: draft.RowVersion });
  const approved = await post(administrator, 'distribution/save-approval', {
    DistributionId: draft.Id,
    RowVersion: submitted.RowVersion,
    ApprovalDecision: 'APP',
  });
  return post<Paid>(maker, `distribution/${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
}

/** The sums of a day: what was accrued, what was distributed, and what balances the rules tell. */
async function onDay(day: string) {
  const [sums] = await inTenant((tx) =>
    tx.query<{ accrued: string; distributed: string; balance: string }>(
      `SELECT coalesce(sum(amount) FILTER (WHERE kind = 'ACCRUAL'), 0.00)::text AS accrued,
         coalesce(-sum(amount) FILTER (WHERE kind = 'DISTRIBUTION'), 0.00)::text AS distributed, coalesce(sum(amount), 0.00)::text AS balance
       FROM account_entry WHERE tenant_id = $1 AND container_id = $2 AND entry_date <= $3`,
      [tenantId, plan.idOf('CO-HEL'), day],
    ),
  );
  return sums;
}

describe('carry that was realized, distributed by balance [U-C-085]', () => {
  it('accrued less distributed is the balance on every day, whatever was posted first', async () => {
    // Posted in another order than their days.
    await realize('600.01', '2026-06-30');
    await realize('400.00', '2026-01-31');
    await distribute('250.00', '2026-03-31');
    expect(await onDay('2026-01-30')).toEqual({ accrued: '0.00', distributed: '0.00', balance: '0.00' });
    expect(await onDay('2026-01-31')).toEqual({ accrued: '400.00', distributed: '0.00', balance: '400.00' });
    expect(await onDay('2026-03-31')).toEqual({ accrued: '400.00', distributed: '250.00', balance: '150.00' });
    expect(await onDay('2026-06-30')).toEqual({ accrued: '1000.01', distributed: '250.00', balance: '750.01' });
  });

  it('pays everybody the last cent of what was accrued, and no more', async () => {
    const refused = await server.call(maker.token, tenantId, {
      method: 'POST',
      url: '/api/carry/distribution/save-distribution',
      payload: {
        ...planDistributionBody(plan),
        DistributionDate: '2026-06-30',
        InvestorBalanceBased: true,
        DistributionSources: [
          {
            Source: { Id: plan.idOf('CO-HEL') },
            Type: 'Coinvestment',
            NetDistrbutableAmount: '750.02',
            Details: [],
            TaxCharacterizations: [],
          },
        ],
      },
    });
    expect(refused.statusCode).toBe(422);
    await distribute('750.01', '2026-06-30');
    const left = await inTenant((tx) =>
      tx.query<{ balance: string }>(
        `SELECT DISTINCT sum(amount)::text AS balance FROM account_entry WHERE tenant_id = $1 AND container_id = $2 GROUP BY participant_id`,
        [tenantId, plan.idOf('CO-HEL')],
      ),
    );
    expect(left).toEqual([{ balance: '0.00' }]);
  });
});
