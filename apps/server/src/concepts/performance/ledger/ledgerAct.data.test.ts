import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { describe, expect, it } from 'vitest';
import { entry, openLedgerFirm } from '../../../testing/ledgerFirm.ts';
import { plantVehicle, referenceOnce } from '../../../testing/plantedVehicle.ts';
import { type BodyOf, refusal, refusalCodes } from '../../../testing/testClient.ts';

const firm = openLedgerFirm();
const { as, enter, figuresAt, periodAt, plant } = firm;
type Body = Omit<BodyOf<'saveLedgerAct'>, 'vehicleId'>;

/** Creates an investor of the firm. */
async function investor(name: string): Promise<string> {
  const owner = await firm.server.person(firm.tenantId, { carry: 'administrator', performance: 'administrator' });
  const type = { id: await referenceOnce(firm.server, firm.tenantId, 'investor-type', 'INVESTOR') };
  return (await firm.server.as(owner).saveInvestor({ body: { code: name, name, type } })).id;
}

describe('the acts of a fund', () => {
  it('are previewed by the rule that posts them, posted as one, and reversed as one', async () => {
    const oak = await plant('ACT');
    const at = { vehicleId: oak.fund };
    const preview = (body: Body) => as(firm.editor).previewLedgerAct({ body: { ...at, ...body } });
    const save = (body: Body) => as(firm.editor).saveLedgerAct({ body: { ...at, ...body } });
    const acts = () => as(firm.editor).listLedgerActs({ query: at });
    const lists = async () => ({
      entries: (await as(firm.editor).listLedgerEntries({ query: { ...at, pageSize: 200 } })).pageData,
      notices: await as(firm.editor).listNotices({ query: at }),
    });
    const call: Body = {
      kind: 'CALL',
      date: '2020-02-01',
      issueDate: '2020-01-15',
      amounts: { investments: '400.00', fees: '9.00' },
      description: 'First call',
    };
    const previewed = await preview(call);
    expect(previewed).toMatchObject({
      entries: [
        { type: 'CALL-INV', amount: '400.00' },
        { type: 'CALL-FEE', amount: '9.00' },
      ],
      investors: [
        { name: 'ACT GP', amounts: ['40.00', null], cash: '-40.00' },
        { name: 'ACT LP-A', amounts: ['240.00', '6.00'], cash: '-246.00', unfunded: '-246.00' },
        { name: 'ACT LP-B', amounts: ['120.00', '3.00'], cash: '-123.00' },
      ],
      total: { amounts: ['400.00', '9.00'], cash: '-409.00' },
    });
    // A preview stores nothing.
    expect(await lists()).toEqual({ entries: [], notices: [] });
    const posted = await save(call);
    expect(posted).toMatchObject({ bookedPeriod: '2020-03-31', isLate: false, noticeNumber: 1 });
    const { entries, notices } = await lists();
    expect(notices).toMatchObject([{ kind: 'CALL', number: 1, issueDate: '2020-01-15', amount: '409.00', entries: 2 }]);
    const stored = await as(firm.editor).getLedgerEntry({
      params: { id: entries.find(({ type }) => type === 'CALL-FEE')!.id },
    });
    expect(stored.shares.map(({ amount }) => amount)).toEqual(['6.00', '3.00']);
    expect(stored.noticeId).toBe(notices[0]!.id);

    await enter(oak, entry('EXP-AUDIT', '1.00', '2020-04-15'));
    // A late investor pays its part with interest, and nothing is left over.
    const late = await investor('ACT-LATE');
    const closing: Body = {
      kind: 'LATE_CLOSING',
      date: '2020-05-15',
      investorId: late,
      commitment: '1000.00',
      interestRate: '8',
    };
    const before = await figuresAt(oak, '2020-03-31', 'COMMITMENT');
    expect((await preview(closing)).total).toMatchObject({ cash: '0.00', commitment: '1000.00' });
    expect((await refusal(preview({ ...closing, interestRate: '100.01' }))).errors).toMatchObject([
      { path: 'InterestRate' },
    ]);
    const closed = await save(closing);
    const paidIn = async () =>
      Object.fromEntries(
        (await figuresAt(oak, '2020-06-30', 'COMMITMENT')).map(({ name, unfunded }) => [name, unfunded]),
      );
    // 400 of 2000 and 9 of 1900 that pay fees.
    expect(await paidIn()).toEqual({
      'ACT GP': '80.00',
      'ACT LP-A': '477.16',
      'ACT LP-B': '238.58',
      'ACT-LATE': '795.26',
    });
    // The interest, on 204.74 for 104 days at 8%, is no contribution and no distribution.
    const counted = await figuresAt(oak, '2020-06-30', 'COMMITMENT');
    expect(
      Object.fromEntries(
        counted.map(({ name, contributions, distributions }) => [name, [contributions, distributions]]),
      ),
    ).toEqual({
      'ACT GP': ['20.00', '0.00'],
      'ACT LP-A': ['122.84', '0.00'],
      'ACT LP-B': ['61.42', '0.00'],
      'ACT-LATE': ['204.74', '0.00'],
    });
    const { overviews } = await as(firm.editor).listInvestorCashFlows({
      params: { investorId: late, date: '2020-06-30' },
      query: {},
    });
    expect(overviews).toMatchObject([
      {
        contributions: { total: '204.74' },
        distributions: { total: '0.00', properties: [] },
        interest: { total: '-4.67', properties: [{ code: 'LATE-INT-PAID', amount: '4.67', cash: '-4.67' }] },
      },
    ]);
    expect((await acts()).map(({ kind, amount, isReversed }) => [kind, amount, isReversed])).toEqual([
      ['LATE_CLOSING', '1000.00', false],
      ['CALL', '409.00', false],
    ]);
    expect((await acts())[0]).toMatchObject({ investor: 'ACT-LATE', buyer: null, security: null });
    // The late closing was computed from the call.
    expect(
      await refusalCodes(as(firm.editor).reverseLedgerAct({ params: { id: posted.id }, body: { reason: 'Wrong' } })),
    ).toEqual([409, 'USED_LATER ']);
    // A single entry of the act can't be reversed either.
    expect(
      await refusalCodes(
        as(firm.editor).reverseLedgerEntry({ params: { id: entries[0]!.id }, body: { reason: 'Wrong' } }),
      ),
    ).toEqual([409, 'USED_LATER ']);
    await as(firm.editor).reverseLedgerAct({ params: { id: closed.id }, body: { reason: 'It fell through' } });
    expect(await figuresAt(oak, '2020-03-31', 'COMMITMENT')).toEqual(before);
    expect(await paidIn()).toMatchObject({ 'ACT LP-A': '354.00', 'ACT LP-B': '177.00', 'ACT-LATE': '0.00' });
    expect((await acts())[0]).toMatchObject({ isReversed: true, postedBy: expect.stringMatching(/\S/) });
    expect(
      await refusalCodes(as(firm.editor).reverseLedgerAct({ params: { id: closed.id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'ALREADY_REVERSED ']);

    // It can be entered again.
    expect((await preview(closing)).total).toMatchObject({ cash: '0.00', commitment: '1000.00' });

    // A partner transfer passes commitment, value and called part, and ties out.
    await save({
      kind: 'PARTNER_TRANSFER',
      date: '2020-06-15',
      investorId: oak.investors.a,
      buyerId: late,
      commitment: '300.00',
      value: '120.00',
    });
    expect(await paidIn()).toMatchObject({ 'ACT LP-A': '177.00', 'ACT-LATE': '177.00' });
    expect((await acts())[0]).toMatchObject({ investor: 'ACT LP-A', buyer: 'ACT-LATE' });
    // Neither its entry nor its changes of commitments can be reversed alone.
    const passed = (await lists()).entries.find(({ type }) => type === 'TRANSFER')!;
    const changes = (await as(firm.editor).listCommitments({ query: at })).flatMap(({ events }) =>
      events.filter(({ kind }) => kind.startsWith('TRANSFER_')),
    );
    const wrong = { reason: 'Wrong' };
    const reversals = [
      () => as(firm.editor).reverseLedgerEntry({ params: { id: passed.id }, body: wrong }),
      ...changes.map(
        ({ id }) =>
          () =>
            as(firm.editor).reverseCommitmentEvent({ params: { id }, body: wrong }),
      ),
    ];
    for (const reverse of reversals)
      expect((await refusal(reverse())).message).toContain('Reverse the whole transfer under Postings.');
    expect(changes).toHaveLength(2);
    const tieOuts = await as(firm.editor).listTieOuts({ params: { ...at, endDate: '2020-06-30' }, query: {} });
    expect(tieOuts.filter(({ blocksLock, differences }) => blocksLock && differences.length > 0)).toEqual([]);
    const findings = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      async (tx) =>
        (await verifyTenant(tx, firm.server.auditKey)).findings
          .map(({ location, description }) => `${location.join(' / ')}: ${description}`)
          .filter((text) => !text.startsWith('reference /')),
    );
    expect(findings).toEqual([]);
  });

  it('keep single entries that a later one was computed from, until it is reversed', async () => {
    const elm = await plant('SOLE');
    const at = { vehicleId: elm.fund };
    await enter(elm, entry('CALL-INV', '90.00', '2020-02-01'), entry('EXP-AUDIT', '1.00', '2020-02-01'));
    const closing = await as(firm.editor).saveLedgerAct({
      body: {
        ...at,
        kind: 'LATE_CLOSING',
        date: '2020-05-15',
        investorId: await investor('SOLE-LATE'),
        commitment: '1000.00',
      },
    });
    const { pageData } = await as(firm.editor).listLedgerEntries({ query: { ...at, pageSize: 200 } });
    const reverse = (type: string, date = '2020-02-01') =>
      as(firm.editor).reverseLedgerEntry({
        params: { id: pageData.find((row) => row.type === type && row.effectiveDate === date)!.id },
        body: { reason: 'Wrong' },
      });
    expect((await refusal(reverse('CALL-INV'))).errors).toMatchObject([
      {
        code: 'USED_LATER',
        message:
          'This record is in use and can’t be reversed. Later postings were computed from this one. Reverse the late closing of 05/15/2020 first.',
      },
    ]);
    expect((await refusal(reverse('CALL-INV', '2020-05-15'))).errors).toMatchObject([
      {
        code: 'USED_LATER',
        message:
          'This record is in use and can’t be reversed. It is part of the late closing of 05/15/2020. Reverse the whole closing under Postings.',
      },
    ]);
    expect(await reverse('EXP-AUDIT')).toMatchObject({ isLate: false });
    // The late closing isn't computed from its own entries.
    await as(firm.editor).reverseLedgerAct({ params: { id: closing.id }, body: { reason: 'It fell through' } });
    expect(await reverse('CALL-INV')).toMatchObject({ isLate: false });
  });

  it('are confirmed for a late closing after calls that partners paid unequally, as the preview says', async () => {
    const fir = await plant('UNEQ');
    const partners = await as(firm.editor).listCommitments({ query: { vehicleId: fir.fund } });
    const share = (partner: keyof typeof fir.investors, amount: string) => ({
      commitmentId: partners.find((commitment) => commitment.investor.id === fir.investors[partner])!.id,
      amount,
    });
    const shares = [share('a', '60.00'), share('b', '0.00'), share('gp', '10.00')];
    await enter(
      fir,
      entry('CALL-INV', '100.00', '2020-02-01'),
      entry('CALL-INV', '70.00', '2020-03-01', { allocationKey: 'NOTICE', shares }),
    );
    const body = {
      vehicleId: fir.fund,
      kind: 'LATE_CLOSING',
      date: '2020-05-15',
      investorId: await investor('UNEQ-LATE'),
      commitment: '400.00',
    } as const;
    const previewed = await as(firm.editor).previewLedgerAct({ body });
    // 400 of 1,400 of 170.00, which the others paid as 120.00, 30.00 and 20.00.
    expect(previewed.investors.map(({ name, cash }) => [name, cash])).toEqual([
      ['UNEQ GP', '5.71'],
      ['UNEQ LP-A', '34.29'],
      ['UNEQ LP-B', '8.57'],
      ['UNEQ-LATE', '-48.57'],
    ]);
    expect(previewed.unequalParts).toMatch(/: UNEQ LP-B 10\.00%, UNEQ GP 20\.00%, UNEQ LP-A 20\.00%\. /);
    const save = (warningsConfirmed: boolean) =>
      as(firm.editor).saveLedgerAct({ body: { ...body, warningsConfirmed } });
    expect(await refusalCodes(save(false))).toEqual([422, 'WARNINGS_NOT_CONFIRMED Commitment']);
    expect(await save(true)).toMatchObject({ isLate: false });
  });

  it('are confirmed if somebody posted the same one meanwhile', async () => {
    const ash = await plant('ACS');
    const at = { vehicleId: ash.fund };
    const body = { ...at, kind: 'CALL', date: '2020-02-01', amounts: { investments: '400.00' } } as const;
    expect((await as(firm.editor).previewLedgerAct({ body })).sameAct).toBeNull();
    // Both have previewed it. The second waits for the first, and sees it.
    const both = await Promise.allSettled([1, 2].map(() => as(firm.editor).saveLedgerAct({ body })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalCodes(as(firm.editor).saveLedgerAct({ body }))).toEqual([
      expect.any(Number),
      'WARNINGS_NOT_CONFIRMED Kind',
    ]);
    const [first] = await as(firm.editor).listLedgerActs({ query: at });
    expect((await as(firm.editor).previewLedgerAct({ body })).sameAct).toEqual({
      id: first!.id,
      message: expect.stringMatching(/ has already posted the same capital call of 02\/01\/2020: 400\.00, notice 1\.$/),
    });
    await as(firm.editor).saveLedgerAct({ body: { ...body, warningsConfirmed: true } });
    expect(await as(firm.editor).listLedgerActs({ query: at })).toHaveLength(2);
  });

  it('are confirmed if a sale is dated before a value that exists already', async () => {
    const owner = await firm.server.person(firm.tenantId, { carry: 'administrator', performance: 'administrator' });
    const { fund, security } = await plantVehicle(firm.server, firm.tenantId, owner, {
      code: 'ACV',
      entries: [
        ['CALL-INV', '400.00', '2020-01-10'],
        ['BUY', '400.00', '2020-01-15'],
      ],
      values: [['2020-03-31', '450.00']],
    });
    const sale = {
      vehicleId: fund,
      kind: 'SALE',
      date: '2020-03-15',
      amounts: { proceeds: '60.00' },
      securityId: security,
      costRelieved: '50.00',
    } as const;
    expect((await refusal(as(firm.editor).saveLedgerAct({ body: sale }))).errors).toEqual([
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        path: 'Date',
        message:
          'The entry is dated 03/15/2020, before the value of ACV Steel on 03/31/2020, which stays. If it doesn’t count the entry, enter it again under Securities and values. Confirm it to post the entry.',
      },
    ]);
    expect(await as(firm.editor).saveLedgerAct({ body: { ...sale, warningsConfirmed: true } })).toMatchObject({
      isLate: false,
    });
  });

  it('refuse amounts and fields with their place, and post nothing', async () => {
    const elm = await plant('ACR');
    const save = (body: Body) => as(firm.editor).saveLedgerAct({ body: { vehicleId: elm.fund, ...body } });
    expect(await refusalCodes(save({ kind: 'CALL', date: '2020-02-01', amounts: { fees: '5000.00' } }))).toEqual([
      422,
      'UNFUNDED_BELOW_ZERO Amounts.Fees',
    ]);
    expect(await refusalCodes(save({ kind: 'SALE', date: '2020-02-01', amounts: { proceeds: '5.00' } }))).toEqual([
      422,
      'REQUIRED SecurityId',
      'REQUIRED CostRelieved',
    ]);
    expect(await as(firm.editor).listNotices({ query: { vehicleId: elm.fund } })).toEqual([]);
    const unknown = { vehicleId: '00000000-0000-7000-8000-000000000000' };
    expect((await refusalCodes(as(firm.editor).listLedgerActs({ query: unknown })))[0]).toBe(404);
    const viewer = await firm.server.person(firm.tenantId, { performance: 'viewer' });
    const call: Body = { kind: 'CALL', date: '2020-02-01', amounts: { fees: '5.00' } };
    expect((await refusalCodes(as(viewer).previewLedgerAct({ body: { vehicleId: elm.fund, ...call } })))[0]).toBe(403);
    expect((await periodAt(elm, '2020-03-31')).figures.find(({ subject }) => subject === 'VEHICLE')?.nav).toBe('0.00');
  });
});
