import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';
import { exampleFund, type ExampleFund } from '../../../testing/exampleFund.ts';
import { refusal, refusalCodes } from '../../../testing/testClient.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let fund: string;
const endDate = '2024-03-31';

beforeAll(async () => {
  example = await exampleFund();
  const { owner, reference, investor, createFund } = example;
  editor = example.editor;
  fund = await createFund('EX-III', 'Example Fund III', 'USD');
  const { id: generalPartner } = await owner.saveInvestor({
    body: { code: 'GP-1', name: 'General Partner', type: await reference('investor-type', 'GP') },
  });
  const close = { vehicleId: fund, kind: 'CLOSE', date: '2023-10-01' } as const;
  await editor.saveCommitment({ body: { ...close, investorId: investor, amount: '200.00' } });
  await editor.saveCommitment({ body: { ...close, investorId: generalPartner, amount: '0.01' } });
  await editor.saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        { type: 'CALL-INV', amount: '100.00', effectiveDate: '2023-10-02' },
        { type: 'INC-INT', amount: '90.00', effectiveDate: '2024-03-15' },
      ],
    },
  });
});
afterAll(() => example?.server.stop());

const params = () => ({ vehicleId: fund, endDate });
const proposed = () => editor.getCarryProposal({ params: params() });
const book = (body: Parameters<typeof editor.bookProposedCarry>[0]['body']) =>
  editor.bookProposedCarry({ params: params(), body });
const step = async () => {
  const closings = await editor.listClosings({ params: { vehicleId: fund } });
  const found = closings.find(({ periodEnd }) => periodEnd === endDate)?.steps.find(({ code }) => code === 'CARRY');
  return [found?.state, found?.detail];
};
const findings = async (part: string) => {
  const { server, tenantId } = example;
  const at = { tenantId, personId: null, now: server.now.toISOString() };
  const audit = await server.withTenant(at, async (tx) => verifyTenant(tx, server.auditKey, { all: true }));
  return audit.findings.filter((finding) => finding.part === part);
};
async function asSuperuser(text: string) {
  const superuser = new pg.Client({ connectionString: example.server.database.adminUrl });
  await superuser.connect();
  await superuser.query(`SET session_replication_role = replica; ${text}`);
  await superuser.end();
}

