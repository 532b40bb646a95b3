import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { entry, openLedgerFirm } from '../../../testing/ledgerFirm.ts';
import { referenceOnce } from '../../../testing/plantedVehicle.ts';
import { refusal, refusalCodes } from '../../../testing/testClient.ts';

const firm = openLedgerFirm();
const { as, enter, figuresAt, periodAt, plant } = firm;

describe('the ledger of a vehicle', () => {
  it('updates the figures of the vehicle, its holdings, commitments and investors with each write', async () => {
    const oak = await plant('OAK');
    const security = await as(firm.editor).saveSecurity({
      body: {
        vehicleId: oak.fund,
        holdingId: oak.holding,
        class: 'EQUITY',
        name: 'Common',
      },
    });
    const traded = { holdingId: oak.holding, securityId: security.id };
    const notice = await as(firm.editor).saveNotice({
      body: {
        vehicleId: oak.fund,
        kind: 'CALL',
        issueDate: '2020-01-02',
        dueDate: '2020-01-10',
      },
    });
    expect(notice.number).toBe(1);
    const entered = await enter(
      oak,
      entry('CALL-INV', '400.00', '2020-01-10', { noticeId: notice.id }),
      entry('BUY', '400.00', '2020-01-15', traded),
      entry('SELL', '150.00', '2021-05-01', { ...traded, costRelieved: '100.00' }),
      entry('DIST-ROC', '100.00', '2021-05-03', { isRecallable: true }),
      entry('CARRY-EARNED', '10.00', '2021-05-03'),
      entry('CARRY-PAID', '6.00', '2021-05-03'),
    );
    expect(entered.map(({ bookedPeriod, isLate }) => [bookedPeriod, isLate])).toEqual([
      ['2020-03-31', false],
      ['2020-03-31', false],
      ['2021-06-30', false],
      ['2021-06-30', false],
      ['2021-06-30', false],
      ['2021-06-30', false],
    ]);
    await as(firm.editor).saveValuations({
      body: {
        vehicleId: oak.fund,
        valuations: [{ securityId: security.id, date: '2021-06-30', fairValue: '390.00' }],
      },
    });
    // The figures of the documentation page about the ledger, docs/calculations/vehicle-ledger.md.
    const [vehicle] = await figuresAt(oak, '2021-06-30', 'VEHICLE');
    expect(vehicle).toMatchObject({
      commitment: '1000.00',
      contributions: '400.00',
      distributions: '106.00',
      unfunded: '700.00',
      nav: '434.00',
      fairValue: '390.00',
      irr: '21.3924918606',
      grossIrr: '23.694566526',
      tvpi: '1.32222222222',
      notDetermined: [],
    });
    const [holding] = await figuresAt(oak, '2021-06-30', 'HOLDING');
    expect([holding!.name, holding!.fairValue]).toEqual(['OAK Steel', '390.00']);
    const commitments = await figuresAt(oak, '2021-06-30', 'COMMITMENT');
    expect(commitments.map(({ name, nav }) => [name, nav])).toEqual([
      ['OAK GP', '48.00'],
      ['OAK LP-A', '257.33'],
      ['OAK LP-B', '128.67'],
    ]);
    const investors = await figuresAt(oak, '2021-06-30', 'INVESTOR');
    expect(investors.map(({ nav, irr }) => [nav, irr])).toEqual(commitments.map(({ nav, irr }) => [nav, irr]));
    const [listed] = await as(firm.editor).listNotices({ query: { vehicleId: oak.fund } });
    expect(listed).toMatchObject({ amount: '400.00', number: 1 });
    const read = await as(firm.editor).getLedgerEntry({ params: { id: entered[4]!.id } });
    expect([read.typeTitle, read.shares.map(({ amount, isMirror }) => [amount, isMirror])]).toEqual([
      'Carried interest earned',
      [
        ['6.67', false],
        ['3.33', false],
        ['-10.00', true],
      ],
    ]);
    const page = await as(firm.editor).listLedgerEntries({
      query: { vehicleId: oak.fund, sortColumn: 'Amount', sortAsc: 'true' },
    });
    expect([page.totalItemCount, page.pageData[0]!.type]).toEqual([6, 'CARRY-PAID']);
    const stored = await as(firm.editor).listCommitments({ query: { vehicleId: oak.fund } });
    expect(stored.map(({ amount, unfunded }) => [amount, unfunded])).toEqual([
      ['100.00', '70.00'],
      ['600.00', '420.00'],
      ['300.00', '210.00'],
    ]);
  });

  it('restores every figure after a reversal, and refuses to reverse an entry twice', async () => {
    const elm = await plant('ELMT');
    await enter(elm, entry('CALL-INV', '100.00', '2020-02-01'), entry('FEE', '7.00', '2020-03-31'));
    const before = (await periodAt(elm, '2020-03-31')).figures;
    const [fee] = await enter(elm, entry('FEE', '13.00', '2020-03-31'));
    expect((await periodAt(elm, '2020-03-31')).figures).not.toEqual(before);
    const reversal = await as(firm.editor).reverseLedgerEntry({
      params: { id: fee!.id },
      body: { reason: 'Charged twice' },
    });
    expect(reversal.bookedPeriod).toBe('2020-03-31');
    expect((await periodAt(elm, '2020-03-31')).figures).toEqual(before);
    expect(
      await refusalCodes(as(firm.editor).reverseLedgerEntry({ params: { id: fee!.id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'ALREADY_REVERSED ']);
    expect(
      await refusalCodes(
        as(firm.editor).reverseLedgerEntry({ params: { id: reversal.id }, body: { reason: 'Again' } }),
      ),
    ).toEqual([422, 'REVERSAL_FIXED ']);
  });

  it('removes the quarters that an entry opened by mistake, once it is reversed', async () => {
    const fir = await plant('FIRTREE');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'));
    const quarters = async () =>
      (await as(firm.editor).listPeriods({ params: { vehicleId: fir.fund } })).map(({ periodEnd }) => periodEnd);
    expect(await quarters()).toEqual(['2020-03-31']);
    const year = firm.server.now.getUTCFullYear() + 1;
    const fee = entry('FEE', '10.00', `${String(year)}-12-31`, { settledOn: `${String(year)}-12-31` });
    const post = (more: Partial<typeof fee>, warningsConfirmed: boolean) =>
      as(firm.editor).saveLedgerEntries({
        body: { vehicleId: fir.fund, entries: [{ ...fee, ...more }], warningsConfirmed },
      });
    expect(await refusalCodes(post({}, true))).toEqual([422, 'DATE_TOO_LATE Entries[0].SettledOn']);
    expect(await refusalCodes(post({ settledOn: null }, false))).toEqual([
      422,
      'WARNINGS_NOT_CONFIRMED Entries[0].EffectiveDate',
    ]);
    const [posted] = await post({ settledOn: null }, true);
    expect((await quarters()).length).toBeGreaterThan(20);
    await as(firm.editor).reverseLedgerEntry({ params: { id: posted!.id }, body: { reason: 'A typo in the year' } });
    expect(await quarters()).toEqual(['2020-03-31']);
  });

  it('asks about a share or transferred value that is far above the net asset value or commitment of its partner', async () => {
    const oak = await plant('SHARED');
    await enter(oak, entry('CALL-INV', '100.00', '2020-02-01'));
    const commitments = await as(firm.editor).listCommitments({ query: { vehicleId: oak.fund } });
    const share = (key: 'a' | 'b', amount: string) => ({
      commitmentId: commitments.find(({ investor }) => investor.id === oak.investors[key])!.id,
      amount,
    });
    const post = (warningsConfirmed: boolean, ...entries: Parameters<typeof entry>[]) =>
      as(firm.editor).saveLedgerEntries({
        body: { vehicleId: oak.fund, entries: entries.map((parts) => entry(...parts)), warningsConfirmed },
      });
    // The values are those of the quarter end before.
    const fee = (amount: string) => ['FEE', amount, '2020-04-15', { shares: [share('b', amount)] }] as const;
    const transfer = [
      'TRANSFER',
      '0.00',
      '2020-04-15',
      { shares: [share('a', '-600.01'), share('b', '600.01')] },
    ] as const;
    const warnings = async (...entries: Parameters<typeof entry>[]) =>
      (await refusal(post(false, ...entries))).errors.map(({ code, path, message }) => [code, path, message]);
    const text = 'Confirm it to post the entry.';
    expect(await warnings([...fee('30.01')])).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'Entries[0].Amount',
        `The cost is above a tenth of a partner’s commitment and leaves its net asset value negative: SHARED LP-B 30.01 (commitment 300.00, net asset value (0.01)). ${text}`,
      ],
    ]);
    expect(await warnings([...fee('30.00')], [...transfer])).toEqual([
      [
        'WARNINGS_NOT_CONFIRMED',
        'Entries[1].Amount',
        `The value is 600.01, more than ten times 60.00, the net asset value of SHARED LP-A. ${text}`,
      ],
    ]);
    expect(await post(true, [...fee('30.01')], [...transfer])).toHaveLength(2);
  });

  it('accepts notices up to the last quarter end that can be entered, checks their kind against entries, and deletes those without entries', async () => {
    const elm = await plant('EWE');
    const input = { vehicleId: elm.fund, issueDate: '2020-01-02', dueDate: '2020-02-01' };
    expect(
      await refusalCodes(as(firm.editor).saveNotice({ body: { ...input, kind: 'CALL', dueDate: '2199-11-30' } })),
    ).toEqual([422, 'DATE_TOO_LATE DueDate']);
    const [call, paid] = [
      await as(firm.editor).saveNotice({ body: { ...input, kind: 'CALL' } }),
      await as(firm.editor).saveNotice({ body: { ...input, kind: 'DISTRIBUTION' } }),
    ];
    const named = {
      vehicleId: elm.fund,
      entries: [entry('CALL-INV', '10.00', '2020-02-01', { noticeId: paid.id })],
    } as const;
    const wrong = await refusal(as(firm.editor).saveLedgerEntries({ body: named }));
    expect(wrong.errors.map(({ message }) => message)).toEqual([
      "This is a distribution notice. Entries of type 'Capital call: investments' need a call notice.",
    ]);
    await enter(elm, entry('CALL-INV', '10.00', '2020-02-01', { noticeId: call.id }));
    const listed = await as(firm.editor).listLedgerEntries({ query: { vehicleId: elm.fund } });
    expect(listed.pageData).toMatchObject([
      { noticeNumber: 1, isLate: false, isRecallable: false, allocationKey: 'COMMITMENT', createdBy: 'Ada Example' },
    ]);
    const remove = (id: string) => as(firm.editor).deleteNotice({ params: { vehicleId: elm.fund, noticeId: id } });
    expect((await refusal(remove(call.id))).status).toBe(422);
    await remove(paid.id);
    expect((await refusal(remove(paid.id))).status).toBe(404);
    expect((await as(firm.editor).listNotices({ query: { vehicleId: elm.fund } })).map(({ id }) => id)).toEqual([
      call.id,
    ]);
  });

  it('refuses a whole write and reports every reason at its entry', async () => {
    const ash = await plant('ASH');
    const wrong = {
      vehicleId: ash.fund,
      entries: [
        entry('CALL-INV', '10.00', '2020-02-01'),
        entry('FEE', '-5.00', '2020-02-01'),
        entry('BUY', '5.00', '2020-02-01'),
        entry('CALL-INV', '900000.00', '2020-02-01'),
        entry('CALL-INV', '5.00', '2020-02-01', { noticeId: ash.fund }),
      ],
    } as const;
    expect(await refusalCodes(as(firm.editor).saveLedgerEntries({ body: wrong }))).toEqual([
      404,
      // Together they call more than the unfunded amount, in either order.
      'UNFUNDED_BELOW_ZERO Entries[0].Amount',
      'NEGATIVE_AMOUNT Entries[1].Amount',
      'REQUIRED Entries[2].HoldingId',
      'REQUIRED Entries[2].SecurityId',
      'UNFUNDED_BELOW_ZERO Entries[3].Amount',
      'NOT_FOUND Entries[4].NoticeId',
    ]);
    // Each quarter until then would get figures.
    expect(
      await refusalCodes(
        as(firm.editor).saveLedgerEntries({
          body: { vehicleId: ash.fund, entries: [entry('FEE', '1.00', '2199-12-31')] },
        }),
      ),
    ).toEqual([422, 'DATE_TOO_LATE Entries[0].EffectiveDate']);
    const release = (investorId: string, amount: string) =>
      ({
        investorId,
        kind: 'RELEASE',
        date: '2020-03-01',
        amount,
      }) as const;
    const commitments = [release(ash.investors.a, '600.00'), release(ash.investors.a, '0.01')] as const;
    expect(await refusalCodes(as(firm.editor).saveCommitments({ body: { vehicleId: ash.fund, commitments } }))).toEqual(
      [422, 'UNFUNDED_BELOW_ZERO Commitments[1].Amount'],
    );
    const stored = await as(firm.editor).listCommitments({ query: { vehicleId: ash.fund } });
    expect(stored.map(({ events }) => events.length)).toEqual([1, 1, 1]);
    const page = await as(firm.editor).listLedgerEntries({ query: { vehicleId: ash.fund } });
    expect(page.totalItemCount).toBe(0);
    expect(
      await refusalCodes(
        as(firm.editor).saveCommitment({
          body: {
            vehicleId: ash.fund,
            investorId: ash.investors.a,
            kind: 'RELEASE',
            date: '2020-02-01',
            amount: '600.01',
          },
        }),
      ),
    ).toEqual([422, 'UNFUNDED_BELOW_ZERO Amount']);
  });

  it('runs concurrent writes one after another and checks the second against the first', async () => {
    const yew = await plant('YWT');
    const call = (amount: string) => enter(yew, entry('CALL-INV', amount, '2020-02-01'));
    await Promise.all([call('300.00'), call('500.00')]);
    const [vehicle] = await figuresAt(yew, '2020-03-31', 'VEHICLE');
    expect([vehicle!.contributions, vehicle!.unfunded]).toEqual(['800.00', '200.00']);
    const above = await Promise.allSettled([call('150.00'), call('150.00')]);
    expect(above.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('accepts types of the class of a security and methods of valuation, and names a field with any other entry', async () => {
    const tin = await plant('TIN');
    const [debt, equity, method] = await Promise.all(
      [
        ['debt-type', 'SENIOR'],
        ['equity-type', 'COMMON'],
        ['valuation-method', 'MARKET'],
      ].map(([type, code]) => referenceOnce(firm.server, firm.tenantId, type!, code!)),
    );
    const security = { vehicleId: tin.fund, holdingId: tin.holding, class: 'DEBT', name: 'Loan' } as const;
    expect(await refusalCodes(as(firm.editor).saveSecurity({ body: { ...security, typeId: equity } }))).toEqual([
      404,
      'NOT_FOUND TypeId',
    ]);
    const { id } = await as(firm.editor).saveSecurity({ body: { ...security, typeId: debt } });
    const value = { securityId: id, date: '2020-03-31', fairValue: '1.00' };
    const by = (methodId: string | undefined) => ({ vehicleId: tin.fund, valuations: [{ ...value, methodId }] });
    expect(await refusalCodes(as(firm.editor).saveValuations({ body: by(debt) }))).toEqual([
      404,
      'NOT_FOUND Valuations[0].MethodId',
    ]);
    await as(firm.editor).saveValuations({ body: by(method) });
  });
});

describe('the ledger of a firm', () => {
  it('can’t be read or written by another firm', async () => {
    const own = await plant('GUM');
    const [call] = await enter(own, entry('CALL-INV', '100.00', '2020-02-01'));
    const other = await firm.server.tenant();
    const stranger = await firm.server.person(other, { performance: 'administrator' });
    const foreign = as(stranger);
    const refusals = await Promise.all(
      [
        foreign.getLedgerEntry({ params: { id: call!.id } }),
        foreign.getPeriod({ params: { vehicleId: own.fund, endDate: '2020-03-31' } }),
        foreign.listCommitments({ query: { vehicleId: own.fund } }),
        foreign.saveLedgerEntries({ body: { vehicleId: own.fund, entries: [entry('FEE', '1.00', '2020-02-01')] } }),
      ].map(refusal),
    );
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const visible = await firm.server.withTenant(
      { tenantId: other, personId: null, now: firm.server.now.toISOString() },
      (tx) =>
        tx.query<{ n: number }>(
          'SELECT count(*) AS n FROM ledger_share UNION ALL SELECT count(*) FROM period_figure UNION ALL SELECT count(*) FROM commitment',
        ),
    );
    expect(visible.map(({ n }) => n)).toEqual([0, 0, 0]);
  });

  it('is read by viewers and written by editors', async () => {
    const viewer = await firm.server.person(firm.tenantId, { performance: 'viewer' });
    const carry = await firm.server.person(firm.tenantId, { carry: 'administrator' });
    const pin = await plant('PIN');
    const body = { vehicleId: pin.fund, entries: [entry('CALL-INV', '1.00', '2020-02-01')] };
    expect(await refusal(as(viewer).saveLedgerEntries({ body }))).toMatchObject({
      status: 403,
      message: 'You don’t have permission to do this. You need the Editor role in Performance.',
    });
    await as(viewer).getPeriod({ params: { vehicleId: pin.fund, endDate: '2020-03-31' } });
    expect(
      (await refusal(as(carry).getPeriod({ params: { vehicleId: pin.fund, endDate: '2020-03-31' } }))).status,
    ).toBe(403);
  });

  it('passes the audit, which reports a share that was changed in the database', async () => {
    const rue = await plant('RUE');
    const [call] = await enter(rue, entry('CALL-INV', '100.00', '2020-02-01'), entry('FEE', '3.00', '2020-05-01'));
    await as(firm.editor).lockPeriod({
      params: { vehicleId: rue.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
    const findings = () =>
      firm.server.withTenant(
        { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, firm.server.auditKey)).findings
            .map(({ location, description: subject }) => `${location.join(' / ')}: ${subject}`)
            .filter((text) => !text.startsWith('reference /')),
      );
    expect(await findings()).toEqual([]);
    const admin = new pg.Client({ connectionString: firm.server.database.adminUrl });
    await admin.connect();
    // Forges figures of a locked quarter, of an open one, and of an investor over all vehicles, as lists and reports
    // read them.
    const forged = async (set: string, where: string) => {
      const change = `UPDATE period_figure SET ${set} WHERE tenant_id = $1 AND ${where}`;
      const { rowCount } = await admin.query(change, [firm.tenantId]);
      const found = await findings();
      await admin.query(change.replace('+', '-'), [firm.tenantId]);
      return [(rowCount ?? 0) > 0, found];
    };
    const ofFund = `vehicle_id = '${rue.fund}' AND subject = 'VEHICLE'`;
    expect(await forged('nav = nav + 1', `${ofFund} AND period_end = '2020-03-31'`)).toEqual([
      true,
      ['quarter 2020-03-31 of RUE Fund / RUE Fund: NAV'],
    ]);
    expect(await forged('dpi = dpi + 1', `${ofFund} AND period_end = '2020-06-30'`)).toEqual([
      true,
      ['quarter 2020-06-30 of RUE Fund / RUE Fund: DPI'],
    ]);
    const ofInvestor = `subject = 'INVESTOR' AND subject_id = '${rue.investors.a}' AND period_end = '2020-06-30'`;
    expect(await forged('contributions = contributions + 1', ofInvestor)).toEqual([
      true,
      ['quarter 2020-06-30 / in EUR / RUE LP-A: Contributions'],
    ]);
    expect(await findings()).toEqual([]);
    await admin.query('UPDATE ledger_share SET amount = amount + 1 WHERE tenant_id = $1 AND entry_id = $2', [
      firm.tenantId,
      call!.id,
    ]);
    expect(await findings()).not.toEqual([]);
    await admin.end();
  });
});
