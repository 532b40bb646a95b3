import { beforeAll, describe, expect, it } from 'vitest';
import { listAcknowledgments, disburse, planDistribution, planSource } from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { openPlannedFirm } from '../../../testing/plannedFirm.ts';

type RealizationSource = BodyOf<'saveRealization'>['sources'][number];
type Run = AnswerOf<'saveDistribution'>;

const firm = openPlannedFirm({ maker: 'editor', administrator: 'administrator' });
const { as, inTenant, people } = firm;

beforeAll(async () => {
  const { rowVersion } = await as(people.administrator).getTenantSettings();
  await as(people.administrator).saveTenantSettings({ body: { rowVersion, investorBalanceDistributions: 'True' } });
});

async function realize(carry: string, date: string, source: Partial<RealizationSource> = {}) {
  const draft = await as(people.maker).saveRealization({
    body: {
      name: `Realization of ${date}`,
      realizationDate: date,
      sources: [
        { containerId: firm.plan.idOf('CO-HEL'), containerType: 'Coinvestment', ...source, totalCarryForAll: carry },
      ],
      unallocatedAcknowledged: true,
    },
  });
  return as(people.administrator).postRealization({ params: { id: draft.id }, body: { rowVersion: draft.rowVersion } });
}

const saveRun = (amount: string, date: string, code: string, investorBalanceBased: boolean) =>
  as(people.maker).saveDistribution({
    body: {
      ...planDistribution(firm.plan),
      distributionDate: date,
      investorBalanceBased,
      distributionSources: [{ ...planSource(firm.plan, code), netDistributableAmount: amount, details: [] }],
      approvers: [{ id: people.administrator.personId }],
    },
  });
/** Takes a distribution from draft to payment, by balance unless requested otherwise. */
const distribute = async (amount: string, date: string, code = 'CO-HEL', byBalance = true) =>
  disburse(await saveRun(amount, date, code, byBalance), {
    maker: as(people.maker),
    approver: as(people.administrator),
  });

/** Returns the sums up to a date: accrued, distributed, and the balances by the product's rules. */
async function onDay(day: string) {
  const [sums] = await inTenant((tx) =>
    tx.query<{ accrued: string; distributed: string; balance: string }>(
      `SELECT coalesce(sum(amount) FILTER (WHERE kind = 'ACCRUAL'), 0.00)::text AS accrued,
         coalesce(-sum(amount) FILTER (WHERE kind = 'DISTRIBUTION'), 0.00)::text AS distributed, coalesce(sum(amount), 0.00)::text AS balance
       FROM account_entry WHERE tenant_id = $1 AND container_id = $2 AND entry_date <= $3`,
      [firm.tenantId, firm.plan.idOf('CO-HEL'), day],
    ),
  );
  return sums;
}

describe('distributions of realized carry by balance [U-C-085]', () => {
  it('keeps accrued less distributed equal to the balance on every date, in any order of posting', async () => {
    // The realizations are posted in a different order than their dates.
    await realize('600.01', '2026-06-30');
    await realize('400.00', '2026-01-31');
    await distribute('250.00', '2026-03-31');
    expect(await onDay('2026-01-30')).toEqual({ accrued: '0.00', distributed: '0.00', balance: '0.00' });
    expect(await onDay('2026-01-31')).toEqual({ accrued: '400.00', distributed: '0.00', balance: '400.00' });
    expect(await onDay('2026-03-31')).toEqual({ accrued: '400.00', distributed: '250.00', balance: '150.00' });
    expect(await onDay('2026-06-30')).toEqual({ accrued: '1000.01', distributed: '250.00', balance: '750.01' });
  });

  it('pays the accrued carry to the last cent, and no more', async () => {
    const refused = await refusal(
      as(people.maker).saveDistribution({
        body: {
          ...planDistribution(firm.plan),
          distributionDate: '2026-06-30',
          investorBalanceBased: true,
          distributionSources: [
            {
              source: { id: firm.plan.idOf('CO-HEL') },
              type: 'Coinvestment',
              netDistributableAmount: '750.02',
              details: [],
              taxCharacterizations: [],
            },
          ],
        },
      }),
    );
    expect(refused.status).toBe(422);
    await distribute('750.01', '2026-06-30');
    const remaining = await inTenant((tx) =>
      tx.query<{ balance: string }>(
        `SELECT DISTINCT sum(amount)::text AS balance FROM account_entry WHERE tenant_id = $1 AND container_id = $2 GROUP BY participant_id`,
        [firm.tenantId, firm.plan.idOf('CO-HEL')],
      ),
    );
    expect(remaining).toEqual([{ balance: '0.00' }]);
  });
});

