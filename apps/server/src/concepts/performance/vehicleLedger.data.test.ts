import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { listTasks } from '@carrara/adapters/postgres/platform/task/tasks';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { decimal, zero } from '@carrara/domain/kernel';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renewFigures } from '../../jobs/renewFigures.ts';
import { type AnswerOf, type BodyOf, refusal, refusalCodes } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];
type Reported = BodyOf<'saveReported'>['figures'][number];
type CommitmentEvent = BodyOf<'saveCommitment'>;
type FundPatch = Partial<BodyOf<'saveFund'>>;

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let editor: TestPerson;
let administrator: TestPerson;

/** Reads a file. The address starts below the area. */
const file = (by: TestPerson, path: string, tenant = tenantId) =>
  server.call(by.token, tenant, { method: 'GET', url: `/api/performance/${path}` });

interface Planted {
  readonly tenant: string;
  readonly by: TestPerson;
  readonly fund: string;
  readonly holding: string;
  readonly investors: Readonly<Record<'a' | 'b' | 'gp', string>>;
}

/** Reference entries, one per code and firm. */
const entries = new Map<string, Promise<string>>();
function reference(tenant: string, type: string, code: string): Promise<string> {
  const key = `${tenant} ${type} ${code}`;
  const id = entries.get(key) ?? server.referenceEntry(tenant, type, code);
  entries.set(key, id);
  return id;
}

/** Creates a fund with a holding, two investors and its general partner, who committed 600, 300 and 100. */
async function plant(
  name: string,
  tenant = tenantId,
  by = editor,
  among?: Planted,
  more: FundPatch = {},
): Promise<Planted> {
  const currency = { id: await reference(tenant, 'currency', 'EUR') };
  const owner = await server.person(tenant, { carry: 'administrator', performance: 'administrator' });
  const { id: fund } = await as(owner).saveFund({ body: { code: name, legalName: `${name} Fund`, currency, ...more } });
  const { id: investment } = await as(owner).saveInvestment({
    body: {
      code: `${name}-S`,
      name: `${name} Steel`,
      legalName: `${name} Steel`,
      fundInvestments: [{ fund: { id: fund } }],
    },
  });
  const [row] = await server.withTenant({ tenantId: tenant, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenant,
      investment,
    ]),
  );
  const investor = async (code: string, kind: string) => {
    const type = { id: await reference(tenant, 'investor-type', kind) };
    return (await as(owner).saveInvestor({ body: { code: `${name}-${code}`, name: `${name} ${code}`, type } })).id;
  };
  const investors = among?.investors ?? {
    a: await investor('LP-A', 'INVESTOR'),
    b: await investor('LP-B', 'INVESTOR'),
    gp: await investor('GP', 'GP'),
  };
  const close = (key: keyof typeof investors, amount: string, more: Partial<CommitmentEvent> = {}) =>
    ({
      investorId: investors[key],
      kind: 'CLOSE',
      date: '2020-01-01',
      amount,
      ...more,
    }) as const;
  const commitments = [close('a', '600.00'), close('b', '300.00'), close('gp', '100.00', { paysFee: false })] as const;
  await as(by, tenant).saveCommitments({ body: { vehicleId: fund, commitments } });
  return { tenant, by, fund, holding: row!.id, investors };
}

const entry = (type: Entry['type'], amount: string, effectiveDate: string, more: Partial<Entry> = {}): Entry => ({
  type,
  amount,
  effectiveDate,
  ...more,
});
const enter = ({ fund, by, tenant }: Planted, ...entries: readonly Entry[]) =>
  as(by, tenant).saveLedgerEntries({ body: { vehicleId: fund, entries } });
const periodAt = ({ fund }: Planted, end: string) =>
  as(editor).getPeriod({ params: { vehicleId: fund, endDate: end } });
const figuresAt = async (planted: Planted, end: string, subject: string) =>
  (await periodAt(planted, end)).figures.filter(({ subject: rowSubject }) => rowSubject === subject);

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  administrator = await server.person(tenantId, { performance: 'administrator' });
});
afterAll(() => server.stop());

