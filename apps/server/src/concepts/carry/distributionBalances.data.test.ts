import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Generated {
  readonly InvestorBalances: readonly {
    readonly Limit: string;
    readonly Remaining: string;
    readonly Positions: readonly {
      readonly ParticipantId: string;
      readonly Balance: string;
      readonly GrossCarryDistributed: string;
      readonly Remaining: string;
    }[];
  }[];
  readonly Problems: readonly { readonly Code: string; readonly Message: string }[];
}
interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
  readonly InvestorBalanceBased: boolean;
  readonly DistributionSources: readonly {
    readonly AllocationProfile: object | null;
    readonly Details: readonly { readonly GrossCarryDistributed: string; readonly EffectiveAllocation: string }[];
  }[];
}

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let administrator: TestPerson;
let maker: TestPerson;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  administrator = await server.person(tenantId, { carry: 'administrator' });
  maker = await server.person(tenantId, { carry: 'editor' });
  const scope = { tenantId, personId: null, now: server.now.toISOString() };
  plan = await server.withTenant(scope, plantCarryPlan);
  const balances = [
    ['E001', '1000.00', '2026-01-01'],
    ['E002', '3000.00', '2026-09-30'],
    ['E003', '-500.00', '2026-01-01'],
    // Dated after the distribution, so it isn't part of the balance yet.
    ['E003', '9000.00', '2026-10-01'],
  ];
  await server.withTenant(scope, (tx) =>
    tx.query(
      `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
       SELECT $1, gen_random_uuid(), r.participant, $2, 'ACCRUAL', r.day, r.amount, $3
       FROM jsonb_to_recordset($4::jsonb) AS r(participant uuid, amount numeric, day date)`,
      [
        tenantId,
        plan.idOf('CO-HEL'),
        plan.idOf('USD'),
        JSON.stringify(balances.map(([who, amount, day]) => ({ participant: plan.idOf(who!), amount, day }))),
      ],
    ),
  );
});
afterAll(() => server.stop());

const call = (person: TestPerson, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.call(person.token, tenantId, { method, url: `/api/${url}`, ...(payload ? { payload } : {}) });
const run = (amount: string) => {
  const { Name, Description: _description, DistributionSources, ...rest } = planDistributionBody(plan);
  const sources = DistributionSources as { Source: { Id: string } }[];
  const source = sources.find(({ Source }) => Source.Id === plan.idOf('CO-HEL'));
  const own = { ...source, NetDistrbutableAmount: amount, Details: [], TaxCharacterizations: [] };
  return { Name, body: { ...rest, InvestorBalanceBased: true, DistributionSources: [own] } };
};
const generate = async (amount: string) => {
  const answer = await call(maker, 'POST', 'carry/distribution/generate-details', run(amount).body);
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
  return answer.json<Generated>();
};
const save = (amount: string, more: object = {}) => {
  const { Name, body } = run(amount);
  return call(maker, 'POST', 'carry/distribution/save-distribution', { Name, ...body, ...more });
};
const codesOf = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.json<{ Errors: readonly { Code: string }[] }>().Errors.map(({ Code }) => Code);
const allow = async (InvestorBalanceDistributions: 'True' | 'False') => {
  const { RowVersion } = (await call(administrator, 'GET', 'tenant/settings')).json<{ RowVersion: number }>();
  const answer = await call(administrator, 'POST', 'tenant/settings', { RowVersion, InvestorBalanceDistributions });
  expect(answer.statusCode, answer.body).toBe(200);
};

describe('where the firm has not switched it on', () => {
  it('a distribution by balance is refused [U-C-085]', async () => {
    expect(codesOf(await save('1000'))).toContain('INVESTOR_BALANCE_OFF');
  });
});

describe('where the firm distributes by balance', () => {
  beforeAll(() => allow('True'));

  it('what each has on the date is shared, shown with the limit and what is left [U-C-085]', async () => {
    const { InvestorBalances: balances } = await generate('1000');
    expect(balances).toMatchObject([{ Limit: '4000.00', Remaining: '3000.00' }]);
    const positions = new Map(balances[0]!.Positions.map(({ ParticipantId, ...figures }) => [ParticipantId, figures]));
    expect(positions.get(plan.idOf('E001'))).toMatchObject({
      Balance: '1000.00',
      GrossCarryDistributed: '250.00',
      Remaining: '750.00',
    });
    expect(positions.get(plan.idOf('E002'))).toMatchObject({ GrossCarryDistributed: '750.00', Remaining: '2250.00' });
    expect(positions.get(plan.idOf('E003'))).toMatchObject({
      Balance: '-500.00',
      GrossCarryDistributed: '0.00',
      Remaining: '-500.00',
    });
  });

  it('more than the balances hold is told while it is typed, and not stored', async () => {
    const { InvestorBalances: balances, Problems } = await generate('4000.01');
    expect(balances).toMatchObject([{ Limit: '4000.00', Remaining: '-0.01' }]);
    expect(Problems.find(({ Code }) => Code === 'AMOUNT_ABOVE_BALANCES')?.Message).toMatch(
      /: 4,000\.01 is more than the total of the balances, 4,000\.00$/,
    );
    const refused = await save('4000.01');
    expect(refused.statusCode).toBe(422);
    expect(codesOf(refused)).toContain('AMOUNT_ABOVE_BALANCES');
  });

  it('all of it pays each exactly theirs, uses no profile, and leaves nothing to distribute', async () => {
    const approver = [{ Id: administrator.personId }];
    const draft = (await save('4000', { Approvers: approver })).json<Stored>();
    expect(draft.InvestorBalanceBased).toBe(true);
    expect(draft.DistributionSources[0]!.AllocationProfile).toBeNull();
    expect(draft.DistributionSources[0]!.Details.map((row) => row.GrossCarryDistributed).sort()).toEqual([
      '1000.00',
      '3000.00',
    ]);
    const step = async (person: TestPerson, path: string, payload: object) => {
      const answer = await call(person, 'POST', `carry/distribution/${path}`, payload);
      expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
      return answer.json<Stored>();
    };
    // The tax characterization doesn't affect whose money it is.
    const characterized = await inLongTerm(draft);
    const submitted = await step(maker, `${draft.Id}/submit-for-approval`, { RowVersion: characterized.RowVersion });
    const approved = await step(administrator, 'save-approval', {
      DistributionId: draft.Id,
      RowVersion: submitted.RowVersion,
      ApprovalDecision: 'APP',
    });
    await step(maker, `${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
    expect((await generate('0')).InvestorBalances).toMatchObject([{ Limit: '0.00', Remaining: '0.00' }]);
  });

  it('switched off, it is refused again', async () => {
    await allow('False');
    expect(codesOf(await save('0'))).toContain('INVESTOR_BALANCE_OFF');
  });
});

async function inLongTerm({ Id, RowVersion }: Stored): Promise<Stored> {
  const { Name, body } = run('4000');
  const [source] = body.DistributionSources;
  const TaxCharacterizations = [
    { TaxCharacterization: { Id: plan.idOf('longTerm') }, CharacterizationPercentage: '100' },
  ];
  const DistributionSources = [{ ...source, TaxCharacterizations }];
  const answer = await call(maker, 'POST', 'carry/distribution/save-distribution', {
    ...body,
    Name,
    Id,
    RowVersion,
    DistributionSources,
  });
  expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
  return answer.json<Stored>();
}
