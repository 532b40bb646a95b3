import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEverything } from '../../testing/noteEverything.ts';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
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

async function realize(carry: string, date: string, source: object = helios()): Promise<Stored> {
  const draft = await post(maker, 'realization/save', {
    Name: `Realization of ${date}`,
    RealizationDate: date,
    Sources: [{ ...source, TotalCarryForAll: carry }],
    UnallocatedAcknowledged: true,
  });
  return post(administrator, `realization/${draft.Id}/post`, { RowVersion: draft.RowVersion });
}

const helios = () => ({ ContainerId: plan.idOf('CO-HEL'), ContainerType: 'Coinvestment' });

/** Takes a distribution from draft to payment, by balance unless requested otherwise. */
async function distribute(amount: string, date: string, code = 'CO-HEL', byBalance = true): Promise<Paid> {
  const { DistributionSources, ...rest } = planDistributionBody(plan);
  const source = (DistributionSources as { Source: { Id: string } }[]).find(
    ({ Source }) => Source.Id === plan.idOf(code),
  );
  const draft = await post<Paid>(maker, 'distribution/save-distribution', {
    ...rest,
    DistributionDate: date,
    InvestorBalanceBased: byBalance,
    DistributionSources: [{ ...source, NetDistrbutableAmount: amount, Details: [] }],
    Approvers: [{ Id: administrator.personId }],
  });
  const submitted = await post(maker, `distribution/${draft.Id}/submit-for-approval`, {
    RowVersion: draft.RowVersion,
    Acknowledged: keysIn(draft),
  });
  const approved = await post(administrator, 'distribution/save-approval', {
    DistributionId: draft.Id,
    RowVersion: submitted.RowVersion,
    ApprovalDecision: 'APP',
    Acknowledged: keysIn(submitted),
  });
  return post<Paid>(maker, `distribution/${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
}

/** Returns the sums up to a date: accrued, distributed, and the balances by the product's rules. */
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
    // The realizations are posted in a different order than their dates.
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

describe('a payment above what was accrued', () => {
  type Warned = Paid & {
    readonly Warnings: readonly {
      readonly Code: string;
      readonly Message: string;
      readonly Acknowledgment: string | null;
    }[];
    readonly Acknowledgments: readonly { readonly Text: string; readonly AcknowledgedBy: string }[];
  };
  const refusal = async (person: TestPerson, path: string, payload: object) => {
    const answer = await server.call(person.token, tenantId, { method: 'POST', url: `/api/carry/${path}`, payload });
    expect(answer.statusCode, answer.body.slice(0, 800)).toBe(422);
    return answer.json<{ Errors: readonly { Code: string; Message: string }[] }>().Errors;
  };
  const saved = (amount: string, date: string) => {
    const { DistributionSources, ...rest } = planDistributionBody(plan);
    const source = (DistributionSources as { Source: { Id: string } }[]).find(
      ({ Source }) => Source.Id === plan.idOf('CO-HEL'),
    );
    return post<Warned>(maker, 'distribution/save-distribution', {
      ...rest,
      DistributionDate: date,
      InvestorBalanceBased: false,
      DistributionSources: [{ ...source, NetDistrbutableAmount: amount, Details: [] }],
      Approvers: [{ Id: administrator.personId }],
    });
  };
  const submit = (run: Warned, Acknowledged: readonly string[]) =>
    post<Warned>(maker, `distribution/${run.Id}/submit-for-approval`, { RowVersion: run.RowVersion, Acknowledged });
  const approve = (run: Warned, Acknowledged: readonly string[]) => ({
    DistributionId: run.Id,
    RowVersion: run.RowVersion,
    ApprovalDecision: 'APP',
    Acknowledged,
  });
  const aboveIn = ({ Warnings }: Warned) => Warnings.filter(({ Code }) => Code === 'PAID_ABOVE_ACCRUED');

  it('is named with source, payees and amount, and acknowledged by the maker and by the approver', async () => {
    await realize('1000.00', '2026-07-31');
    const within = await saved('900.00', '2026-08-31');
    expect(aboveIn(within)).toEqual([]);
    const draft = await saved('1500.00', '2026-08-31');
    const [warning] = aboveIn(draft);
    expect(warning?.Message).toMatch(
      / pays 1,500\.00, but the balance accrued there is 1,000\.00\. That is 500\.00 too much \(/,
    );
    const others = keysIn(draft).filter((key) => key !== warning?.Acknowledgment);
    const refused = await refusal(maker, `distribution/${draft.Id}/submit-for-approval`, {
      RowVersion: draft.RowVersion,
      Acknowledged: others,
    });
    expect(refused).toMatchObject([{ Code: 'NOT_ACKNOWLEDGED' }]);
    expect(refused[0]?.Message).toContain('500.00 too much');
    const submitted = await submit(draft, keysIn(draft));
    expect(await refusal(administrator, 'distribution/save-approval', approve(submitted, others))).toMatchObject([
      { Code: 'NOT_ACKNOWLEDGED' },
    ]);
    const approved = await post<Warned>(
      administrator,
      'distribution/save-approval',
      approve(submitted, keysIn(submitted)),
    );
    const named = approved.Acknowledgments.filter(({ Text }) => Text === warning?.Message);
    expect(named, 'by the maker and by the approver').toHaveLength(2);
  });

  it('is not paid when another run has taken the balance since', async () => {
    const runs = [await saved('900.00', '2026-08-31'), await saved('900.00', '2026-08-31')];
    const approved: Warned[] = [];
    for (const run of runs) {
      const submitted = await submit(run, keysIn(run));
      approved.push(
        await post<Warned>(administrator, 'distribution/save-approval', approve(submitted, keysIn(submitted))),
      );
    }
    const [first, second] = approved;
    await post(maker, `distribution/${first!.Id}/disburse`, { RowVersion: first!.RowVersion });
    const refused = await refusal(maker, `distribution/${second!.Id}/disburse`, { RowVersion: second!.RowVersion });
    expect(refused).toMatchObject([{ Code: 'NOT_ACKNOWLEDGED' }]);
    expect(refused[0]?.Message).toMatch(/800\.00 too much .* The balances have changed since this was approved\./);
  });
});

interface Position {
  readonly ParticipantId: string;
  readonly Before: string;
  readonly Accrued: string;
  readonly Paid: string;
  readonly After: string;
}
interface Why {
  readonly Name: string;
  readonly Result: string;
  readonly Inputs: readonly { readonly Name: string; readonly Value: string }[];
  readonly Children: readonly Why[];
}

describe('where everybody stands at a source that is realized [U-C-024]', () => {
  const get = async <T>(path: string): Promise<T> => {
    const answer = await server.call(maker.token, tenantId, { method: 'GET', url: `/api/carry/${path}` });
    expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
    return answer.json<T>();
  };
  const cents = (text: string) => BigInt(text.replace('.', ''));

  it('is what was accrued before, and now, less what was paid, also when the first accrual and a payment are of one day', async () => {
    const source = { ContainerId: plan.idOf('ARP-I'), ContainerType: 'Fund' };
    await distribute('1000.00', '2026-05-05', 'ARP-I', false);
    const { Id } = await realize('2500.01', '2026-05-05', source);
    const read = async (id: string) =>
      (await get<{ Sources: { InvestorBalances: Position[] }[] }>(`realization/${id}/profile`)).Sources[0]!
        .InvestorBalances;
    const positions = await read(Id);
    expect(positions.some(({ Paid }) => cents(Paid) > 0n)).toBe(true);
    for (const { Before, Accrued, Paid, After } of positions) {
      expect(Before).toBe('0.00');
      expect(cents(After)).toBe(cents(Before) + cents(Accrued) - cents(Paid));
    }
    // The next realization starts from what an earlier one accrued, and includes paid amounts only once.
    const later = await realize('10.00', '2026-05-06', source);
    for (const next of await read(later.Id)) {
      const first = positions.find(({ ParticipantId }) => ParticipantId === next.ParticipantId)!;
      expect([next.Before, next.Paid]).toEqual([first.Accrued, first.Paid]);
      expect(cents(next.After)).toBe(cents(next.Before) + cents(next.Accrued) - cents(next.Paid));
    }
    const { ParticipantId, Before, Accrued, Paid, After } = positions.find((position) => cents(position.Paid) > 0n)!;
    const why = (figure: string) =>
      get<Why>(
        `realization/${Id}/explanation?figure=${figure}&sourceId=${source.ContainerId}&participantId=${ParticipantId}`,
      );
    const after = await why('after');
    expect(after.Result).toBe(After);
    expect(after.Inputs.map(({ Name, Value }) => [Name, Value])).toEqual([
      ['before', Before],
      ['accrued', Accrued],
      ['paid', Paid],
    ]);
    const paid = await why('paid');
    expect([paid.Result, paid.Inputs[0]?.Name]).toEqual([Paid, 'Distribution, 2026-05-05']);
    expect(after.Children.at(-1)).toMatchObject({ Result: Paid });
    expect((await why('before')).Result).toBe(Before);
    const alone = await server.call(maker.token, tenantId, {
      method: 'GET',
      url: `/api/carry/realization/${Id}/explanation?figure=after&sourceId=${source.ContainerId}`,
    });
    expect(alone.statusCode).toBe(404);
  });
});
