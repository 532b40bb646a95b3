import { describe, expect, it } from 'vitest';
import { entry, openLedgerFirm } from '../../../testing/ledgerFirm.ts';
import { type BodyOf, refusal, refusalCodes } from '../../../testing/testClient.ts';

type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];
type CommitmentEvent = BodyOf<'saveCommitment'>;

const firm = openLedgerFirm();
const { as, enter, figuresAt, periodAt, plant } = firm;

describe('a quarter', () => {
  it('reports the valuation date of holdings, and can be locked only after the quarter has ended', async () => {
    const low = await plant('LOW');
    const { id: securityId } = await as(firm.editor).saveSecurity({
      body: {
        vehicleId: low.fund,
        holdingId: low.holding,
        class: 'EQUITY',
        name: 'Common',
      },
    });
    const traded = { holdingId: low.holding, securityId };
    await enter(low, entry('CALL-INV', '100.00', '2020-01-10'), entry('BUY', '100.00', '2020-01-15', traded));
    const futureEntry = entry('FEE', '1.00', `${String(firm.server.now.getUTCFullYear() + 1)}-02-01`);
    await as(firm.editor).saveLedgerEntries({
      body: { vehicleId: low.fund, entries: [futureEntry], warningsConfirmed: true },
    });
    const valuations = [{ securityId, date: '2020-06-30', fairValue: '120.00' }];
    await as(firm.editor).saveValuations({ body: { vehicleId: low.fund, valuations } });
    const valued = async (end: string) => (await periodAt(low, end)).valued;
    expect(await valued('2020-03-31')).toEqual([{ valuedOn: null, holdings: 1 }]);
    expect(await valued('2020-06-30')).toEqual([{ valuedOn: '2020-06-30', holdings: 1 }]);
    expect(await valued('2020-09-30')).toEqual([{ valuedOn: '2020-06-30', holdings: 1 }]);
    // Each security of a holding counts until it is sold.
    const { id: notes } = await as(firm.editor).saveSecurity({
      body: { vehicleId: low.fund, holdingId: low.holding, class: 'DEBT', name: 'Notes' },
    });
    const lent = { holdingId: low.holding, securityId: notes };
    await enter(low, entry('BUY', '40.00', '2020-05-15', lent));
    const values = async (end: string) => {
      const closings = await as(firm.editor).listClosings({ params: { vehicleId: low.fund } });
      return closings.find(({ periodEnd }) => periodEnd === end)?.steps.find(({ code }) => code === 'VALUES');
    };
    expect(await valued('2020-06-30')).toEqual([{ valuedOn: null, holdings: 1 }]);
    expect(await values('2020-06-30')).toMatchObject({ detail: '0 of 1 holding valued on 06/30/2020' });
    const ofNotes = [{ securityId: notes, date: '2020-06-30', fairValue: '41.00' }];
    await as(firm.editor).saveValuations({ body: { vehicleId: low.fund, valuations: ofNotes } });
    expect(await valued('2020-06-30')).toEqual([{ valuedOn: '2020-06-30', holdings: 1 }]);
    const next = [{ securityId, date: '2020-09-30', fairValue: '125.00' }];
    await as(firm.editor).saveValuations({ body: { vehicleId: low.fund, valuations: next } });
    expect(await valued('2020-09-30')).toEqual([{ valuedOn: '2020-06-30', holdings: 1 }]);
    await enter(low, entry('SELL', '42.00', '2020-08-15', { ...lent, costRelieved: '40.00' }));
    expect(await valued('2020-09-30')).toEqual([{ valuedOn: '2020-09-30', holdings: 1 }]);
    expect(await values('2020-09-30')).toMatchObject({ detail: '1 of 1 holding valued on 09/30/2020' });
    const today = firm.server.now.toISOString().slice(0, 10);
    const [last] = await as(firm.editor).listPeriods({ params: { vehicleId: low.fund } });
    expect(last!.periodEnd > today).toBe(true);
    // Future quarters can't be locked or valued, and the fund's page doesn't open on them.
    expect(
      await refusalCodes(
        as(firm.editor).lockPeriod({
          params: { vehicleId: low.fund, endDate: last!.periodEnd },
          body: { rowVersion: 1, withEarlier: true },
        }),
      ),
    ).toEqual([422, 'QUARTER_NOT_ENDED EndDate']);
    const futureValuations = [{ securityId, date: last!.periodEnd, fairValue: '120.00' }];
    expect(
      await refusalCodes(
        as(firm.editor).saveValuations({ body: { vehicleId: low.fund, valuations: futureValuations } }),
      ),
    ).toEqual([422, 'DATE_TOO_LATE Valuations[0].Date']);
    const dates = await as(firm.editor).listReportingDatesOfFund({ params: { id: low.fund } });
    // A fund with figures isn't late, even in a future quarter.
    expect(dates[0]).toMatchObject({ endDate: last!.periodEnd, isDefault: false, isWhole: true, late: [] });
    expect(dates.find(({ isDefault }) => isDefault)).toBe(dates.find(({ endDate }) => endDate <= today));
    const offered = await as(firm.administrator).listCertifiedDates();
    expect(offered[0]!.endDate <= today).toBe(true);
  });

  it('stays as it is when an entry of a locked quarter is settled later', async () => {
    const elm = await plant('STL');
    await enter(elm, entry('CALL-INV', '100.00', '2020-01-10'), entry('FEE', '10.00', '2020-03-31'));
    const at = { vehicleId: elm.fund, endDate: '2020-03-31' };
    await as(firm.editor).lockPeriod({ params: at, body: { rowVersion: 1 } });
    const state = async () => [
      await figuresAt(elm, '2020-03-31', 'VEHICLE'),
      (await as(firm.editor).listPeriods({ params: at }))[0],
    ];
    const before = await state();
    const list = async () =>
      (await as(firm.editor).listLedgerEntries({ query: { vehicleId: elm.fund, pageSize: 200 } })).pageData;
    const fee = (await list()).find(({ type }) => type === 'FEE')!;
    const settle = (settledOn: string, session = firm.editor) =>
      as(session).settleLedgerEntry({ params: { id: fee.id }, body: { settledOn } });
    expect(await settle('2020-04-15')).toEqual({ id: fee.id, settledOn: '2020-04-15' });
    expect(await state()).toEqual(before);
    expect((await list()).find(({ type }) => type === 'FEE')).toMatchObject({ settledOn: '2020-04-15' });
    expect(await as(firm.editor).getLedgerEntry({ params: { id: fee.id } })).toMatchObject({ settledOn: '2020-04-15' });
    expect(await refusalCodes(settle('2020-04-16'))).toEqual([422, 'ALREADY_SETTLED ']);
    // A reversal cancels the cash on the same date.
    await as(firm.editor).reverseLedgerEntry({ params: { id: fee.id }, body: { reason: 'Wrong amount' } });
    expect((await list()).find(({ reversesId }) => reversesId === fee.id)).toMatchObject({ settledOn: '2020-04-15' });
  });

  it('has, as known earlier, the interest that was not settled by then', async () => {
    const ash = await plant('LIN');
    await enter(
      ash,
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('LINE-DRAW-INV', '50.00', '2020-01-10'),
      entry('EXP-LINE-INT', '5.00', '2020-03-31'),
    );
    const tvpi = async (asKnownOn?: string) => {
      const query = { date: '2020-03-31', subject: ash.fund, figure: 'line.withoutTvpi', asKnownOn };
      return (await as(firm.editor).explainPerformance({ query })).result;
    };
    const before = await tvpi();
    const { rows } = await firm.server.database.worker.query<{ seq: string }>('SELECT max(seq) AS seq FROM activity');
    const { pageData } = await as(firm.editor).listLedgerEntries({ query: { vehicleId: ash.fund } });
    const { id } = pageData.find(({ type }) => type === 'EXP-LINE-INT')!;
    await as(firm.editor).settleLedgerEntry({ params: { id }, body: { settledOn: '2020-03-31' } });
    expect(await tvpi()).not.toBe(before);
    expect(await tvpi(String(rows[0]!.seq))).toBe(before);
  });

  it('can’t be locked after a transfer without value, and needs an acknowledgment if the called part wasn’t transferred [T14, T17]', async () => {
    const oak = await plant('OKT');
    await enter(oak, entry('CALL-INV', '100.00', '2020-01-10'));
    const ids: string[] = [];
    for (const [kind, key] of [
      ['TRANSFER_OUT', 'a'],
      ['TRANSFER_IN', 'b'],
    ] as const) {
      const investorId = oak.investors[key];
      const event = { vehicleId: oak.fund, investorId, kind, date: '2020-02-15', amount: '30.00' };
      ids.push((await as(firm.editor).saveCommitment({ body: event })).id);
    }
    const lock = { rowVersion: 1, acknowledged: ['T14', 'T17'] };
    expect(
      await refusalCodes(
        as(firm.editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: lock }),
      ),
    ).toEqual([422, 'NOT_RECONCILED T14']);
    for (const id of ids)
      await as(firm.editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'It fell through' } });
    // With two buyers on a day, one buyer's value doesn't apply to the other.
    const { a, b, gp } = oak.investors;
    for (const [kind, investorId, amount] of [
      ['TRANSFER_OUT', a, '50.00'],
      ['TRANSFER_IN', b, '30.00'],
      ['TRANSFER_IN', gp, '20.00'],
    ] as const)
      await as(firm.editor).saveCommitment({
        body: { vehicleId: oak.fund, investorId, kind, date: '2020-02-16', amount },
      });
    const commitments = await figuresAt(oak, '2020-03-31', 'COMMITMENT');
    const value = (to: string, amount: string) =>
      entry('TRANSFER', '0.00', '2020-02-16', {
        shares: [
          { commitmentId: commitments.find(({ name }) => name === 'OKT LP-A')!.id, amount: `-${amount}` },
          { commitmentId: commitments.find(({ name }) => name === to)!.id, amount },
        ],
      });
    await enter(oak, value('OKT LP-B', '3.00'));
    expect(
      await refusalCodes(
        as(firm.editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: lock }),
      ),
    ).toEqual([422, 'NOT_RECONCILED T14']);
    await enter(oak, value('OKT GP', '2.00'));
    // The value passed without the called part of the commitment.
    const bare = { rowVersion: 1 };
    expect(
      await refusalCodes(
        as(firm.editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: bare }),
      ),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T17']);
    await as(firm.editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: lock });
  });

  it('needs an acknowledgment if the unfunded amount exceeds the commitment [T15]', async () => {
    const yew = await plant('YEW');
    const recallable = [
      entry('CALL-INV', '100.00', '2020-01-10', { isOutside: true }),
      entry('DIST-ROC', '20.00', '2020-02-10', { isRecallable: true }),
    ];
    const body = { vehicleId: yew.fund, entries: recallable };
    const { status, errors } = await refusal(as(firm.editor).saveLedgerEntries({ body }));
    expect([status, errors]).toEqual([
      422,
      [
        {
          code: 'WARNINGS_NOT_CONFIRMED',
          path: 'Entries[1].Amount',
          message:
            'On 02/10/2020, more could be called again than was paid in of the commitment: YEW GP 2.00 (paid in 0.00), YEW LP-A 12.00 (paid in 0.00), YEW LP-B 6.00 (paid in 0.00). Confirm it to post the entry.',
        },
      ],
    ]);
    await enter(yew, ...recallable);
    // The same entries again, and more distributed than there is.
    expect(await refusalCodes(as(firm.editor).saveLedgerEntries({ body }))).toEqual(
      expect.arrayContaining(['WARNINGS_NOT_CONFIRMED Entries[0].Amount']),
    );
    const lock = (...acknowledged: readonly string[]) => ({ rowVersion: 1, acknowledged });
    expect(
      await refusalCodes(
        as(firm.editor).lockPeriod({ params: { vehicleId: yew.fund, endDate: '2020-03-31' }, body: lock() }),
      ),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T15']);
    const listed = async () =>
      (await as(firm.editor).listPeriods({ params: { vehicleId: yew.fund } })).find(
        ({ periodEnd }) => periodEnd === '2020-03-31',
      );
    const open = { lockedDate: null, lockedBy: null, acknowledged: [] };
    expect(await listed()).toMatchObject({ version: null, ...open });
    await as(firm.editor).lockPeriod({ params: { vehicleId: yew.fund, endDate: '2020-03-31' }, body: lock('T15') });
    expect(await listed()).toMatchObject({
      version: 1,
      lockedDate: firm.server.now.toISOString(),
      lockedBy: expect.stringMatching(/\S/),
      acknowledged: [{ code: 'T15', title: expect.stringContaining('unfunded') }],
    });
    await as(firm.administrator).reopenPeriod({
      params: { vehicleId: yew.fund, endDate: '2020-03-31' },
      body: { rowVersion: 2, reason: 'Again' },
    });
    expect(await listed()).toMatchObject({ version: 1, status: 'OPEN', ...open });
  });

  it('needs an acknowledgment if a transferred commitment has no buyer [T16]', async () => {
    const elm = await plant('OAKT');
    await enter(elm, entry('FEE', '1.00', '2020-01-10'));
    const sold = {
      vehicleId: elm.fund,
      investorId: elm.investors.a,
      kind: 'TRANSFER_OUT',
      date: '2020-02-15',
    } as const;
    await as(firm.editor).saveCommitment({ body: { ...sold, amount: '30.00' } });
    const lock = (...acknowledged: readonly string[]) => ({ rowVersion: 1, acknowledged });
    expect(
      await refusalCodes(
        as(firm.editor).lockPeriod({ params: { vehicleId: elm.fund, endDate: '2020-03-31' }, body: lock() }),
      ),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T16']);
    await as(firm.editor).lockPeriod({ params: { vehicleId: elm.fund, endDate: '2020-03-31' }, body: lock('T16') });
  });

  it('ties out if a whole commitment is transferred in the order of the guide [docs/user/quarter-close.md]', async () => {
    const bee = await plant('BEE');
    await enter(bee, entry('CALL-INV', '100.00', '2020-01-10'));
    const [a, b] = ['BEE LP-A', 'BEE LP-B'].map(
      async (name) =>
        (await figuresAt(bee, '2020-03-31', 'COMMITMENT')).find(({ name: rowName }) => rowName === name)!.id,
    );
    const pass = (kind: CommitmentEvent['kind'], key: 'a' | 'b') =>
      as(firm.editor).saveCommitment({
        body: { vehicleId: bee.fund, investorId: bee.investors[key], kind, date: '2020-02-15', amount: '300.00' },
      });
    // As the form posts it: the full amount to one investor.
    const item = (type: Entry['type'], amount: string, commitmentId: string) =>
      entry(type, amount, '2020-02-15', { allocationKey: 'ONE', shares: [{ commitmentId, amount }] });
    expect((await refusal(pass('TRANSFER_OUT', 'b'))).errors).toMatchObject([{ code: 'UNFUNDED_BELOW_ZERO' }]);
    await pass('TRANSFER_IN', 'a');
    await enter(bee, item('TRANSFER', '-30.00', await b!), item('TRANSFER', '30.00', await a!));
    await enter(bee, item('UNFUNDED', '30.00', await b!), item('UNFUNDED', '-30.00', await a!));
    await pass('TRANSFER_OUT', 'b');
    const [seller] = (await figuresAt(bee, '2020-03-31', 'COMMITMENT')).filter(({ name }) => name === 'BEE LP-B');
    expect(seller).toMatchObject({ nav: '0.00', unfunded: '0.00' });
    await as(firm.editor).lockPeriod({
      params: { vehicleId: bee.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
  });

  it('can’t be locked while reversed carry exceeds accrued and earned carry [T13]', async () => {
    const ivy = await plant('IVY');
    await enter(ivy, entry('CALL-INV', '100.00', '2020-01-10'), entry('CARRY-EARNED', '-10.00', '2020-01-10'));
    const lock = () =>
      refusalCodes(
        as(firm.editor).lockPeriod({
          params: { vehicleId: ivy.fund, endDate: '2020-03-31' },
          body: { rowVersion: 1, acknowledged: ['T13'] },
        }),
      );
    expect(await lock()).toEqual([422, 'NOT_RECONCILED T13']);
    await enter(ivy, entry('CARRY-ACCRUED', '10.00', '2020-01-10'));
    await as(firm.editor).lockPeriod({
      params: { vehicleId: ivy.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
  });

  it('is locked in order, accepts no more entries, and books late entries in the next open quarter [PERIOD_LOCKED]', async () => {
    const bay = await plant('BAY');
    await enter(bay, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '100.00', '2020-05-01'));
    const lock = (endDate: string, more: { readonly withEarlier?: boolean } = {}) =>
      as(firm.editor).lockPeriod({ params: { vehicleId: bay.fund, endDate }, body: { rowVersion: 1, ...more } });
    expect((await refusal(lock('2020-06-30'))).status).toBe(409);
    expect(await lock('2020-03-31')).toMatchObject({ status: 'LOCKED', version: 1, rowVersion: 2 });
    expect((await refusal(lock('2020-03-31'))).status).toBe(409);
    const locked = (await periodAt(bay, '2020-03-31')).figures;
    expect(
      await refusalCodes(
        as(firm.editor).saveLedgerEntries({
          body: {
            vehicleId: bay.fund,
            entries: [entry('FEE', '5.00', '2020-02-01', { bookedPeriod: '2020-03-31' })],
          },
        }),
      ),
    ).toEqual([422, 'PERIOD_LOCKED Entries[0].BookedPeriod']);
    const [late] = await enter(bay, entry('FEE', '5.00', '2020-02-01'));
    expect(late).toMatchObject({ bookedPeriod: '2020-06-30', isLate: true });
    expect((await periodAt(bay, '2020-03-31')).figures).toEqual(locked);
    expect((await figuresAt(bay, '2020-06-30', 'VEHICLE'))[0]!.nav).toBe('195.00');
    await enter(bay, entry('FEE', '1.00', '2020-12-01'));
    expect(await lock('2020-12-31', { withEarlier: true })).toMatchObject({ status: 'LOCKED', version: 1 });
    const periods = await as(firm.editor).listPeriods({ params: { vehicleId: bay.fund } });
    expect(periods.map(({ periodEnd, status, version }) => `${periodEnd} ${status} ${version}`)).toEqual([
      '2020-12-31 LOCKED 1',
      '2020-09-30 LOCKED 1',
      '2020-06-30 LOCKED 1',
      '2020-03-31 LOCKED 1',
    ]);
  });

  it('can’t be locked if its figures have changed since they were confirmed', async () => {
    const oak = await plant('OWL');
    await enter(oak, entry('CALL-INV', '100.00', '2020-02-01'));
    const confirmed = await periodAt(oak, '2020-03-31');
    await enter(oak, entry('FEE', '5.00', '2020-03-01'));
    const lock = (figuresDigest: string) =>
      as(firm.editor).lockPeriod({
        params: { vehicleId: oak.fund, endDate: '2020-03-31' },
        body: { rowVersion: 1, figuresDigest },
      });
    expect(await refusal(lock(confirmed.figuresDigest))).toMatchObject({
      status: 409,
      errors: [
        {
          path: 'FiguresDigest',
          code: 'CONFLICT',
          message:
            'The figures of the quarter ending 03/31/2020 have changed since you opened them. The NAV is now 95.00 EUR. Review them again.',
        },
      ],
    });
    const now = await periodAt(oak, '2020-03-31');
    expect(now).toMatchObject({ status: 'OPEN', version: null });
    expect(await lock(now.figuresDigest)).toMatchObject({ status: 'LOCKED', version: 1 });
    // The figures of a locked quarter are the confirmed ones.
    expect((await periodAt(oak, '2020-03-31')).figuresDigest).toBe(now.figuresDigest);
  });

  it('has figures without entries of its own if a later quarter has entries', async () => {
    const gap = await plant('GAP');
    await enter(gap, entry('CALL-INV', '100.00', '2020-02-01'));
    await enter(gap, entry('FEE', '5.00', '2020-11-30'));
    const ends = (await as(firm.editor).listPeriods({ params: { vehicleId: gap.fund } })).map(
      ({ periodEnd }) => periodEnd,
    );
    expect(ends).toEqual(['2020-12-31', '2020-09-30', '2020-06-30', '2020-03-31']);
    const navs = await Promise.all(ends.map(async (end) => (await figuresAt(gap, end, 'VEHICLE'))[0]!.nav));
    expect(navs).toEqual(['95.00', '100.00', '100.00', '100.00']);
    const listed = await as(firm.editor).listVehicles({ query: { endDate: '2020-06-30', pageSize: '100' } });
    // The share of the 900 of 1,000 that pay fees.
    expect(listed.pageData.find(({ fundId }) => fundId === gap.fund)?.nav).toBe('90.00');
  });
});
