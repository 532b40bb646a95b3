import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedPlan, plantCarryPlan, planDistribution, planSource } from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Stored = AnswerOf<'saveDistribution'>;

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
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
        JSON.stringify(
          balances.map(([participantCode, amount, day]) => ({ participant: plan.idOf(participantCode!), amount, day })),
        ),
      ],
    ),
  );
});
afterAll(() => server.stop());

const run = (amount: string): BodyOf<'saveDistribution'> => ({
  ...planDistribution(plan),
  investorBalanceBased: true,
  distributionSources: [
    { ...planSource(plan, 'CO-HEL'), netDistributableAmount: amount, details: [], taxCharacterizations: [] },
  ],
});
const generate = (amount: string) => {
  const { name: _name, description: _description, ...body } = run(amount);
  return as(maker).generateDistributionDetails({ body });
};
const save = (amount: string, more: Partial<BodyOf<'saveDistribution'>> = {}) =>
  as(maker).saveDistribution({ body: { ...run(amount), ...more } });
const codesOf = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code }) => code);
const allow = async (investorBalanceDistributions: 'True' | 'False') => {
  const { rowVersion } = await as(administrator).getTenantSettings();
  await as(administrator).saveTenantSettings({ body: { rowVersion, investorBalanceDistributions } });
};

describe('a firm without distributions by balance', () => {
  it('a distribution by balance is refused [U-C-085]', async () => {
    expect(await codesOf(save('1000'))).toContain('INVESTOR_BALANCE_OFF');
  });
});

describe('a firm with distributions by balance', () => {
  beforeAll(() => allow('True'));

  it('the balances on the date are distributed, with the limit and the rest [U-C-085]', async () => {
    const { investorBalances: balances } = await generate('1000');
    expect(balances).toMatchObject([{ limit: '4000.00', remaining: '3000.00' }]);
    const positions = new Map(balances[0]!.positions.map(({ participantId, ...figures }) => [participantId, figures]));
    expect(positions.get(plan.idOf('E001'))).toMatchObject({
      balance: '1000.00',
      grossCarryDistributed: '250.00',
      remaining: '750.00',
    });
    expect(positions.get(plan.idOf('E002'))).toMatchObject({ grossCarryDistributed: '750.00', remaining: '2250.00' });
    expect(positions.get(plan.idOf('E003'))).toMatchObject({
      balance: '-500.00',
      grossCarryDistributed: '0.00',
      remaining: '-500.00',
    });
  });

  it('an amount above the balances is reported while it is typed, and refused', async () => {
    const { investorBalances: balances, problems } = await generate('4000.01');
    expect(balances).toMatchObject([{ limit: '4000.00', remaining: '-0.01' }]);
    expect(problems.find(({ code }) => code === 'AMOUNT_ABOVE_BALANCES')?.message).toMatch(
      /: 4,000\.01 is more than the total of the balances, 4,000\.00$/,
    );
    const refused = await refusal(save('4000.01'));
    expect(refused.status).toBe(422);
    expect(refused.errors.map(({ code }) => code)).toContain('AMOUNT_ABOVE_BALANCES');
  });

  it('the full amount pays each participant their balance, without a profile, and leaves nothing to distribute', async () => {
    const approver = [{ id: administrator.personId }];
    const draft = await save('4000', { approvers: approver });
    expect(draft.investorBalanceBased).toBe(true);
    expect(draft.distributionSources[0]!.allocationProfile).toBeNull();
    expect(draft.distributionSources[0]!.details.map((row) => row.grossCarryDistributed).sort()).toEqual([
      '1000.00',
      '3000.00',
    ]);

    // The tax characterization doesn't affect whose money it is.
    const characterized = await inLongTerm(draft);
    const submitted = await as(maker).submitDistribution({
      params: { id: draft.id },
      body: { rowVersion: characterized.rowVersion },
    });
    const approved = await as(administrator).saveApproval({
      body: {
        distributionId: draft.id,
        rowVersion: submitted.rowVersion,
        approvalDecision: 'APP',
      },
    });
    await as(maker).disburseDistribution({ params: { id: draft.id }, body: { rowVersion: approved.rowVersion } });
    expect((await generate('0')).investorBalances).toMatchObject([{ limit: '0.00', remaining: '0.00' }]);
  });

  it('a distribution by balance is refused again after it is turned off', async () => {
    await allow('False');
    expect(await codesOf(save('0'))).toContain('INVESTOR_BALANCE_OFF');
  });
});

async function inLongTerm({ id, rowVersion }: Stored): Promise<Stored> {
  const taxCharacterizations = [
    { taxCharacterization: { id: plan.idOf('longTerm') }, characterizationPercentage: '100' },
  ];
  const body = run('4000');
  const [source] = body.distributionSources;
  return save('4000', { id, rowVersion, distributionSources: [{ ...source!, taxCharacterizations }] });
}