describe('the ledger of a vehicle', () => {
  it('updates the figures of the vehicle, its holdings, commitments and investors with each write', async () => {
    const oak = await plant('OAK');
    const security = await as(editor).saveSecurity({
      body: {
        vehicleId: oak.fund,
        holdingId: oak.holding,
        class: 'EQUITY',
        name: 'Common',
      },
    });
    const traded = { holdingId: oak.holding, securityId: security.id };
    const notice = await as(editor).saveNotice({
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
    await as(editor).saveValuations({
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
    const [listed] = await as(editor).listNotices({ query: { vehicleId: oak.fund } });
    expect(listed).toMatchObject({ amount: '400.00', number: 1 });
    const read = await as(editor).getLedgerEntry({ params: { id: entered[4]!.id } });
    expect([read.typeTitle, read.shares.map(({ amount, isMirror }) => [amount, isMirror])]).toEqual([
      'Carried interest earned',
      [
        ['6.67', false],
        ['3.33', false],
        ['-10.00', true],
      ],
    ]);
    const page = await as(editor).listLedgerEntries({
      query: { vehicleId: oak.fund, sortColumn: 'Amount', sortAsc: 'true' },
    });
    expect([page.totalItemCount, page.pageData[0]!.type]).toEqual([6, 'CARRY-PAID']);
    const stored = await as(editor).listCommitments({ query: { vehicleId: oak.fund } });
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
    const reversal = await as(editor).reverseLedgerEntry({
      params: { id: fee!.id },
      body: { reason: 'Charged twice' },
    });
    expect(reversal.bookedPeriod).toBe('2020-03-31');
    expect((await periodAt(elm, '2020-03-31')).figures).toEqual(before);
    expect(
      await refusalCodes(as(editor).reverseLedgerEntry({ params: { id: fee!.id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'ALREADY_REVERSED ']);
    expect(
      await refusalCodes(as(editor).reverseLedgerEntry({ params: { id: reversal.id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'REVERSAL_FIXED ']);
  });

  it('reverses a change of a commitment once', async () => {
    const oar = await plant('OAR');
    await enter(oar, entry('CALL-INV', '900.00', '2020-02-01'));
    const before = (await periodAt(oar, '2020-03-31')).figures;
    const more = {
      vehicleId: oar.fund,
      investorId: oar.investors.a,
      kind: 'INCREASE',
      date: '2020-02-01',
      amount: '50.00',
    } as const;
    const { id } = await as(editor).saveCommitment({ body: more });
    expect((await periodAt(oar, '2020-03-31')).figures).not.toEqual(before);
    await as(editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'Entered twice' } });
    expect((await periodAt(oar, '2020-03-31')).figures).toEqual(before);
    const [of] = (await as(editor).listCommitments({ query: { vehicleId: oar.fund } })).filter(
      ({ investor }) => investor.id === oar.investors.a,
    );
    const reversal = of!.events.find(({ reversesId }) => reversesId === id)!;
    expect(
      await refusalCodes(as(editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'ALREADY_REVERSED ']);
    expect(
      await refusalCodes(as(editor).reverseCommitmentEvent({ params: { id: reversal.id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'REVERSAL_FIXED ']);
    // A commitment can't be reversed below the amounts called.
    const close = of!.events.find(({ kind }) => kind === 'CLOSE')!;
    expect(
      await refusalCodes(as(editor).reverseCommitmentEvent({ params: { id: close.id }, body: { reason: 'Wrong' } })),
    ).toEqual([422, 'UNFUNDED_BELOW_ZERO Amount']);
  });

  it('marks the returns of buyer and seller of a commitment as partial until the transfer is reversed [M9]', async () => {
    const fir = await plant('MOV');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '50.00', '2020-05-01'));
    const moved = (kind: CommitmentEvent['kind'], key: keyof Planted['investors']) =>
      as(editor).saveCommitment({
        body: {
          vehicleId: fir.fund,
          investorId: fir.investors[key],
          kind,
          date: '2020-04-15',
          amount: '30.00',
        },
      });
    const [out, into] = [await moved('TRANSFER_OUT', 'a'), await moved('TRANSFER_IN', 'b')];
    // The call of 05/01/2020 stays split by the earlier shares. The preview, the response and the stored change report it.
    const split =
      '1 entry dated 05/01/2020 is already divided by the shares from before this transfer: 1 × Capital call: investments, 50.00. ';
    const previewed = (date: string) =>
      as(editor)
        .previewTransfer({ query: { vehicleId: fir.fund, investorId: fir.investors.a, kind: 'TRANSFER_OUT', date } })
        .then((found) => found?.message);
    expect(await previewed('2020-04-15')).toContain(`${split}It stays as entered`);
    expect(await previewed('2020-04-15')).toContain('Otherwise date the transfer 05/02/2020 or later.');
    expect(await previewed('2020-05-02')).toBeUndefined();
    expect([out, into].map((saved) => saved.splitBefore?.message)).toEqual([
      expect.stringContaining(split),
      expect.stringContaining(split),
    ]);
    const stays = async () =>
      (await as(editor).listCommitments({ query: { vehicleId: fir.fund } })).flatMap(({ events }) =>
        events.flatMap(({ splitBefore }) => splitBefore?.message ?? []),
      );
    expect(await stays()).toEqual([expect.stringContaining(split), expect.stringContaining(split)]);
    const { a, b, gp } = fir.investors;
    const marked = (rows: readonly { readonly investorId: string; readonly irrPartial: boolean }[]) =>
      [a, b, gp].map((id) => rows.find(({ investorId }) => investorId === id)?.irrPartial);
    const ofFund = async (endDate: string) =>
      marked((await as(editor).listFundInvestors({ params: { id: fir.fund, endDate } })).pageData);
    expect(await ofFund('2020-03-31')).toEqual([false, false, false]);
    expect(await ofFund('2020-06-30')).toEqual([true, true, false]);
    const { pageData } = await as(editor).listInvestorFigures({
      query: { type: 'ALL', endDate: '2020-06-30', pageSize: 200 },
    });
    expect(marked(pageData)).toEqual([true, true, false]);

    const report = await as(editor).reportInvestorIrrs({ query: { endDate: '2020-06-30', fundId: fir.fund } });
    expect(
      report.pageData
        .filter(({ irrPartial }) => irrPartial)
        .map(({ investor }) => (investor as { id: string }).id)
        .sort(),
    ).toEqual([a, b].sort());
    const [held] = await as(editor).listInvestorFundsByPeriod({ params: { id: a, date: '2020-06-30' } });
    expect(held?.irrPartial).toBe(true);
    const { byCurrency } = await as(editor).getInvestorProfile({ params: { id: a }, query: { endDate: '2020-06-30' } });
    expect(byCurrency.map(({ irrPartial }) => irrPartial)).toEqual([true]);
    for (const { id } of [into, out])
      await as(editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'It fell through' } });
    expect(await ofFund('2020-06-30')).toEqual([false, false, false]);
    expect(await stays()).toEqual([]);
  });

  it('accepts notices up to the last quarter end that can be entered, checks their kind against entries, and deletes those without entries', async () => {
    const elm = await plant('EWE');
    const input = { vehicleId: elm.fund, issueDate: '2020-01-02', dueDate: '2020-02-01' };
    expect(
      await refusalCodes(as(editor).saveNotice({ body: { ...input, kind: 'CALL', dueDate: '2199-11-30' } })),
    ).toEqual([422, 'DATE_TOO_LATE DueDate']);
    const [call, paid] = [
      await as(editor).saveNotice({ body: { ...input, kind: 'CALL' } }),
      await as(editor).saveNotice({ body: { ...input, kind: 'DISTRIBUTION' } }),
    ];
    const named = {
      vehicleId: elm.fund,
      entries: [entry('CALL-INV', '10.00', '2020-02-01', { noticeId: paid.id })],
    } as const;
    const wrong = await refusal(as(editor).saveLedgerEntries({ body: named }));
    expect(wrong.errors.map(({ message }) => message)).toEqual([
      "Notice: this is a distribution notice. Entries of type 'Capital call: investments' need a call notice.",
    ]);
    await enter(elm, entry('CALL-INV', '10.00', '2020-02-01', { noticeId: call.id }));
    const listed = await as(editor).listLedgerEntries({ query: { vehicleId: elm.fund } });
    expect(listed.pageData).toMatchObject([
      { noticeNumber: 1, isLate: false, isRecallable: false, allocationKey: 'COMMITMENT', createdBy: 'Ada Example' },
    ]);
    const remove = (id: string) => as(editor).deleteNotice({ params: { vehicleId: elm.fund, noticeId: id } });
    expect((await refusal(remove(call.id))).status).toBe(422);
    await remove(paid.id);
    expect((await refusal(remove(paid.id))).status).toBe(404);
    expect((await as(editor).listNotices({ query: { vehicleId: elm.fund } })).map(({ id }) => id)).toEqual([call.id]);
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
    const above = (i: number) => Array.from({ length: 3 }, () => `UNFUNDED_BELOW_ZERO Entries[${i}].Shares`);
    expect(await refusalCodes(as(editor).saveLedgerEntries({ body: wrong }))).toEqual([
      404,
      // Together they call more than the unfunded amount, in either order.
      ...above(0),
      'NEGATIVE_AMOUNT Entries[1].Amount',
      'REQUIRED Entries[2].HoldingId',
      'REQUIRED Entries[2].SecurityId',
      ...above(3),
      'NOT_FOUND Entries[4].NoticeId',
    ]);
    // Each quarter until then would get figures.
    expect(
      await refusalCodes(
        as(editor).saveLedgerEntries({ body: { vehicleId: ash.fund, entries: [entry('FEE', '1.00', '2199-12-31')] } }),
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
    expect(await refusalCodes(as(editor).saveCommitments({ body: { vehicleId: ash.fund, commitments } }))).toEqual([
      422,
      'UNFUNDED_BELOW_ZERO Commitments[1].Amount',
    ]);
    const stored = await as(editor).listCommitments({ query: { vehicleId: ash.fund } });
    expect(stored.map(({ events }) => events.length)).toEqual([1, 1, 1]);
    const page = await as(editor).listLedgerEntries({ query: { vehicleId: ash.fund } });
    expect(page.totalItemCount).toBe(0);
    expect(
      await refusalCodes(
        as(editor).saveCommitment({
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

  it('pools the figures of an investor over vehicles of one currency', async () => {
    const first = await plant('FIR');
    const second = await plant('FIG', tenantId, editor, first);
    const [fund] = [first.fund];
    await enter(first, entry('CALL-INV', '100.00', '2020-01-10'), entry('DIST-GAIN', '50.00', '2021-03-31'));
    await enter(second, entry('CALL-INV', '200.00', '2020-01-10'), entry('INC-OTHER', '80.00', '2021-03-31'));
    const pooled = (await figuresAt(second, '2021-03-31', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    const own = await Promise.all([first, second].map((planted) => figuresAt(planted, '2021-03-31', 'COMMITMENT')));
    expect(own.map((all) => all.find(({ name }) => name === 'FIR LP-A')?.nav)).toEqual(['30.00', '168.00']);
    expect([pooled.commitment, pooled.contributions, pooled.distributions, pooled.nav]).toEqual([
      '1200.00',
      '180.00',
      '30.00',
      '198.00',
    ]);
    // Its explanation names the fund of each entry. That of one fund doesn't.
    type Node = Pick<AnswerOf<'explainPerformance'>, 'entries' | 'children'>;
    const entriesIn = ({ entries = [], children }: Node): (string | null)[] => [
      ...(entries ?? []).map(({ fund: name }) => name),
      ...children.flatMap(entriesIn),
    ];
    const explainedFor = (subject: string) =>
      as(editor).explainPerformance({ query: { subject, figure: 'contributions', date: '2021-03-31' } });
    expect(new Set(entriesIn(await explainedFor(first.investors.a)))).toEqual(new Set(['FIG Fund', 'FIR Fund']));
    expect(entriesIn(await explainedFor(first.fund))).toEqual([null]);
    const file = await server.call(editor.token, tenantId, {
      method: 'GET',
      url: `/api/performance/explanation/pdf?subject=${first.investors.a}&figure=contributions&date=2021-03-31`,
    });
    expect([file.statusCode, pdfTexts(file.rawPayload).flat()]).toEqual([
      200,
      expect.arrayContaining(['FIG Fund', 'FIR Fund']),
    ]);
    // A later write to the other vehicle updates the same investor.
    await enter(first, entry('FEE', '9.00', '2021-03-31'));
    const later = (await figuresAt(second, '2021-03-31', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    expect([fund === second.fund, later.nav]).toEqual([false, '192.00']);
    // In a quarter for which the other vehicle has no figures, all figures are of this vehicle alone.
    await enter(first, entry('FEE', '1.00', '2021-06-30'));
    const behind = (await figuresAt(first, '2021-06-30', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    expect([behind.contributions, behind.nav, behind.tvpi]).toEqual(['60.00', '23.33', '0.888833333333']);
    const funds = await as(editor).listInvestorFundsByPeriod({ params: { id: first.investors.a, date: '2021-06-30' } });
    const shown = [second, first].map(({ fund: id }) => funds.find(({ fundId }) => fundId === id)!);
    expect(shown.map(({ contributions, nav }) => [contributions, nav])).toEqual([
      ['120.00', null],
      ['60.00', '23.33'],
    ]);
    expect(shown[0]!.notDetermined[0]!.message).toBe(
      'Nothing is booked for the quarter to 06/30/2021; the last figures are of 03/31/2021.',
    );
    // The profile marks the late fund, and its total names it.
    expect(shown.map(({ leftOut }) => leftOut)).toEqual([{ reason: '', lastDate: '2021-03-31' }, null]);
    // Its row covers only the funds with figures, and says so. Late funds can be carried forward instead.
    const rowOf = async (carriesForward: 'true' | 'false') => {
      const query = { type: 'ALL', endDate: '2021-06-30', pageSize: 200, carriesForward } as const;
      const { pageData } = await as(editor).listInvestorFigures({ query });
      const row = pageData.find(({ investorId }) => investorId === first.investors.a)!;
      return [row.commitment, row.contributions, row.distributions, row.nav, row.tvpi, row.dpi, row.coverage];
    };
    const covered = ['600.00', '60.00', '30.00', '23.33', '0.888833333333', '0.5'];
    expect(await rowOf('false')).toEqual([...covered, '1 of 2 funds; excludes FIG, reported through 03/31/2021']);
    expect(await rowOf('true')).toEqual([
      '1200.00',
      '180.00',
      '30.00',
      '191.33',
      '1.22961111111',
      '0.166666666667',
      '2 of 2 funds; includes FIG at its value on 03/31/2021',
    ]);
    const profile = await as(editor).getInvestorProfile({
      params: { id: first.investors.a },
      query: { endDate: '2021-06-30' },
    });
    expect(profile.byCurrency).toMatchObject([
      {
        contributions: '60.00',
        distributions: '30.00',
        nav: '23.33',
        coverage: '1 of 2 funds; excludes FIG, reported through 03/31/2021',
        fundsCovered: {
          included: 1,
          of: 2,
          leftOut: [{ id: second.fund, name: 'FIG', reason: '', lastDate: '2021-03-31' }],
          carried: [],
        },
      },
    ]);
    const { rawPayload } = await server.call(editor.token, tenantId, {
      method: 'GET',
      url: `/api/document/pm-InvestorProfile/report?id=${first.investors.a}&endDate=2021-06-30`,
    });
    const printed = pdfTexts(rawPayload).flat().join('').replaceAll(/\s/g, '');
    expect(printed).toContain('FIGFund.Notinthetotal:reportedthrough03/31/2021');
    expect(printed).toContain('Total:1of2funds;excludesFIG,reportedthrough03/31/2021EUR600.0060.0030.00540.0023.33');
    // The totals, the chart and the explanations are of the same figures, and name the late fund. Investors without a
    // late fund add no part.
    const third = await plant('FIQ');
    await enter(third, entry('CALL-INV', '10.00', '2021-05-10'));
    const { totals } = await as(editor).listInvestorFigures({
      query: { type: 'ALL', endDate: '2021-06-30', pageSize: '200' },
    });
    const late = { id: second.fund, name: 'FIG', reason: '', lastDate: '2021-03-31' };
    for (const { coverage } of totals!) expect(coverage?.partly).toEqual([late]);
    // The charts above the list add up the same commitments, with the same coverage.
    for (const carriesForward of ['false', 'true'] as const) {
      const query = { endDate: '2021-06-30', carriesForward };
      const list = await as(editor).listInvestorFigures({ query: { type: 'ALL', pageSize: '200', ...query } });
      const total = list.totals!.find(({ field }) => field === 'commitment')!;
      const slices = await as(editor).chartInvestors({ query });
      expect(slices.coverage).toEqual([{ currency: 'EUR', coverage: total.coverage }]);
      for (const parts of [slices.commitmentsByInvestor, slices.commitmentsByType])
        expect(parts.reduce((sum, { value }) => sum.plus(decimal(value)), zero).toFixed(2)).toBe(total.total);
    }
    const chart = await as(editor).chartInvestor({ params: { id: first.investors.a } });
    expect(chart.at(-1)).toMatchObject({
      quarter: '2021-06-30',
      contributions: '60.00',
      nav: '23.33',
      coverage: '1 of 2 funds; excludes FIG, reported through 03/31/2021',
    });
    const explained = await as(editor).explainPerformance({
      query: { subject: first.investors.a, figure: 'tvpi', date: '2021-06-30' },
    });
    expect(explained.result).toBe('0.888833333333');
    expect(explained.note).toMatch(/^1 of 2 funds; excludes FIG.*, reported through 03\/31\/2021\./);
    // A vehicle that is ahead doesn't leave the others behind: the default is the latest quarter that both have.
    const dates = async () =>
      (await as(editor).listReportingDatesOfInvestor({ params: { id: first.investors.a } }))
        .slice(0, 2)
        .map(({ endDate, isWhole }) => [endDate, isWhole]);
    expect(await dates()).toEqual([
      ['2021-06-30', false],
      ['2021-03-31', true],
    ]);
    // The other vehicle is fully distributed, so it counts as zero.
    await enter(second, entry('DIST-ROC', '280.00', '2021-03-31'));
    const whole = (await figuresAt(first, '2021-06-30', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    expect([whole.distributions, whole.nav]).toEqual(['198.00', '23.33']);
    expect((await dates())[0]).toEqual(['2021-06-30', true]);
  });

  it('keeps the figures of a shared investor complete when two vehicles are written to concurrently', async () => {
    const vehicle = await plant('PAL');
    const two = await plant('PAM', tenantId, editor, vehicle);
    const posts = Array.from({ length: 6 }, (_, i) =>
      enter(i % 2 === 0 ? vehicle : two, entry('CALL-INV', `${String(10 + i)}.00`, '2020-02-01')),
    );
    await Promise.all(posts);
    const [investors, ...own] = await Promise.all([
      figuresAt(two, '2020-03-31', 'INVESTOR'),
      figuresAt(vehicle, '2020-03-31', 'COMMITMENT'),
      figuresAt(two, '2020-03-31', 'COMMITMENT'),
    ]);
    for (const { name, contributions, nav } of investors) {
      const parts = own.map((all) => Number(all.find((figures) => figures.name === name)?.contributions));
      expect([name, Number(contributions), Number(nav)]).toEqual([name, parts[0]! + parts[1]!, parts[0]! + parts[1]!]);
    }
    expect(investors.map(({ contributions }) => contributions)).toEqual(['7.50', '45.00', '22.50']);
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
      ].map(([type, code]) => reference(tenantId, type!, code!)),
    );
    const security = { vehicleId: tin.fund, holdingId: tin.holding, class: 'DEBT', name: 'Loan' } as const;
    expect(await refusalCodes(as(editor).saveSecurity({ body: { ...security, typeId: equity } }))).toEqual([
      404,
      'NOT_FOUND TypeId',
    ]);
    const { id } = await as(editor).saveSecurity({ body: { ...security, typeId: debt } });
    const value = { securityId: id, date: '2020-03-31', fairValue: '1.00' };
    const by = (methodId: string | undefined) => ({ vehicleId: tin.fund, valuations: [{ ...value, methodId }] });
    expect(await refusalCodes(as(editor).saveValuations({ body: by(debt) }))).toEqual([
      404,
      'NOT_FOUND Valuations[0].MethodId',
    ]);
    await as(editor).saveValuations({ body: by(method) });
  });

  it('refuses a commitment that makes a vehicle its own investor [FEEDER_CYCLE]', async () => {
    const sea = await plant('SEA');
    const bay = await plant('SEB');
    const type = { id: await reference(tenantId, 'investor-type', 'SPV') };
    const make = (code: string, is: Planted) =>
      as(administrator).saveInvestor({ body: { code, name: code, type, vehicle: { id: is.fund } } });
    const commit = (to: Planted, investorId: string) =>
      ({
        vehicleId: to.fund,
        investorId,
        kind: 'CLOSE',
        date: '2020-01-01',
        amount: '10.00',
      }) as const;
    const feeder = await make('SEA-FEED', sea);
    expect(await refusalCodes(as(editor).saveCommitment({ body: commit(sea, feeder.id) }))).toEqual([
      422,
      'FEEDER_CYCLE InvestorId',
    ]);
    await as(editor).saveCommitment({ body: commit(bay, feeder.id) });
    const back = await make('SEB-FEED', bay);
    expect(await refusalCodes(as(editor).saveCommitment({ body: commit(sea, back.id) }))).toEqual([
      422,
      'FEEDER_CYCLE InvestorId',
    ]);
    // Turning an existing investor into the vehicle is refused as well.
    const plain = await as(administrator).saveInvestor({ body: { code: 'SEC', name: 'SEC', type } });
    await as(administrator).saveInvestor({
      body: { id: back.id, rowVersion: back.rowVersion, code: 'SEB-FEED', name: 'SEB-FEED', type, vehicle: null },
    });
    await as(editor).saveCommitment({ body: commit(sea, plain.id) });
    expect(
      await refusalCodes(
        as(administrator).saveInvestor({
          body: {
            id: plain.id,
            rowVersion: plain.rowVersion,
            code: 'SEC',
            name: 'SEC',
            type,
            vehicle: { id: bay.fund },
          },
        }),
      ),
    ).toEqual([422, 'FEEDER_CYCLE Vehicle']);
  });
});

describe('a quarter', () => {
  it('reports the valuation date of holdings, and can be locked only after the quarter has ended', async () => {
    const low = await plant('LOW');
    const { id: securityId } = await as(editor).saveSecurity({
      body: {
        vehicleId: low.fund,
        holdingId: low.holding,
        class: 'EQUITY',
        name: 'Common',
      },
    });
    const traded = { holdingId: low.holding, securityId };
    await enter(
      low,
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('BUY', '100.00', '2020-01-15', traded),
      entry('FEE', '1.00', `${String(server.now.getUTCFullYear() + 1)}-02-01`),
    );
    const valuations = [{ securityId, date: '2020-06-30', fairValue: '120.00' }];
    await as(editor).saveValuations({ body: { vehicleId: low.fund, valuations } });
    const valued = async (end: string) => (await periodAt(low, end)).valued;
    expect(await valued('2020-03-31')).toEqual([{ valuedOn: null, holdings: 1 }]);
    expect(await valued('2020-06-30')).toEqual([{ valuedOn: '2020-06-30', holdings: 1 }]);
    expect(await valued('2020-09-30')).toEqual([{ valuedOn: '2020-06-30', holdings: 1 }]);
    const today = server.now.toISOString().slice(0, 10);
    const [last] = await as(editor).listPeriods({ params: { vehicleId: low.fund } });
    expect(last!.periodEnd > today).toBe(true);
    // Future quarters can't be locked or valued, and the fund's page doesn't open on them.
    expect(
      await refusalCodes(
        as(editor).lockPeriod({
          params: { vehicleId: low.fund, endDate: last!.periodEnd },
          body: { rowVersion: 1, withEarlier: true },
        }),
      ),
    ).toEqual([422, 'QUARTER_NOT_ENDED EndDate']);
    const ahead = [{ securityId, date: last!.periodEnd, fairValue: '120.00' }];
    expect(await refusalCodes(as(editor).saveValuations({ body: { vehicleId: low.fund, valuations: ahead } }))).toEqual(
      [422, 'DATE_TOO_LATE Valuations[0].Date'],
    );
    const dates = await as(editor).listReportingDatesOfFund({ params: { id: low.fund } });
    // A fund with figures isn't late, even in a future quarter.
    expect(dates[0]).toMatchObject({ endDate: last!.periodEnd, isDefault: false, isWhole: true, late: [] });
    expect(dates.find(({ isDefault }) => isDefault)).toBe(dates.find(({ endDate }) => endDate <= today));
    const offered = await as(administrator).listCertifiedDates();
    expect(offered[0]!.endDate <= today).toBe(true);
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
      ids.push((await as(editor).saveCommitment({ body: event })).id);
    }
    const lock = { rowVersion: 1, acknowledged: ['T14', 'T17'] };
    expect(
      await refusalCodes(as(editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: lock })),
    ).toEqual([422, 'NOT_RECONCILED T14']);
    for (const id of ids)
      await as(editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'It fell through' } });
    // With two buyers on a day, one buyer's value doesn't apply to the other.
    const { a, b, gp } = oak.investors;
    for (const [kind, investorId, amount] of [
      ['TRANSFER_OUT', a, '50.00'],
      ['TRANSFER_IN', b, '30.00'],
      ['TRANSFER_IN', gp, '20.00'],
    ] as const)
      await as(editor).saveCommitment({ body: { vehicleId: oak.fund, investorId, kind, date: '2020-02-16', amount } });
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
      await refusalCodes(as(editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: lock })),
    ).toEqual([422, 'NOT_RECONCILED T14']);
    await enter(oak, value('OKT GP', '2.00'));
    // The value passed without the called part of the commitment.
    const bare = { rowVersion: 1 };
    expect(
      await refusalCodes(as(editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: bare })),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T17']);
    await as(editor).lockPeriod({ params: { vehicleId: oak.fund, endDate: '2020-03-31' }, body: lock });
  });

  it('needs an acknowledgment if the unfunded amount exceeds the commitment [T15]', async () => {
    const yew = await plant('YEW');
    const recallable = [
      entry('CALL-INV', '100.00', '2020-01-10', { isOutside: true }),
      entry('DIST-ROC', '20.00', '2020-02-10', { isRecallable: true }),
    ];
    const { status, errors } = await refusal(enter(yew, ...recallable));
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
    await as(editor).saveLedgerEntries({ body: { vehicleId: yew.fund, entries: recallable, warningsConfirmed: true } });
    const lock = (...acknowledged: readonly string[]) => ({ rowVersion: 1, acknowledged });
    expect(
      await refusalCodes(
        as(editor).lockPeriod({ params: { vehicleId: yew.fund, endDate: '2020-03-31' }, body: lock() }),
      ),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T15']);
    const listed = async () =>
      (await as(editor).listPeriods({ params: { vehicleId: yew.fund } })).find(
        ({ periodEnd }) => periodEnd === '2020-03-31',
      );
    const open = { lockedDate: null, lockedBy: null, acknowledged: [] };
    expect(await listed()).toMatchObject({ version: null, ...open });
    await as(editor).lockPeriod({ params: { vehicleId: yew.fund, endDate: '2020-03-31' }, body: lock('T15') });
    expect(await listed()).toMatchObject({
      version: 1,
      lockedDate: server.now.toISOString(),
      lockedBy: expect.stringMatching(/\S/),
      acknowledged: [{ code: 'T15', title: expect.stringContaining('unfunded') }],
    });
    await as(administrator).reopenPeriod({
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
    await as(editor).saveCommitment({ body: { ...sold, amount: '30.00' } });
    const lock = (...acknowledged: readonly string[]) => ({ rowVersion: 1, acknowledged });
    expect(
      await refusalCodes(
        as(editor).lockPeriod({ params: { vehicleId: elm.fund, endDate: '2020-03-31' }, body: lock() }),
      ),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T16']);
    await as(editor).lockPeriod({ params: { vehicleId: elm.fund, endDate: '2020-03-31' }, body: lock('T16') });
  });

  it('ties out if a whole commitment is transferred in the order of the guide [docs/user/quarter-close.md]', async () => {
    const bee = await plant('BEE');
    await enter(bee, entry('CALL-INV', '100.00', '2020-01-10'));
    const [a, b] = ['BEE LP-A', 'BEE LP-B'].map(
      async (name) =>
        (await figuresAt(bee, '2020-03-31', 'COMMITMENT')).find(({ name: rowName }) => rowName === name)!.id,
    );
    const pass = (kind: CommitmentEvent['kind'], key: 'a' | 'b') =>
      as(editor).saveCommitment({
        body: { vehicleId: bee.fund, investorId: bee.investors[key], kind, date: '2020-02-15', amount: '300.00' },
      });
    // As the form posts it: the full amount to one investor.
    const one = (type: Entry['type'], amount: string, commitmentId: string) =>
      entry(type, amount, '2020-02-15', { allocationKey: 'ONE', shares: [{ commitmentId, amount }] });
    expect((await refusal(pass('TRANSFER_OUT', 'b'))).errors).toMatchObject([{ code: 'UNFUNDED_BELOW_ZERO' }]);
    await pass('TRANSFER_IN', 'a');
    await enter(bee, one('TRANSFER', '-30.00', await b!), one('TRANSFER', '30.00', await a!));
    await enter(bee, one('UNFUNDED', '30.00', await b!), one('UNFUNDED', '-30.00', await a!));
    await pass('TRANSFER_OUT', 'b');
    const [seller] = (await figuresAt(bee, '2020-03-31', 'COMMITMENT')).filter(({ name }) => name === 'BEE LP-B');
    expect(seller).toMatchObject({ nav: '0.00', unfunded: '0.00' });
    await as(editor).lockPeriod({ params: { vehicleId: bee.fund, endDate: '2020-03-31' }, body: { rowVersion: 1 } });
  });

  it('can’t be locked while reversed carry exceeds accrued and earned carry [T13]', async () => {
    const ivy = await plant('IVY');
    await enter(ivy, entry('CALL-INV', '100.00', '2020-01-10'), entry('CARRY-EARNED', '-10.00', '2020-01-10'));
    const lock = () =>
      refusalCodes(
        as(editor).lockPeriod({
          params: { vehicleId: ivy.fund, endDate: '2020-03-31' },
          body: { rowVersion: 1, acknowledged: ['T13'] },
        }),
      );
    expect(await lock()).toEqual([422, 'NOT_RECONCILED T13']);
    await enter(ivy, entry('CARRY-ACCRUED', '10.00', '2020-01-10'));
    await as(editor).lockPeriod({ params: { vehicleId: ivy.fund, endDate: '2020-03-31' }, body: { rowVersion: 1 } });
  });

  it('is locked in order, accepts no more entries, and books late entries in the next open quarter [PERIOD_LOCKED]', async () => {
    const bay = await plant('BAY');
    await enter(bay, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '100.00', '2020-05-01'));
    const lock = (endDate: string, more: { readonly withEarlier?: boolean } = {}) =>
      as(editor).lockPeriod({ params: { vehicleId: bay.fund, endDate }, body: { rowVersion: 1, ...more } });
    expect((await refusal(lock('2020-06-30'))).status).toBe(409);
    expect(await lock('2020-03-31')).toMatchObject({ status: 'LOCKED', version: 1, rowVersion: 2 });
    expect((await refusal(lock('2020-03-31'))).status).toBe(409);
    const locked = (await periodAt(bay, '2020-03-31')).figures;
    expect(
      await refusalCodes(
        as(editor).saveLedgerEntries({
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
    const periods = await as(editor).listPeriods({ params: { vehicleId: bay.fund } });
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
      as(editor).lockPeriod({
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
    const ends = (await as(editor).listPeriods({ params: { vehicleId: gap.fund } })).map(({ periodEnd }) => periodEnd);
    expect(ends).toEqual(['2020-12-31', '2020-09-30', '2020-06-30', '2020-03-31']);
    const navs = await Promise.all(ends.map(async (end) => (await figuresAt(gap, end, 'VEHICLE'))[0]!.nav));
    expect(navs).toEqual(['95.00', '100.00', '100.00', '100.00']);
    const listed = await as(editor).listVehicles({ query: { endDate: '2020-06-30', pageSize: '100' } });
    // The share of the 900 of 1,000 that pay fees.
    expect(listed.pageData.find(({ fundId }) => fundId === gap.fund)?.nav).toBe('90.00');
  });

  it('is reopened by an administrator with a reason, and locked as the next version', async () => {
    const box = await plant('BOX');
    await enter(box, entry('CALL-INV', '100.00', '2020-02-01'));
    const path = `period/${box.fund}/2020-03-31`;
    const { rowVersion } = await as(editor).lockPeriod({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
    const reopen = { rowVersion, reason: 'A fee was left out' };
    expect(
      (await refusal(as(editor).reopenPeriod({ params: { vehicleId: box.fund, endDate: '2020-03-31' }, body: reopen })))
        .status,
    ).toBe(403);
    const open = await as(administrator).reopenPeriod({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      body: reopen,
    });
    expect(open).toMatchObject({ status: 'OPEN', version: 1 });
    const [fee] = await enter(box, entry('FEE', '5.00', '2020-03-01'));
    expect(fee!.isLate).toBe(false);
    expect(
      await as(editor).lockPeriod({
        params: { vehicleId: box.fund, endDate: '2020-03-31' },
        body: { rowVersion: open.rowVersion },
      }),
    ).toMatchObject({
      version: 2,
      status: 'LOCKED',
    });
    const versions = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ version: number; nav: string; known: number }>(
        `SELECT v.version, v.figures->0->>'nav' AS nav, v.known_seq::int AS known FROM period_version v JOIN period p ON p.tenant_id = v.tenant_id AND p.id = v.period_id
         WHERE v.tenant_id = $1 AND p.vehicle_id = $2 ORDER BY v.version`,
        [tenantId, box.fund],
      ),
    );
    expect(versions.map(({ nav }) => nav)).toEqual(['100.00', '95.00']);
    expect(versions[1]!.known).toBeGreaterThan(versions[0]!.known);
    // The changes are the entries in between and every figure that differs.
    const changes = await as(editor).listPeriodChanges({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      query: { from: '1', to: '2' },
    });
    expect(changes.figures.filter(({ subject, field }) => subject === 'VEHICLE' && field === 'nav')).toMatchObject([
      { old: '100.00', new: '95.00', difference: '-5.00' },
    ]);
    expect(changes.entered).toMatchObject([{ id: fee!.id, typeTitle: 'Management fees', source: null }]);
    // A reviewer sees who entered it, and why the quarter was reopened.
    expect(changes.entered[0]!.origin).not.toBe('');
    expect(changes.reopened).toMatchObject([{ reason: 'A fee was left out' }]);
    const rowOf = (number: number) => changes.account.filter(({ row, period }) => row === number && period === 'ITD');
    expect([rowOf(21), rowOf(95)].map(([one]) => [one?.old, one?.new, one?.difference])).toEqual([
      ['0.00', '-5.00', '-5.00'],
      ['100.00', '95.00', '-5.00'],
    ]);
    expect(rowOf(13)).toEqual([]);
    const none = { figures: [], policy: null, account: [], entered: [], reopened: [] };
    expect(
      await as(editor).listPeriodChanges({
        params: { vehicleId: box.fund, endDate: '2020-03-31' },
        query: { from: '2' },
      }),
    ).toEqual(none);
    // Before the first entry there was no account.
    const all = await as(editor).listPeriodChanges({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      query: { from: '2000-01-01T00:00:00.000Z', to: '1' },
    });
    expect(all.account.find(({ row, period }) => row === 95 && period === 'ITD')).toMatchObject({
      old: null,
      new: '100.00',
    });
    const exported = (format: string) =>
      file(editor, `${path}/changes/export?from=1&to=2&format=${encodeURIComponent(format)}`);
    const csv = (await exported('csv')).body;
    expect(csv).toContain('Capital account,,"95 ');
    expect(csv).toContain('Reopened,,A fee was left out');
    expect(csv).toMatch(/Entered in between,,Management fees,/);
    const begins = await Promise.all(
      ['excel', 'application/pdf'].map(async (format) => (await exported(format)).rawPayload.subarray(0, 4).toString()),
    );
    expect(begins).toEqual(['PK\u0003\u0004', '%PDF']);
    const navAt = async (seq: string) =>
      (
        await as(editor).getPeriod({
          params: { vehicleId: box.fund, endDate: '2020-03-31' },
          query: { asKnownOn: seq },
        })
      ).figures.find(({ subject }) => subject === 'VEHICLE')?.nav;
    expect(await Promise.all(['1', '2', 'NOW', '2000-01-01T00:00:00.000Z'].map(navAt))).toEqual([
      '100.00',
      '95.00',
      '95.00',
      undefined,
    ]);
    expect(
      (
        await refusal(
          as(editor).listPeriodChanges({
            params: { vehicleId: box.fund, endDate: '2020-03-31' },
            query: { from: '7' },
          }),
        )
      ).status,
    ).toBe(404);
  });

  it('counts changes below the displayed precision in exported changes, and lists the others', async () => {
    const cup = await plant('CUP');
    await enter(cup, entry('CALL-INV', '100.00', '2020-02-01'), entry('DIST-ROC', '0.01', '2020-02-02'));
    const path = `period/${cup.fund}/2020-03-31`;
    await as(editor).lockPeriod({ params: { vehicleId: cup.fund, endDate: '2020-03-31' }, body: { rowVersion: 1 } });
    const { rowVersion } = await as(administrator).reopenPeriod({
      params: { vehicleId: cup.fund, endDate: '2020-03-31' },
      body: { rowVersion: 2, reason: 'A cent' },
    });
    await enter(cup, entry('FEE', '0.01', '2020-03-01'));
    await as(editor).lockPeriod({ params: { vehicleId: cup.fund, endDate: '2020-03-31' }, body: { rowVersion } });
    const { figures } = await as(editor).listPeriodChanges({
      params: { vehicleId: cup.fund, endDate: '2020-03-31' },
      query: { from: '1', to: '2' },
    });
    const alike = figures.filter(({ readsAlike }) => readsAlike);
    expect(alike.map(({ title, subject }) => `${subject} ${title}`)).toContain('VEHICLE TVPI');
    const csv = (await file(editor, `${path}/changes/export?from=1&to=2&format=csv`)).body;
    const listed = csv.split('\r\n').filter((line) => line.startsWith('Figures,'));
    expect(listed).toHaveLength(figures.length - alike.length + 2);
    expect(listed.at(-2)).toContain('Fund amounts cover all partners. Net IRR and multiples exclude');
    expect(listed.at(-1)).toContain(`${String(alike.length)} figures changed by less than the displayed precision`);
    expect(listed.join('\n')).not.toContain('TVPI');
    expect(listed.join('\n')).toMatch(/NAV,99\.99,99\.98,-0\.01/);
  });
});

describe('figures of open quarters', () => {
  it('are recomputed after a change of settings or rules; locked quarters keep their figures and name the policy', async () => {
    const tenant = await server.tenant();
    const by = await server.person(tenant, { performance: 'administrator', carry: 'administrator' });
    const net = await plant('NET', tenant, by);
    await enter(
      net,
      entry('CALL-INV', '500.00', '2020-02-01'),
      entry('INC-OTHER', '400.00', '2020-02-02'),
      entry('DIST-ROC', '100.00', '2020-02-03', { isRecallable: true }),
      entry('DIST-GAIN', '200.00', '2020-02-03'),
      entry('FEE', '1.00', '2020-06-30'),
      entry('REBATE', '1.00', '2020-06-30'),
    );
    const client = as(by);
    const quarter = { vehicleId: net.fund, endDate: '2020-03-31' };
    const multiples = async (endDate: string) => {
      const { figures } = await client.getPeriod({ params: { vehicleId: net.fund, endDate } });
      return figures
        .filter(({ subject }) => subject === 'VEHICLE')
        .map(({ tvpi, policy }) => `${String(tvpi)} ${policy}`);
    };
    expect([await multiples('2020-03-31'), await multiples('2020-06-30')]).toEqual([['1.8 ILPA'], ['1.8 ILPA']]);
    await client.lockPeriod({ params: quarter, body: { rowVersion: 1 } });
    const { rowVersion } = await client.getTenantSettings();
    await client.saveTenantSettings({ body: { rowVersion, nettedMultiples: 'True' } });
    // It runs in the background; the response to the change of the setting comes first.
    await vi.waitFor(async () => expect(await multiples('2020-06-30')).toEqual(['2 NETTED']), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await multiples('2020-03-31')).toEqual(['1.8 ILPA']);
    const findings = await server.withTenant(
      { tenantId: tenant, personId: null, now: server.now.toISOString() },
      (tx) => verifyTenant(tx, server.auditKey),
    );
    expect(
      findings.findings
        .filter(({ of: location }) => location[0] !== 'reference')
        .map(({ of: location, what: subject }) => [location, subject]),
    ).toEqual([]);

    // The next start finds figures of an earlier rule version. Those of the open quarter are recomputed, without an
    // author.
    const bySystem = { tenantId: tenant, personId: null, now: server.now.toISOString() };
    await server.withTenant(bySystem, (tx) =>
      tx.query(`UPDATE period_figure SET tvpi = 9, engine_version = '0' WHERE tenant_id = $1`, [tenant]),
    );
    const renew = () => renewFigures(server.database, server.withTenant, () => server.now);
    await renew();
    await vi.waitFor(async () => expect(await multiples('2020-06-30')).toEqual(['2 NETTED']), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await multiples('2020-03-31')).toEqual(['9 ILPA']);
    const tasks = () => server.withTenant(bySystem, (tx) => listTasks(tx));
    await vi.waitFor(async () => expect((await tasks()).map(({ status }) => status)).toEqual(['DONE']));
    await renew();
    expect(await tasks()).toHaveLength(1);
    const [firstEntry] = await server.withTenant(bySystem, (tx) =>
      tx.query(`SELECT person_id AS by, after FROM activity WHERE tenant_id = $1 AND operation = 'renewFigures'`, [
        tenant,
      ]),
    );
    expect(firstEntry).toEqual({ by: null, after: { engineVersion: PERIOD_ENGINE_VERSION } });
    expect(await client.listTasks()).toHaveLength(1);

    // The list of changes includes the policy, which explains the multiples.
    await client.reopenPeriod({ params: quarter, body: { rowVersion: 2, reason: 'A fee was left out' } });
    await enter(net, entry('FEE', '1.00', '2020-03-01'));
    const changed = await client.listPeriodChanges({ params: quarter, query: { from: '1', to: 'NOW' } });
    expect(changed.policy).toEqual({ old: 'ILPA', new: 'NETTED' });
    const csv = (await file(by, `period/${net.fund}/2020-03-31/changes/export?from=1&to=NOW&format=csv`, tenant)).body;
    expect(csv).toContain('Recallable distributions used to count as distributed; now they reduce paid-in capital.');
  });
});

describe('reported figures', () => {
  const report = ({ fund }: Planted, ...figures: readonly Reported[]) =>
    as(editor).saveReported({ body: { vehicleId: fund, figures } });
  const reported = (
    figure: Reported['figure'],
    value: string,
    date: string,
    more: Partial<Reported> = {},
  ): Reported => ({ figure, value, date, ...more });

  /** Returns the explained result of a fund's figure, or the reason why it has none. */
  const whyOf = (subject: string, date: string) => async (figure: string) => {
    const { result, whyNot } = await as(editor).explainPerformance({ query: { subject, date, figure } });
    return result ?? whyNot?.code;
  };

  it('doesn’t change the ledger, is compared with it at the lock, and is reversed with a reason [T12]', async () => {
    const fir = await plant('RPA');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'));
    const [nav] = await report(
      fir,
      reported('nav', '100.05', '2020-03-31', { description: 'Statement of the administrator' }),
      reported('tvpi', '1.00004', '2020-03-31'),
      reported('irr', '3.1', '2020-02-29'),
    );
    await enter(fir, entry('CALL-INV', '10.00', '2020-05-01'));
    const [vehicle] = await figuresAt(fir, '2020-03-31', 'VEHICLE');
    expect(vehicle!.nav).toBe('100.00');
    const differences = async () =>
      (await as(editor).listTieOuts({ params: { vehicleId: fir.fund, endDate: '2020-03-31' } })).flatMap(
        ({ code, differences }) => differences.map(({ message }) => `${code} ${message}`),
      );
    expect(await differences()).toEqual(['T12 NAV of the fund: 100.05, should be 100.00, difference 0.05']);
    // Locking the next quarter together with earlier ones requires acknowledging their differences.
    const next = await as(editor).listTieOuts({
      params: { vehicleId: fir.fund, endDate: '2020-06-30' },
      query: { withEarlier: 'true' },
    });
    expect(next.flatMap(({ differences }) => differences.map(({ message }) => message))).toEqual([
      '2020-03-31: NAV of the fund: 100.05, should be 100.00, difference 0.05',
    ]);
    const lock = (acknowledged: readonly string[]) => ({ rowVersion: 1, acknowledged });
    expect(
      await refusalCodes(
        as(editor).lockPeriod({ params: { vehicleId: fir.fund, endDate: '2020-03-31' }, body: lock([]) }),
      ),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await as(editor).reverseReported({ params: { id: nav!.id }, body: { reason: 'Of another class of shares' } });
    expect(await differences()).toEqual([]);
    expect(
      await refusalCodes(as(editor).reverseReported({ params: { id: nav!.id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'ALREADY_REVERSED ']);
    await report(fir, reported('nav', '100.07', '2020-03-31'));
    await as(editor).lockPeriod({ params: { vehicleId: fir.fund, endDate: '2020-03-31' }, body: lock(['T12']) });
    const [late] = await report(fir, reported('nav', '100.00', '2020-03-31'));
    expect(late).toMatchObject({ bookedPeriod: '2020-06-30', isLate: true });
    const rows = await as(editor).listReported({ query: { vehicleId: fir.fund } });
    expect(rows.filter(({ counts }) => counts).map(({ title, value }) => `${title} ${value}`)).toEqual([
      'NAV 100',
      'TVPI 1.00004',
      'Net IRR 3.1',
    ]);
    expect(rows).toHaveLength(6);
  });

  it('is refused with every reason at its figure', async () => {
    const fig = await plant('RPB');
    const other = await plant('RPC');
    const [stranger] = await as(editor).listCommitments({ query: { vehicleId: other.fund } });
    const wrong = {
      vehicleId: fig.fund,
      figures: [
        reported('nav', '1.234', '2020-03-31'),
        reported('nav', '1.00', '2020-03-31'),
        reported('commitment', '-1.00', '2020-03-31'),
        reported('tvpi', '1.1', '2020-03-31', { commitmentId: stranger!.id }),
      ],
    } as const;
    expect(await refusalCodes(as(editor).saveReported({ body: wrong }))).toEqual([
      404,
      'MONEY_SCALE Figures[0].Value',
      'GIVEN_TWICE Figures[1].Date',
      'NEGATIVE_AMOUNT Figures[2].Value',
      'NOT_FOUND Figures[3].CommitmentId',
    ]);
    expect(await as(editor).listReported({ query: { vehicleId: fig.fund } })).toEqual([]);
  });

  it('doesn’t offer a future quarter end without any value', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const sage = await plant('RPS', tenantId, editor, undefined, basis);
    await enter(sage, entry('CALL-INV', '100.00', '2020-02-01'));
    const unfunded = () => as(editor).listCommitments({ query: { vehicleId: sage.fund } });
    const before = await unfunded();
    const today = server.now.toISOString().slice(0, 10);
    await enter(sage, entry('UNFUNDED', '1.00', today, { shares: [{ commitmentId: before[0]!.id, amount: '1.00' }] }));
    const [last] = await as(editor).listPeriods({ params: { vehicleId: sage.fund } });
    expect(last!.periodEnd > today).toBe(true);
    // The single share is used as it is, although no key was named.
    const added = (await unfunded()).map(({ unfunded }, at) => Number(unfunded) - Number(before[at]!.unfunded));
    expect(added).toEqual([1, 0, 0]);
    const dates = await as(editor).listReportingDatesOfFund({ params: { id: sage.fund } });
    expect(dates[0]!.endDate <= today).toBe(true);
  });

  it('is the NAV of a fund on the reported basis, rolled forward by later cash [ROLLED_FORWARD]', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const rye = await plant('RPD', tenantId, editor, undefined, basis);
    await enter(rye, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '40.00', '2020-05-01'));
    const navs = async (subject: string) =>
      (await figuresAt(rye, '2020-06-30', subject)).map(({ nav, notDetermined }) => nav ?? notDetermined[0]!.code);
    expect(await navs('VEHICLE')).toEqual(['NAV_MISSING']);
    const commitments = await as(editor).listCommitments({ query: { vehicleId: rye.fund } });
    const idOf = (key: 'a' | 'b' | 'gp') => commitments.find(({ investor }) => investor.id === rye.investors[key])!.id;
    await report(
      rye,
      reported('nav', '66.00', '2020-03-31', { commitmentId: idOf('a') }),
      reported('nav', '33.00', '2020-03-31', { commitmentId: idOf('b') }),
      reported('nav', '11.00', '2020-03-31', { commitmentId: idOf('gp') }),
    );
    // Each includes the calls since.
    expect([await navs('VEHICLE'), await navs('COMMITMENT'), await navs('INVESTOR')]).toEqual([
      ['150.00'],
      ['15.00', '90.00', '45.00'],
      ['15.00', '90.00', '45.00'],
    ]);
    const listed = await as(editor).listVehicles({ query: { endDate: '2020-06-30', pageSize: '100' } });
    expect(listed.pageData.find(({ fundId }) => fundId === rye.fund)?.rolledForwardFrom).toBe('2020-03-31');
    await as(editor).lockPeriod({ params: { vehicleId: rye.fund, endDate: '2020-03-31' }, body: { rowVersion: 1 } });
    expect((await figuresAt(rye, '2020-03-31', 'VEHICLE'))[0]!.nav).toBe('110.00');
    // Its statement begins and ends with the reported values. The part that doesn't come from paid-in amounts or the
    // ledger is its gain.
    const { rows, partners } = await as(editor).getFundCapitalAccount({
      params: { fundId: rye.fund, endDate: '2020-06-30' },
    });
    const row = (number: number) => rows.filter(({ row }) => row === number).map(({ qtd, itd }) => [qtd, itd])[0];
    expect([row(12), row(13), row(93), row(95)]).toEqual([
      ['110.00', '0.00'],
      ['40.00', '140.00'],
      ['0.00', '10.00'],
      ['150.00', '150.00'],
    ]);
    expect(partners.map(({ itd }) => itd.ending)).toEqual(['15.00', '90.00', '45.00']);
    // Its bridge and the explanation of each row agree.
    const { periods } = await as(editor).getFundBridge({ params: { id: rye.fund, date: '2020-06-30' } });
    expect(
      periods.map(({ opening, contributions, unrealized, closing }) => [opening, contributions, unrealized, closing]),
    ).toEqual([
      ['110.00', '40.00', '0.00', '150.00'],
      ['0.00', '140.00', '10.00', '150.00'],
      ['0.00', '140.00', '10.00', '150.00'],
    ]);
    const why = whyOf(rye.fund, '2020-06-30');
    expect([await why('account.QTD.12'), await why('account.ITD.93'), await why('bridge.ITD.unrealized')]).toEqual([
      '110.00',
      '10.00',
      '10.00',
    ]);
  });

  it('changes the source of NAV in open quarters once it is confirmed, with a reason if a quarter is locked', async () => {
    const elder = await plant('RPN', tenantId, editor);
    const security = await as(editor).saveSecurity({
      body: { vehicleId: elder.fund, holdingId: elder.holding, class: 'EQUITY', name: 'Shares' },
    });
    const of = { holdingId: elder.holding, securityId: security.id };
    await enter(elder, entry('CALL-INV', '100.00', '2020-02-01'), entry('BUY', '90.00', '2020-02-02', of));
    await enter(elder, entry('CALL-INV', '40.00', '2020-05-01'));
    for (const [date, value] of [
      ['2020-03-31', '120.00'],
      ['2020-06-30', '170.00'],
    ] as const)
      await report(elder, reported('nav', value, date));
    const quarter = { vehicleId: elder.fund, endDate: '2020-03-31' };
    await as(editor).lockPeriod({ params: quarter, body: { rowVersion: 1, acknowledged: ['T12'] } });
    const shown = async () => {
      const { rows } = await as(editor).getFundCapitalAccount({
        params: { fundId: elder.fund, endDate: '2020-03-31' },
      });
      return [
        (await figuresAt(elder, '2020-03-31', 'VEHICLE'))[0]!.nav,
        rows.find(({ row }) => row === 95)?.itd,
        await whyOf(elder.fund, '2020-03-31')('nav'),
        (await figuresAt(elder, '2020-06-30', 'VEHICLE'))[0]!.nav,
        (await figuresAt(elder, '2020-06-30', 'HOLDING')).length,
      ];
    };
    expect(await shown()).toEqual(['100.00', '100.00', '90.00', '140.00', 1]);
    const change = async (code: 'LEDGER' | 'REPORTED', more: { reason?: string; warningsConfirmed?: boolean } = {}) => {
      const {
        id,
        rowVersion,
        code: fundCode,
        name,
        currency,
      } = await as(editor).getVehicle({
        params: { id: elder.fund },
      });
      const navBasis = { code, description: code };
      return as(editor).saveVehicle({ body: { id, rowVersion, code: fundCode, name, currency, navBasis, ...more } });
    };
    const refused = await refusal(change('REPORTED'));
    expect([refused.status, refused.errors.map(({ code, path, message }) => [code, path, message])]).toEqual([
      422,
      [
        [
          'WARNINGS_NOT_CONFIRMED',
          'NavBasis',
          'NAV will come from the reported values instead of the ledger. This changes the figures of the open quarter ending 06/30/2020. The quarters locked through 03/31/2020 keep theirs. Confirm it to save the fund.',
        ],
        ['REQUIRED', 'Reason', 'Enter a reason for the change, because quarters of this fund are locked.'],
      ],
    ]);
    await change('REPORTED', { warningsConfirmed: true, reason: 'A new administrator' });
    expect(await shown()).toEqual(['100.00', '100.00', '90.00', '170.00', 1]);
    const recorded = await server.withTenant(
      { tenantId, personId: null, now: server.now.toISOString() },
      async (tx) => {
        const { findings } = await verifyTenant(tx, server.auditKey);
        expect(findings.filter(({ of: [kind] }) => kind !== 'reference')).toEqual([]);
        return tx.query<{ reason: string; before: string; after: string }>(
          `SELECT reason, before #>> '{navBasis,code}' AS before, after #>> '{navBasis,code}' AS after FROM activity
           WHERE tenant_id = $1 AND object_id = $2 AND reason IS NOT NULL`,
          [tenantId, elder.fund],
        );
      },
    );
    expect(recorded).toEqual([{ reason: 'A new administrator', before: 'LEDGER', after: 'REPORTED' }]);
    // A reopened quarter is computed anew, on the basis of today.
    await as(administrator).reopenPeriod({ params: quarter, body: { rowVersion: 2, reason: 'Restate' } });
    expect(await shown()).toEqual(['120.00', '120.00', 'NAV_MISSING', '170.00', 1]);
    // Without a locked quarter, no reason is needed.
    await change('LEDGER', { warningsConfirmed: true });
    expect(await shown()).toEqual(['100.00', '100.00', '90.00', '140.00', 1]);
  });

  it('opens a quarter with the locked closing, or with the ledger’s NAV once that is the source again [T2] [T12]', async () => {
    const rowan = await plant('RPO', tenantId, editor);
    await enter(rowan, entry('CALL-INV', '100.00', '2020-02-01'));
    await enter(rowan, entry('CALL-INV', '40.00', '2020-05-01'));
    await enter(rowan, entry('CALL-INV', '10.00', '2020-08-01'));
    await report(rowan, reported('nav', '120.00', '2020-03-31'), reported('nav', '170.00', '2020-06-30'));
    const on = (endDate: string) => ({ vehicleId: rowan.fund, endDate });
    const lock = (endDate: string, ...acknowledged: readonly string[]) =>
      as(editor).lockPeriod({ params: on(endDate), body: { rowVersion: 1, acknowledged } });
    const change = async (code: 'LEDGER' | 'REPORTED') => {
      const fund = await as(editor).getVehicle({ params: { id: rowan.fund } });
      const confirmed = { reason: 'A new administrator', warningsConfirmed: true };
      const { id, rowVersion, code: fundCode, name, currency } = fund;
      const navBasis = { code, description: code };
      await as(editor).saveVehicle({
        body: { id, rowVersion, code: fundCode, name, currency, navBasis, ...confirmed },
      });
    };
    const differing = async (endDate: string) =>
      (await as(editor).listTieOuts({ params: on(endDate) })).flatMap(({ code, differences }) =>
        differences.map(({ message }) => [code, message]),
      );
    /** Returns the opening, the unrealized gain and the closing of a quarter in the account, and those of its NAV bridge. */
    const quarterOf = async (endDate: string) => {
      const { rows } = await as(editor).getFundCapitalAccount({ params: { fundId: rowan.fund, endDate } });
      const { bridges } = await as(editor).getFundProfile({ params: { id: rowan.fund }, query: { endDate } });
      const steps = bridges.find(({ period }) => period === 'QTD')?.steps ?? [];
      return [
        [12, 93, 95].map((number) => rows.find(({ row }) => row === number)?.qtd),
        ['opening', 'unrealized', 'closing'].map((name) => steps.find(({ step }) => step === name)?.amount),
      ];
    };
    const twice = (...amounts: readonly string[]) => [amounts, amounts];
    const reportedNav = ['T12', 'NAV of the fund: 120.00, should be 100.00, difference 20.00'];
    await lock('2020-03-31', 'T12');

    await change('REPORTED');
    expect(await differing('2020-03-31')).toEqual([reportedNav]);
    expect(await differing('2020-06-30')).toEqual([]);
    expect(await quarterOf('2020-03-31')).toEqual(twice('0.00', '0.00', '100.00'));
    expect(await quarterOf('2020-06-30')).toEqual(twice('100.00', '30.00', '170.00'));
    await lock('2020-06-30');

    await change('LEDGER');
    expect(await differing('2020-03-31')).toEqual([reportedNav]);
    expect(await differing('2020-06-30')).toEqual([]);
    expect(await quarterOf('2020-06-30')).toEqual(twice('100.00', '30.00', '170.00'));
    expect(await quarterOf('2020-09-30')).toEqual(twice('140.00', '0.00', '150.00'));
    expect(await differing('2020-09-30')).toEqual([
      [
        'T12',
        'Opening NAV of the fund, from 06/30/2020: in the ledger 140.00, reported and locked 170.00, difference (30.00)',
      ],
    ]);
    expect(await refusalCodes(lock('2020-09-30'))).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await lock('2020-09-30', 'T12');

    // The audit covers the stored basis.
    const findings = () =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
        (await verifyTenant(tx, server.auditKey)).findings.filter(({ of: [kind] }) => kind !== 'reference'),
      );
    expect(await findings()).toEqual([]);
    const admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    const forge = (to: string, from: string) =>
      admin.query(
        `UPDATE period_version v SET nav_basis = $3 FROM period p WHERE p.tenant_id = $1 AND p.vehicle_id = $2
           AND v.tenant_id = p.tenant_id AND v.period_id = p.id AND p.period_end = '2020-06-30' AND v.nav_basis = $4`,
        [tenantId, rowan.fund, to, from],
      );
    await forge('LEDGER', 'REPORTED');
    const found = (await findings()).map(({ of: location, what }) => `${location.join(' / ')}: ${what}`);
    expect(found).toContainEqual(
      expect.stringContaining('period / 06/30/2020: a row of period version differs from its state in entry'),
    );
    expect(found).toContain('quarter 2020-06-30 of RPO Fund / version 1 / RPO Fund: nav');
    await forge('REPORTED', 'LEDGER');
    await admin.end();
  });

  it('is in the statements of a fund without a ledger; unreported figures are not determined [A-P-111] [NOT_REPORTED]', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const oat = await plant('RPF', tenantId, editor, undefined, basis);
    const sums = (date: string, contributions: string, distributions: string, nav: string) => [
      reported('contributions', contributions, date),
      reported('distributions', distributions, date),
      reported('nav', nav, date),
    ];
    await report(
      oat,
      ...sums('2020-03-31', '100.00', '0.00', '95.00'),
      ...sums('2020-06-30', '180.00', '30.00', '160.00'),
    );
    const { rows, notDetermined } = await as(editor).getFundCapitalAccount({
      params: { fundId: oat.fund, endDate: '2020-06-30' },
    });
    const row = (number: number) => rows.filter(({ row }) => row === number).map(({ qtd, itd }) => [qtd, itd])[0];
    expect([12, 13, 14, 93, 95, 108, 114].map(row)).toEqual([
      ['95.00', '0.00'],
      ['80.00', '180.00'],
      ['-30.00', '-30.00'],
      [null, null],
      ['160.00', '160.00'],
      ['1000.00', '1000.00'],
      [null, null],
    ]);
    expect(new Set(notDetermined.map(({ code }) => code))).toEqual(new Set(['NOT_REPORTED']));
    expect(notDetermined.map(({ field }) => field)).toContain('unrealized');
    const line = await as(editor).reportFundCapitalAccounts({
      params: { endDate: '2020-06-30' },
      query: { periodId: 'QTD', pageSize: '200' },
    });
    expect(line.pageData.find(({ fundCode }) => fundCode === 'RPF')).toMatchObject({
      beginning: '95.00',
      contributions: '80.00',
      operating: null,
      ending: '160.00',
    });
    const why = whyOf(oat.fund, '2020-06-30');
    expect([await why('account.QTD.13'), await why('account.QTD.93'), await why('bridge.ITD.income')]).toEqual([
      '80.00',
      'NOT_REPORTED',
      'NOT_REPORTED',
    ]);
    const params = { id: oat.fund, date: '2020-06-30' };
    const query = { fundId: oat.fund, endDate: '2020-06-30' };
    const refusals = await Promise.all(
      [
        as(editor).getFundBridge({ params }),
        as(editor).getPortfolioSummaryDetail({ params: { endDate: query.endDate }, query: { fundId: oat.fund } }),
        as(editor).getIlpaSummary({ query }),
        as(editor).exportInvestorTemplate({ query }),
      ].map(refusal),
    );
    expect(refusals.map(({ status, errors: [first] }) => [status, first?.code])).toEqual(
      refusals.map(() => [422, 'NOT_REPORTED']),
    );
    const statementOf = (more: string) =>
      file(editor, `capitalaccount/2020-06-30/cas-report/export?fundId=${oat.fund}${more}`);
    expect((await statementOf('')).statusCode).toBe(200);
    // ILPA's template is refused, so a statement doesn't have its fund columns either.
    const statement = await statementOf(`&investorId=${oat.investors.a}&format=application/pdf`);
    expect(statement.statusCode).toBe(200);
    expect(pdfTexts(statement.rawPayload).flat().join(' ')).not.toContain('Total Fund');
    // With its first cash, the ledger applies again.
    await enter(oat, entry('CALL-INV', '10.00', '2020-06-01'));
    const { rows: after } = await as(editor).getFundCapitalAccount({
      params: { fundId: oat.fund, endDate: '2020-06-30' },
    });
    expect(after.find(({ row }) => row === 13)?.itd).toBe('10.00');
  });

  it('is read next to the computed figures of a quarter and saved as a whole [E-P-044 E-P-045]', async () => {
    const sky = await plant('RPE');
    await enter(sky, entry('CALL-INV', '100.00', '2020-02-01'));
    const save = (periodReportingData: Partial<BodyOf<'saveFundPeriod'>['periodReportingData']>) =>
      as(editor).saveFundPeriod({
        body: {
          fundId: sky.fund,
          periodReportingData: { periodEndDate: '2020-03-31', ...periodReportingData },
        },
      });
    expect(await save({ nav: '101.50', irr: '9.1' })).toMatchObject({
      status: 'OPEN',
      periodReportingData: { periodEndDate: '2020-03-31', nav: '101.5', irr: '9.1', tvpi: null },
      computed: { nav: '100.00', contributions: '100.00' },
    });
    const { periodReportingData: saved } = await save({ nav: null, tvpi: '1.01' });
    expect(saved).toMatchObject({ nav: null, irr: '9.1', tvpi: '1.01' });
    expect(await as(editor).getFundPeriod({ params: { id: sky.fund, endDate: '03-31-2020' } })).toMatchObject({
      periodReportingData: saved,
    });
    await as(editor).lockPeriod({
      params: { vehicleId: sky.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1, acknowledged: ['T12'] },
    });
    expect(
      await refusalCodes(
        as(editor).saveFundPeriod({
          body: {
            fundId: sky.fund,
            periodReportingData: { periodEndDate: '2020-03-31', nav: '1.00' },
          },
        }),
      ),
    ).toEqual([422, 'PERIOD_LOCKED PeriodReportingData.PeriodEndDate']);
  });
});

describe('the ledger of a firm', () => {
  it('can’t be read or written by another firm', async () => {
    const own = await plant('GUM');
    const [call] = await enter(own, entry('CALL-INV', '100.00', '2020-02-01'));
    const other = await server.tenant();
    const stranger = await server.person(other, { performance: 'administrator' });
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
    const seen = await server.withTenant({ tenantId: other, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ n: number }>(
        'SELECT count(*) AS n FROM ledger_share UNION ALL SELECT count(*) FROM period_figure UNION ALL SELECT count(*) FROM commitment',
      ),
    );
    expect(seen.map(({ n }) => n)).toEqual([0, 0, 0]);
  });

  it('is read by viewers and written by editors', async () => {
    const viewer = await server.person(tenantId, { performance: 'viewer' });
    const carry = await server.person(tenantId, { carry: 'administrator' });
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
    await as(editor).lockPeriod({ params: { vehicleId: rue.fund, endDate: '2020-03-31' }, body: { rowVersion: 1 } });
    const findings = () =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
        (await verifyTenant(tx, server.auditKey)).findings
          .map(({ of: location, what: subject }) => `${location.join(' / ')}: ${subject}`)
          .filter((text) => !text.startsWith('reference /')),
      );
    expect(await findings()).toEqual([]);
    const admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    // Forges figures of a locked quarter, of an open one, and of an investor over all vehicles, as lists and reports
    // read them.
    const forged = async (set: string, where: string) => {
      const change = `UPDATE period_figure SET ${set} WHERE tenant_id = $1 AND ${where}`;
      const { rowCount } = await admin.query(change, [tenantId]);
      const found = await findings();
      await admin.query(change.replace('+', '-'), [tenantId]);
      return [(rowCount ?? 0) > 0, found];
    };
    const ofFund = `vehicle_id = '${rue.fund}' AND subject = 'VEHICLE'`;
    expect(await forged('nav = nav + 1', `${ofFund} AND period_end = '2020-03-31'`)).toEqual([
      true,
      ['quarter 2020-03-31 of RUE Fund / RUE Fund: nav'],
    ]);
    expect(await forged('dpi = dpi + 1', `${ofFund} AND period_end = '2020-06-30'`)).toEqual([
      true,
      ['quarter 2020-06-30 of RUE Fund / RUE Fund: dpi'],
    ]);
    const ofInvestor = `subject = 'INVESTOR' AND subject_id = '${rue.investors.a}' AND period_end = '2020-06-30'`;
    expect(await forged('contributions = contributions + 1', ofInvestor)).toEqual([
      true,
      ['quarter 2020-06-30 / in EUR / RUE LP-A: contributions'],
    ]);
    expect(await findings()).toEqual([]);
    await admin.query('UPDATE ledger_share SET amount = amount + 1 WHERE tenant_id = $1 AND entry_id = $2', [
      tenantId,
      call!.id,
    ]);
    expect(await findings()).not.toEqual([]);
    await admin.end();
  });
});