describe('the carry that a quarter close proposes', () => {
  it('needs carry terms', async () => {
    expect((await proposed()).proposal).toBeNull();
    expect(await step()).toEqual(['OPTIONAL', expect.stringMatching(/^The fund has no carry terms/)]);
  });

  it('is compared with the books, with the cause of the difference', async () => {
    await editor.saveCarryTerms({ body: wholeFundTerms(fund) });
    const { proposal, currency } = await proposed();
    // 20% of the profit of 90.00, as the preferred return is met.
    expect(currency).toBe('USD');
    expect(proposal).toMatchObject({
      atNav: '18.00',
      proposed: { earned: '0.00', accrued: '18.00' },
      booked: { earned: '0.00', accrued: '0.00' },
      difference: { earned: '0.00', accrued: '18.00' },
      causes: ['No accrued carry is booked in this quarter yet.'],
    });
    expect(await step()).toEqual([
      'OPEN',
      'Proposed less booked: 0.00 earned, 18.00 accrued. No accrued carry is booked in this quarter yet.',
    ]);
  });

  it('is asked about by a lock, with the amounts', async () => {
    const [tieOut] = (await editor.listTieOuts({ params: params(), query: {} })).filter(({ code }) => code === 'T18');
    expect(tieOut).toMatchObject({
      blocksLock: false,
      differences: [{ is: '0.00', hasToBe: '18.00', difference: '-18.00' }],
    });
    const { rowVersion } = await editor.getPeriod({ params: params(), query: {} });
    const lock = editor.lockPeriod({ params: params(), body: { rowVersion, withEarlier: true } });
    expect((await refusal(lock)).errors.at(-1)).toMatchObject({
      code: 'NOT_ACKNOWLEDGED',
      path: 'T18',
      message: expect.stringContaining(
        'Carry accrued in the quarter: booked 0.00, by the terms 18.00, difference (18.00). Acknowledge it to lock the quarter.',
      ),
    });
  });

  it('refuses an outdated proposal, and another amount without a reason', async () => {
    const now = { earned: '0.00', accrued: '18.00' };
    expect(await refusalCodes(book({ proposed: { ...now, accrued: '17.00' } }))).toEqual([409, 'CONFLICT Proposed']);
    const other = { proposed: now, entered: { earned: '0.00', accrued: '15.00' } };
    expect(await refusalCodes(book(other))).toEqual([422, 'REQUIRED Reason']);
    const { proposal } = await proposed();
    expect(proposal?.booked.accrued).toBe('0.00');
  });

  it('books another amount with its reason, which the checklist names', async () => {
    const now = { earned: '0.00', accrued: '18.00' };
    await book({ proposed: now, entered: { earned: '0.00', accrued: '15.00' }, reason: 'Agreed with the auditor' });
    expect(await step()).toEqual(['DONE', 'Proposed less booked: 0.00 earned, 3.00 accrued: Agreed with the auditor']);
  });

  it('books the rest for each partner, and reverses like any entry', async () => {
    const now = { earned: '0.00', accrued: '18.00' };
    expect(await book({ proposed: now })).toEqual({ entries: 1 });
    expect(await step()).toEqual(['DONE', 'Booked as proposed']);
    expect((await proposed()).proposal?.partners.map(({ name, booked }) => `${name} ${booked.accrued}`)).toEqual([
      'General Partner 0.00',
      'Pension One 18.00',
    ]);
    expect(await refusalCodes(book({ proposed: now }))).toEqual([422, 'AMOUNT_MISSING Accrued']);
    const { pageData } = await editor.listLedgerEntries({ query: { vehicleId: fund, type: 'CARRY-ACCRUED' } });
    const last = pageData.find(({ amount }) => amount === '3.00');
    await editor.reverseLedgerEntry({ params: { id: last!.id }, body: { reason: 'Too early' } });
    expect((await proposed()).proposal?.booked.accrued).toBe('15.00');
    await book({ proposed: now });
  });

  it('says after the lock how it was booked, or which difference was acknowledged', async () => {
    const lock = async (acknowledged: string[]) => {
      const { rowVersion } = await editor.getPeriod({ params: params(), query: {} });
      await editor.lockPeriod({ params: params(), body: { rowVersion, acknowledged, withEarlier: true } });
    };
    const reopen = async () => {
      const { rowVersion } = await editor.getPeriod({ params: params(), query: {} });
      await example.owner.reopenPeriod({ params: params(), body: { rowVersion, reason: 'Too early' } });
    };
    await lock([]);
    expect(await step()).toEqual(['DONE', 'Booked as proposed']);
    await reopen();
    const { pageData } = await editor.listLedgerEntries({ query: { vehicleId: fund, type: 'CARRY-ACCRUED' } });
    const last = pageData.find(({ amount, reversedById }) => amount === '3.00' && reversedById === null);
    await editor.reverseLedgerEntry({ params: { id: last!.id }, body: { reason: 'Too early' } });
    await lock(['T18']);
    expect(await step()).toEqual(['DONE', 'Acknowledged. Proposed less booked: 0.00 earned, 3.00 accrued']);
    await reopen();
    await book({ proposed: { earned: '0.00', accrued: '18.00' } });
  });

  it('is computed again by the audit, which finds a changed entry and a changed term', async () => {
    expect(await findings('proposed carry')).toEqual([]);
    const ofIncome = `entry_id IN (SELECT id FROM ledger_entry WHERE type = 'INC-INT')`;
    await asSuperuser(`UPDATE ledger_share SET amount = amount + 10 WHERE ${ofIncome}`);
    expect(await findings('proposed carry')).toContainEqual(
      expect.objectContaining({
        location: ['carry of Example Fund III', '03/31/2024', 'Pension One'],
        description: 'proposed carry accrued',
        stored: '18.00',
        computed: '20.00',
      }),
    );
    await asSuperuser(`UPDATE ledger_share SET amount = amount - 10 WHERE ${ofIncome}`);
    expect(await findings('proposed carry')).toEqual([]);
    const records = (await findings('records')).length;
    await asSuperuser(`UPDATE carry_tier SET gp_share = 25 WHERE kind = 'SPLIT'`);
    expect((await findings('records')).length).toBeGreaterThan(records);
  });
});