describe('a payment above the accrued carry', () => {
  const saved = (amount: string, date: string) => saveRun(amount, date, 'CO-HEL', false);
  const submit = (run: Run, acknowledged: readonly string[]) =>
    as(people.maker).submitDistribution({ params: { id: run.id }, body: { rowVersion: run.rowVersion, acknowledged } });
  const approve = (run: Run, acknowledged: readonly string[]) =>
    ({
      distributionId: run.id,
      rowVersion: run.rowVersion,
      approvalDecision: 'APP',
      acknowledged,
    }) as const;
  const aboveIn = ({ warnings }: Run) => warnings.filter(({ code }) => code === 'PAID_ABOVE_ACCRUED');

  it('is reported with source, payees and amount, and acknowledged by the maker and the approver', async () => {
    await realize('1000.00', '2026-07-31');
    const within = await saved('900.00', '2026-08-31');
    expect(aboveIn(within)).toEqual([]);
    const draft = await saved('1500.00', '2026-08-31');
    const [warning] = aboveIn(draft);
    expect(warning?.message).toMatch(
      / pays 1,500\.00, but the balance accrued there is 1,000\.00\. That is 500\.00 too much \(/,
    );
    const others = listAcknowledgments(draft).filter((key) => key !== warning?.acknowledgment);
    const refused = await refusal(submit(draft, others));
    expect(refused).toMatchObject({ status: 422, errors: [{ code: 'NOT_ACKNOWLEDGED' }] });
    expect(refused.errors[0]?.message).toContain('500.00 too much');
    const submitted = await submit(draft, listAcknowledgments(draft));
    const unseen = await refusal(as(people.administrator).saveApproval({ body: approve(submitted, others) }));
    expect(unseen).toMatchObject({ status: 422, errors: [{ code: 'NOT_ACKNOWLEDGED' }] });
    const approved = await as(people.administrator).saveApproval({
      body: approve(submitted, listAcknowledgments(submitted)),
    });
    const acknowledged = approved.acknowledgments.filter(({ text }) => text === warning?.message);
    expect(acknowledged, 'by the maker and by the approver').toHaveLength(2);
  });

  it('is refused if another run has used the balance since', async () => {
    const runs = [await saved('900.00', '2026-08-31'), await saved('900.00', '2026-08-31')];
    const approved: Run[] = [];
    for (const run of runs) {
      const submitted = await submit(run, listAcknowledgments(run));
      approved.push(
        await as(people.administrator).saveApproval({ body: approve(submitted, listAcknowledgments(submitted)) }),
      );
    }
    const [first, second] = approved;
    await as(people.maker).disburseDistribution({ params: { id: first!.id }, body: { rowVersion: first!.rowVersion } });
    const refused = await refusal(
      as(people.maker).disburseDistribution({ params: { id: second!.id }, body: { rowVersion: second!.rowVersion } }),
    );
    expect(refused).toMatchObject({ status: 422, errors: [{ code: 'NOT_ACKNOWLEDGED' }] });
    expect(refused.errors[0]?.message).toMatch(
      /800\.00 too much .* The balances have changed since this was approved\./,
    );
  });
});

describe('positions at a realized source [U-C-024]', () => {
  const cents = (text: string | null) => BigInt(text!.replace('.', ''));

  it('add up earlier and new accruals less payments, even if the first accrual and a payment have the same date', async () => {
    const source = { containerId: firm.plan.idOf('ARP-I'), containerType: 'Fund' } as const;
    await distribute('1000.00', '2026-05-05', 'ARP-I', false);
    const realization = await realize('2500.01', '2026-05-05', source);
    const read = async (id: string) =>
      (await as(people.maker).getRealization({ params: { id } })).sources[0]!.investorBalances;
    const positions = await read(realization.id);
    expect(positions.some(({ paid }) => cents(paid) > 0n)).toBe(true);
    for (const { before, accrued, paid, after } of positions) {
      expect(before).toBe('0.00');
      expect(cents(after)).toBe(cents(before) + cents(accrued) - cents(paid));
    }
    // The next realization starts from what an earlier one accrued, and includes paid amounts only once.
    const later = await realize('10.00', '2026-05-06', source);
    for (const next of await read(later.id)) {
      const first = positions.find(({ participantId }) => participantId === next.participantId)!;
      expect([next.before, next.paid]).toEqual([first.accrued, first.paid]);
      expect(cents(next.after)).toBe(cents(next.before) + cents(next.accrued) - cents(next.paid));
    }
    const position = positions.find(({ paid }) => cents(paid) > 0n)!;
    const why = (figure: 'before' | 'paid' | 'after', participantId?: string) =>
      as(people.maker).explainRealization({
        params: { id: realization.id },
        query: { figure, sourceId: source.containerId, participantId },
      });
    const { participantId } = position;
    const after = await why('after', participantId);
    expect(after.result).toBe(position.after);
    expect(after.inputs.map(({ name, value }) => [name, value])).toEqual([
      ['before', position.before],
      ['accrued', position.accrued],
      ['paid', position.paid],
    ]);
    const paid = await why('paid', participantId);
    expect([paid.result, paid.inputs[0]?.name]).toEqual([position.paid, 'Distribution, 2026-05-05']);
    expect(after.children.at(-1)).toMatchObject({ result: position.paid });
    expect((await why('before', participantId)).result).toBe(position.before);
    expect((await refusal(why('after'))).status).toBe(404);
  });
});
