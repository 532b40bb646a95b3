import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { listTasks } from '@carrara/adapters/postgres/platform/task/tasks';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renewFigures } from '../../jobs/renewFigures.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Figures {
  readonly Subject: string;
  readonly Id: string;
  readonly Name: string | null;
  readonly Commitment: string | null;
  readonly Contributions: string | null;
  readonly Distributions: string | null;
  readonly Unfunded: string | null;
  readonly NAV: string | null;
  readonly FairValue: string | null;
  readonly IRR: string | null;
  readonly GrossIRR: string | null;
  readonly TVPI: string | null;
  readonly Policy: string;
  readonly NotDetermined: readonly { readonly Field: string; readonly Code: string }[];
}
interface Lock {
  readonly LockedDate: string | null;
  readonly LockedBy: string | null;
  readonly Acknowledged: readonly { readonly Code: string }[];
}
interface Period {
  readonly Id: string;
  readonly PeriodEnd: string;
  readonly Status: string;
  readonly RowVersion: number;
  readonly Version: number | null;
  readonly Figures: readonly Figures[];
  readonly FiguresDigest: string;
  readonly Valued: readonly { readonly ValuedOn: string | null; readonly Holdings: number }[];
}
interface Entered {
  readonly Id: string;
  readonly BookedPeriod: string;
  readonly IsLate: boolean;
}

const base = '/api/performance';
let server: TestServer;
let tenantId: string;
let editor: TestPerson;
let administrator: TestPerson;

async function send(as: TestPerson, path: string, payload?: object, tenant = tenantId) {
  return server.call(as.token, tenant, {
    method: payload ? 'POST' : 'GET',
    url: path.startsWith('/') ? path : `${base}/${path}`,
    ...(payload ? { payload } : {}),
  });
}
async function post<T>(path: string, payload: object, as = editor, tenant = tenantId): Promise<T> {
  const answer = await send(as, path, payload, tenant);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
  return answer.json<T>();
}
async function get<T>(path: string, as = editor): Promise<T> {
  const answer = await send(as, path);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
  return answer.json<T>();
}
async function refusal(path: string, payload: object, as = editor): Promise<readonly (string | number)[]> {
  const answer = await send(as, path, payload);
  const { Errors = [] } = answer.json<{ Errors?: { Path: string; Code: string }[] }>();
  return [answer.statusCode, ...Errors.map(({ Path, Code }) => `${Code} ${Path}`)];
}

interface Planted {
  readonly tenant: string;
  readonly as: TestPerson;
  readonly fund: string;
  readonly holding: string;
  readonly investors: Readonly<Record<'a' | 'b' | 'gp', string>>;
}

/** Reference entries, one per code and firm. */
const entries = new Map<string, Promise<string>>();
function reference(tenant: string, type: string, code: string): Promise<string> {
  const key = `${tenant} ${type} ${code}`;
  const pendingReference = entries.get(key) ?? server.referenceEntry(tenant, type, code);
  entries.set(key, pendingReference);
  return pendingReference;
}

/** Creates a fund with a holding, two investors and its general partner, who committed 600, 300 and 100. */
async function plant(
  name: string,
  tenant = tenantId,
  as = editor,
  among?: Planted,
  more: object = {},
): Promise<Planted> {
  const currency = { Id: await reference(tenant, 'currency', 'EUR') };
  const owner = await server.person(tenant, { carry: 'administrator', performance: 'administrator' });
  const make = async (path: string, payload: object) => (await post<{ Id: string }>(path, payload, owner, tenant)).Id;
  const fund = await make('/api/carry/fund', { Code: name, LegalName: `${name} Fund`, Currency: currency, ...more });
  const investment = await make('/api/carry/investment', {
    Code: `${name}-S`,
    Name: `${name} Steel`,
    LegalName: `${name} Steel`,
    FundInvestments: [{ Fund: { Id: fund } }],
  });
  const [row] = await server.withTenant({ tenantId: tenant, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenant,
      investment,
    ]),
  );
  const type = async (code: string) => ({ Id: await reference(tenant, 'investor-type', code) });
  const investor = async (code: string, kind: string) =>
    make(`${base}/investor`, { Code: `${name}-${code}`, Name: `${name} ${code}`, Type: await type(kind) });
  const investors = among?.investors ?? {
    a: await investor('LP-A', 'INVESTOR'),
    b: await investor('LP-B', 'INVESTOR'),
    gp: await investor('GP', 'GP'),
  };
  const close = (key: keyof typeof investors, Amount: string, more: object = {}) => ({
    InvestorId: investors[key],
    Kind: 'CLOSE',
    Date: '2020-01-01',
    Amount,
    ...more,
  });
  const Commitments = [close('a', '600.00'), close('b', '300.00'), close('gp', '100.00', { PaysFee: false })];
  await post('commitment/close', { VehicleId: fund, Commitments }, as, tenant);
  return { tenant, as, fund, holding: row!.id, investors };
}

const entry = (Type: string, Amount: string, EffectiveDate: string, more: object = {}) => ({
  Type,
  Amount,
  EffectiveDate,
  ...more,
});
const enter = ({ fund, as, tenant }: Planted, ...Entries: readonly object[]) =>
  post<readonly Entered[]>('ledger', { VehicleId: fund, Entries }, as, tenant);
const periodAt = ({ fund }: Planted, end: string) => get<Period>(`period/${fund}/${end}`);
const figuresAt = async (planted: Planted, end: string, subject: string) =>
  (await periodAt(planted, end)).Figures.filter(({ Subject }) => Subject === subject);

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  administrator = await server.person(tenantId, { performance: 'administrator' });
});
afterAll(() => server.stop());

describe('the ledger of a vehicle', () => {
  it('gives figures with each write, of the vehicle, its holdings, its commitments and its investors', async () => {
    const oak = await plant('OAK');
    const security = await post<{ Id: string }>('security', {
      VehicleId: oak.fund,
      HoldingId: oak.holding,
      Class: 'EQUITY',
      Name: 'Common',
    });
    const traded = { HoldingId: oak.holding, SecurityId: security.Id };
    const notice = await post<{ Id: string; Number: number }>('notice', {
      VehicleId: oak.fund,
      Kind: 'CALL',
      IssueDate: '2020-01-02',
      DueDate: '2020-01-10',
    });
    expect(notice.Number).toBe(1);
    const entered = await enter(
      oak,
      entry('CALL-INV', '400.00', '2020-01-10', { NoticeId: notice.Id }),
      entry('BUY', '400.00', '2020-01-15', traded),
      entry('SELL', '150.00', '2021-05-01', { ...traded, CostRelieved: '100.00' }),
      entry('DIST-ROC', '100.00', '2021-05-03', { IsRecallable: true }),
      entry('CARRY-EARNED', '10.00', '2021-05-03'),
      entry('CARRY-PAID', '6.00', '2021-05-03'),
    );
    expect(entered.map(({ BookedPeriod, IsLate }) => [BookedPeriod, IsLate])).toEqual([
      ['2020-03-31', false],
      ['2020-03-31', false],
      ['2021-06-30', false],
      ['2021-06-30', false],
      ['2021-06-30', false],
      ['2021-06-30', false],
    ]);
    await post('valuation', {
      VehicleId: oak.fund,
      Valuations: [{ SecurityId: security.Id, Date: '2021-06-30', FairValue: '390.00' }],
    });
    // The figures of the documentation page about the ledger, docs/calculations/vehicle-ledger.md.
    const [vehicle] = await figuresAt(oak, '2021-06-30', 'VEHICLE');
    expect(vehicle).toMatchObject({
      Commitment: '1000.00',
      Contributions: '400.00',
      Distributions: '106.00',
      Unfunded: '700.00',
      NAV: '434.00',
      FairValue: '390.00',
      IRR: '21.3924918606',
      GrossIRR: '23.694566526',
      TVPI: '1.32222222222',
      NotDetermined: [],
    });
    const [holding] = await figuresAt(oak, '2021-06-30', 'HOLDING');
    expect([holding!.Name, holding!.FairValue]).toEqual(['OAK Steel', '390.00']);
    const commitments = await figuresAt(oak, '2021-06-30', 'COMMITMENT');
    expect(commitments.map(({ Name, NAV }) => [Name, NAV])).toEqual([
      ['OAK GP', '48.00'],
      ['OAK LP-A', '257.33'],
      ['OAK LP-B', '128.67'],
    ]);
    const investors = await figuresAt(oak, '2021-06-30', 'INVESTOR');
    expect(investors.map(({ NAV, IRR }) => [NAV, IRR])).toEqual(commitments.map(({ NAV, IRR }) => [NAV, IRR]));
    const [listed] = await get<readonly { Amount: string; Number: number }[]>(`notice?vehicleId=${oak.fund}`);
    expect(listed).toMatchObject({ Amount: '400.00', Number: 1 });
    const read = await get<{ TypeTitle: string; Shares: readonly { Amount: string; IsMirror: boolean }[] }>(
      `ledger/${entered[4]!.Id}`,
    );
    expect([read.TypeTitle, read.Shares.map(({ Amount, IsMirror }) => [Amount, IsMirror])]).toEqual([
      'Carried interest earned',
      [
        ['6.67', false],
        ['3.33', false],
        ['-10.00', true],
      ],
    ]);
    const page = await get<{ TotalItemCount: number; PageData: readonly { Type: string }[] }>(
      `ledger?vehicleId=${oak.fund}&sortColumn=Amount&sortAsc=true`,
    );
    expect([page.TotalItemCount, page.PageData[0]!.Type]).toEqual([6, 'CARRY-PAID']);
    const listedCommitments = await get<readonly { Unfunded: string; Amount: string }[]>(
      `commitment?vehicleId=${oak.fund}`,
    );
    expect(listedCommitments.map(({ Amount, Unfunded }) => [Amount, Unfunded])).toEqual([
      ['100.00', '70.00'],
      ['600.00', '420.00'],
      ['300.00', '210.00'],
    ]);
  });

  it('is restored by a reversal, to every figure, and an entry is reversed once', async () => {
    const elm = await plant('ELMT');
    await enter(elm, entry('CALL-INV', '100.00', '2020-02-01'), entry('FEE', '7.00', '2020-03-31'));
    const before = (await periodAt(elm, '2020-03-31')).Figures;
    const [fee] = await enter(elm, entry('FEE', '13.00', '2020-03-31'));
    expect((await periodAt(elm, '2020-03-31')).Figures).not.toEqual(before);
    const turned = await post<Entered>(`ledger/${fee!.Id}/reverse`, { Reason: 'Charged twice' });
    expect(turned.BookedPeriod).toBe('2020-03-31');
    expect((await periodAt(elm, '2020-03-31')).Figures).toEqual(before);
    expect(await refusal(`ledger/${fee!.Id}/reverse`, { Reason: 'Again' })).toEqual([422, 'ALREADY_REVERSED ']);
    expect(await refusal(`ledger/${turned.Id}/reverse`, { Reason: 'Again' })).toEqual([422, 'REVERSAL_FIXED ']);
  });

  it('takes back a change of a commitment by one that turns it, once', async () => {
    const oar = await plant('OAR');
    await enter(oar, entry('CALL-INV', '900.00', '2020-02-01'));
    const before = (await periodAt(oar, '2020-03-31')).Figures;
    const more = {
      VehicleId: oar.fund,
      InvestorId: oar.investors.a,
      Kind: 'INCREASE',
      Date: '2020-02-01',
      Amount: '50.00',
    };
    const { Id } = await post<Entered>('commitment', more);
    expect((await periodAt(oar, '2020-03-31')).Figures).not.toEqual(before);
    await post(`commitment/event/${Id}/reverse`, { Reason: 'Entered twice' });
    expect((await periodAt(oar, '2020-03-31')).Figures).toEqual(before);
    const [commitment] = (
      await get<{ Investor: { Id: string }; Events: { Id: string; Kind: string; ReversesId: string | null }[] }[]>(
        `commitment?vehicleId=${oar.fund}`,
      )
    ).filter(({ Investor }) => Investor.Id === oar.investors.a);
    const turned = commitment!.Events.find(({ ReversesId }) => ReversesId === Id)!;
    expect(await refusal(`commitment/event/${Id}/reverse`, { Reason: 'Again' })).toEqual([422, 'ALREADY_REVERSED ']);
    expect(await refusal(`commitment/event/${turned.Id}/reverse`, { Reason: 'Again' })).toEqual([
      422,
      'REVERSAL_FIXED ',
    ]);
    // A commitment can't be reversed below the amounts called.
    const close = commitment!.Events.find(({ Kind }) => Kind === 'CLOSE')!;
    expect(await refusal(`commitment/event/${close.Id}/reverse`, { Reason: 'Wrong' })).toEqual([
      422,
      'UNFUNDED_BELOW_ZERO Amount',
    ]);
  });

  it('marks the returns of the two between whom a commitment passed, from that quarter on and until that is turned [M9]', async () => {
    const fir = await plant('MOV');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '50.00', '2020-05-01'));
    const moved = (Kind: string, key: keyof Planted['investors']) =>
      post<Entered>('commitment', {
        VehicleId: fir.fund,
        InvestorId: fir.investors[key],
        Kind,
        Date: '2020-04-15',
        Amount: '30.00',
      });
    const [out, into] = [await moved('TRANSFER_OUT', 'a'), await moved('TRANSFER_IN', 'b')];
    // The call of 05/01/2020 stays split by the earlier shares. The preview, the response and the stored change report it.
    interface Split {
      readonly SplitBefore: { readonly Message: string } | null;
    }
    const split =
      '1 entry dated 05/01/2020 is already divided by the shares from before this transfer: 1 × Capital call: investments, 50.00. ';
    const query = `vehicleId=${fir.fund}&investorId=${fir.investors.a}&kind=TRANSFER_OUT`;
    const previewed = (date: string) =>
      get<Split['SplitBefore']>(`commitment/split-before?${query}&date=${date}`).then((found) => found?.Message);
    expect(await previewed('2020-04-15')).toContain(`${split}It stays as entered`);
    expect(await previewed('2020-04-15')).toContain('Otherwise date the transfer 05/02/2020 or later.');
    expect(await previewed('2020-05-02')).toBeUndefined();
    expect([out, into].map((saved) => (saved as unknown as Split).SplitBefore?.Message)).toEqual([
      expect.stringContaining(split),
      expect.stringContaining(split),
    ]);
    const stays = async () =>
      (await get<readonly { readonly Events: readonly Split[] }[]>(`commitment?vehicleId=${fir.fund}`)).flatMap(
        ({ Events }) => Events.flatMap(({ SplitBefore }) => SplitBefore?.Message ?? []),
      );
    expect(await stays()).toEqual([expect.stringContaining(split), expect.stringContaining(split)]);
    interface Marked {
      readonly InvestorId: string;
      readonly IrrPartial: boolean;
    }
    const { a, b, gp } = fir.investors;
    const marked = async (path: string) => {
      const { PageData } = await get<{ PageData: readonly Marked[] }>(path);
      return [a, b, gp].map((id) => PageData.find(({ InvestorId }) => InvestorId === id)?.IrrPartial);
    };
    const ofFund = (end: string) => marked(`fund/${fir.fund}/investors/${end}`);
    expect(await ofFund('2020-03-31')).toEqual([false, false, false]);
    expect(await ofFund('2020-06-30')).toEqual([true, true, false]);
    expect(await marked('investor/figures?type=ALL&endDate=2020-06-30&pageSize=200')).toEqual([true, true, false]);
    interface Report {
      readonly PageData: readonly { readonly Investor: { readonly Id: string }; readonly IrrPartial: boolean }[];
    }
    const report = await get<Report>(`reporting/investor/investor-irrs?endDate=2020-06-30&fundId=${fir.fund}`);
    expect(
      report.PageData.filter(({ IrrPartial }) => IrrPartial)
        .map(({ Investor }) => Investor.Id)
        .sort(),
    ).toEqual([a, b].sort());
    const [fund] = await get<readonly { readonly IrrPartial: boolean }[]>(`investor/${a}/fundsByPeriod/2020-06-30`);
    expect(fund?.IrrPartial).toBe(true);
    const { ByCurrency } = await get<{ ByCurrency: readonly { readonly IrrPartial: boolean }[] }>(
      `investor/${a}/profile?endDate=2020-06-30`,
    );
    expect(ByCurrency.map(({ IrrPartial }) => IrrPartial)).toEqual([true]);
    for (const { Id } of [into, out]) await post(`commitment/event/${Id}/reverse`, { Reason: 'It fell through' });
    expect(await ofFund('2020-06-30')).toEqual([false, false, false]);
    expect(await stays()).toEqual([]);
  });

  it('knows notices until the last quarter end that is entered for, of the kind of their entries, and takes away what has none', async () => {
    const elm = await plant('EWE');
    const notice = { VehicleId: elm.fund, IssueDate: '2020-01-02', DueDate: '2020-02-01' };
    expect(await refusal('notice', { ...notice, Kind: 'CALL', DueDate: '2199-11-30' })).toEqual([
      422,
      'DATE_TOO_LATE DueDate',
    ]);
    const [call, paid] = [
      await post<{ Id: string }>('notice', { ...notice, Kind: 'CALL' }),
      await post<{ Id: string }>('notice', { ...notice, Kind: 'DISTRIBUTION' }),
    ];
    const named = { VehicleId: elm.fund, Entries: [entry('CALL-INV', '10.00', '2020-02-01', { NoticeId: paid.Id })] };
    const wrong = (await send(editor, 'ledger', named)).json<{ Errors: { Message: string }[] }>();
    expect(wrong.Errors.map(({ Message }) => Message)).toEqual([
      "Notice: this is a distribution notice. Entries of type 'Capital call: investments' need a call notice.",
    ]);
    await enter(elm, entry('CALL-INV', '10.00', '2020-02-01', { NoticeId: call.Id }));
    const listed = await get<{ PageData: readonly object[] }>(`ledger?vehicleId=${elm.fund}`);
    expect(listed.PageData).toMatchObject([
      { NoticeNumber: 1, IsLate: false, IsRecallable: false, AllocationKey: 'COMMITMENT', CreatedBy: 'Ada Example' },
    ]);
    const remove = async (id: string) =>
      (await server.call(editor.token, tenantId, { method: 'DELETE', url: `${base}/notice/${elm.fund}/${id}` }))
        .statusCode;
    expect([await remove(call.Id), await remove(paid.Id), await remove(paid.Id)]).toEqual([422, 200, 404]);
    expect((await get<{ Id: string }[]>(`notice?vehicleId=${elm.fund}`)).map(({ Id }) => Id)).toEqual([call.Id]);
  });

  it('refuses a write as a whole, with every reason at its entry', async () => {
    const ash = await plant('ASH');
    const wrong = {
      VehicleId: ash.fund,
      Entries: [
        entry('CALL-INV', '10.00', '2020-02-01'),
        entry('FEE', '-5.00', '2020-02-01'),
        entry('BUY', '5.00', '2020-02-01'),
        entry('CALL-INV', '900000.00', '2020-02-01'),
        entry('CALL-INV', '5.00', '2020-02-01', { NoticeId: ash.fund }),
      ],
    };
    const above = (i: number) => Array.from({ length: 3 }, () => `UNFUNDED_BELOW_ZERO Entries[${i}].Shares`);
    expect(await refusal('ledger', wrong)).toEqual([
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
    expect(await refusal('ledger', { VehicleId: ash.fund, Entries: [entry('FEE', '1.00', '2199-12-31')] })).toEqual([
      422,
      'DATE_TOO_LATE Entries[0].EffectiveDate',
    ]);
    const release = (InvestorId: string, Amount: string) => ({
      InvestorId,
      Kind: 'RELEASE',
      Date: '2020-03-01',
      Amount,
    });
    const Commitments = [release(ash.investors.a, '600.00'), release(ash.investors.a, '0.01')];
    expect(await refusal('commitment/close', { VehicleId: ash.fund, Commitments })).toEqual([
      422,
      'UNFUNDED_BELOW_ZERO Commitments[1].Amount',
    ]);
    const commitments = await get<{ Events: object[] }[]>(`commitment?vehicleId=${ash.fund}`);
    expect(commitments.map(({ Events }) => Events.length)).toEqual([1, 1, 1]);
    const page = await get<{ TotalItemCount: number }>(`ledger?vehicleId=${ash.fund}`);
    expect(page.TotalItemCount).toBe(0);
    expect(
      await refusal('commitment', {
        VehicleId: ash.fund,
        InvestorId: ash.investors.a,
        Kind: 'RELEASE',
        Date: '2020-02-01',
        Amount: '600.01',
      }),
    ).toEqual([422, 'UNFUNDED_BELOW_ZERO Amount']);
  });

  it('pools what an investor has in several vehicles of a currency', async () => {
    const first = await plant('FIR');
    const second = await plant('FIG', tenantId, editor, first);
    const [fund] = [first.fund];
    await enter(first, entry('CALL-INV', '100.00', '2020-01-10'), entry('DIST-GAIN', '50.00', '2021-03-31'));
    await enter(second, entry('CALL-INV', '200.00', '2020-01-10'), entry('INC-OTHER', '80.00', '2021-03-31'));
    const pooled = (await figuresAt(second, '2021-03-31', 'INVESTOR')).find(({ Id }) => Id === first.investors.a)!;
    const own = await Promise.all([first, second].map((planted) => figuresAt(planted, '2021-03-31', 'COMMITMENT')));
    expect(own.map((all) => all.find(({ Name }) => Name === 'FIR LP-A')?.NAV)).toEqual(['30.00', '168.00']);
    expect([pooled.Commitment, pooled.Contributions, pooled.Distributions, pooled.NAV]).toEqual([
      '1200.00',
      '180.00',
      '30.00',
      '198.00',
    ]);
    // Its explanation names the fund of each entry. That of one fund doesn't.
    interface Node {
      readonly Entries?: readonly { Title: string; Fund: string | null }[];
      readonly Children: readonly Node[];
    }
    const entriesIn = ({ Entries = [], Children }: Node): (string | null)[] => [
      ...Entries.map(({ Fund }) => Fund),
      ...Children.flatMap(entriesIn),
    ];
    const explanationOf = (subject: string) => `explanation?subject=${subject}&figure=contributions&date=2021-03-31`;
    const ofInvestor = explanationOf(first.investors.a);
    expect(new Set(entriesIn(await get<Node>(ofInvestor)))).toEqual(new Set(['FIG Fund', 'FIR Fund']));
    expect(entriesIn(await get<Node>(explanationOf(first.fund)))).toEqual([null]);
    const file = await server.call(editor.token, tenantId, {
      method: 'GET',
      url: `/api/performance/${ofInvestor.replace('explanation?', 'explanation/pdf?')}`,
    });
    expect([file.statusCode, pdfTexts(file.rawPayload).flat()]).toEqual([
      200,
      expect.arrayContaining(['FIG Fund', 'FIR Fund']),
    ]);
    // A later write to the other vehicle updates the same investor.
    await enter(first, entry('FEE', '9.00', '2021-03-31'));
    const later = (await figuresAt(second, '2021-03-31', 'INVESTOR')).find(({ Id }) => Id === first.investors.a)!;
    expect([fund === second.fund, later.NAV]).toEqual([false, '192.00']);
    // In a quarter for which the other vehicle has no figures, all figures are of this vehicle alone.
    await enter(first, entry('FEE', '1.00', '2021-06-30'));
    const behind = (await figuresAt(first, '2021-06-30', 'INVESTOR')).find(({ Id }) => Id === first.investors.a)!;
    expect([behind.Contributions, behind.NAV, behind.TVPI]).toEqual(['60.00', '23.33', '0.888833333333']);
    const funds = await get<
      {
        FundId: string;
        Contributions: string;
        NAV: string | null;
        NotDetermined: { Message: string }[];
        LeftOut: object | null;
      }[]
    >(`investor/${first.investors.a}/fundsByPeriod/2021-06-30`);
    const displayed = [second, first].map(({ fund: id }) => funds.find(({ FundId }) => FundId === id)!);
    expect(displayed.map(({ Contributions, NAV }) => [Contributions, NAV])).toEqual([
      ['120.00', null],
      ['60.00', '23.33'],
    ]);
    expect(displayed[0]!.NotDetermined[0]!.Message).toBe(
      'Nothing is booked for the quarter to 06/30/2021; the last figures are of 03/31/2021.',
    );
    // The profile marks the late fund, and its total names it.
    expect(displayed.map(({ LeftOut }) => LeftOut)).toEqual([{ Reason: '', LastDate: '2021-03-31' }, null]);
    // Its row covers only the funds with figures, and says so. Late funds can be carried forward instead.
    const rowOf = async (more: string) => {
      const path = `investor/figures?type=ALL&endDate=2021-06-30&pageSize=200${more}`;
      const { PageData } = await get<{ PageData: Readonly<Record<string, string | null>>[] }>(path);
      const row = PageData.find(({ InvestorId }) => InvestorId === first.investors.a)!;
      return ['Commitment', 'Contributions', 'Distributions', 'NAV', 'TVPI', 'DPI', 'Coverage'].map(
        (name) => row[name],
      );
    };
    const covered = ['600.00', '60.00', '30.00', '23.33', '0.888833333333', '0.5'];
    expect(await rowOf('')).toEqual([...covered, '1 of 2 funds; excludes FIG, reported through 03/31/2021']);
    expect(await rowOf('&carriesForward=true')).toEqual([
      '1200.00',
      '180.00',
      '30.00',
      '191.33',
      '1.22961111111',
      '0.166666666667',
      '2 of 2 funds; includes FIG at its value on 03/31/2021',
    ]);
    const profile = await get<{ ByCurrency: Readonly<Record<string, string>>[] }>(
      `investor/${first.investors.a}/profile?endDate=2021-06-30`,
    );
    expect(profile.ByCurrency).toMatchObject([
      {
        Contributions: '60.00',
        Distributions: '30.00',
        NAV: '23.33',
        Coverage: '1 of 2 funds; excludes FIG, reported through 03/31/2021',
        FundsCovered: {
          Included: 1,
          Of: 2,
          LeftOut: [{ Id: second.fund, Name: 'FIG', Reason: '', LastDate: '2021-03-31' }],
          Carried: [],
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
    const { Totals } = await get<{ Totals: { Coverage?: { Included: number; Of: number; Partly: object[] } }[] }>(
      'investor/figures?type=ALL&endDate=2021-06-30&pageSize=200',
    );
    const late = { Id: second.fund, Name: 'FIG', Reason: '', LastDate: '2021-03-31' };
    for (const { Coverage } of Totals) expect(Coverage?.Partly).toEqual([late]);
    const chart = await get<object[]>(`investor/${first.investors.a}/chart`);
    expect(chart.at(-1)).toMatchObject({
      Quarter: '2021-06-30',
      Contributions: '60.00',
      NAV: '23.33',
      Coverage: '1 of 2 funds; excludes FIG, reported through 03/31/2021',
    });
    const explained = await get<{ Result: string; Name: string; Note: string }>(
      `explanation?subject=${first.investors.a}&figure=tvpi&date=2021-06-30`,
    );
    expect(explained.Result).toBe('0.888833333333');
    expect(explained.Note).toMatch(/^1 of 2 funds; excludes FIG.*, reported through 03\/31\/2021\./);
    // A vehicle that is ahead doesn't leave the others behind: the default is the latest quarter that both have.
    const dates = async () =>
      (await get<{ EndDate: string; IsWhole: boolean }[]>(`investor/${first.investors.a}/reporting-dates`))
        .slice(0, 2)
        .map(({ EndDate, IsWhole }) => [EndDate, IsWhole]);
    expect(await dates()).toEqual([
      ['2021-06-30', false],
      ['2021-03-31', true],
    ]);
    // The other vehicle is fully distributed, so it counts as zero.
    await enter(second, entry('DIST-ROC', '280.00', '2021-03-31'));
    const whole = (await figuresAt(first, '2021-06-30', 'INVESTOR')).find(({ Id }) => Id === first.investors.a)!;
    expect([whole.Distributions, whole.NAV]).toEqual(['198.00', '23.33']);
    expect((await dates())[0]).toEqual(['2021-06-30', true]);
  });

  it('keeps the figures of a shared investor whole when two vehicles are written to at once', async () => {
    const vehicle = await plant('PAL');
    const two = await plant('PAM', tenantId, editor, vehicle);
    const posts = Array.from({ length: 6 }, (_, i) =>
      send(editor, 'ledger', {
        VehicleId: (i % 2 === 0 ? vehicle : two).fund,
        Entries: [entry('CALL-INV', `${String(10 + i)}.00`, '2020-02-01')],
      }),
    );
    expect((await Promise.all(posts)).map(({ statusCode }) => statusCode)).toEqual(posts.map(() => 200));
    const [investors, ...own] = await Promise.all([
      figuresAt(two, '2020-03-31', 'INVESTOR'),
      figuresAt(vehicle, '2020-03-31', 'COMMITMENT'),
      figuresAt(two, '2020-03-31', 'COMMITMENT'),
    ]);
    for (const { Name, Contributions, NAV } of investors) {
      const parts = own.map((all) => Number(all.find((figures) => figures.Name === Name)?.Contributions));
      expect([Name, Number(Contributions), Number(NAV)]).toEqual([Name, parts[0]! + parts[1]!, parts[0]! + parts[1]!]);
    }
    expect(investors.map(({ Contributions }) => Contributions)).toEqual(['7.50', '45.00', '22.50']);
  });

  it('takes two writers one after the other: both are kept, the second judged by the first', async () => {
    const yew = await plant('YWT');
    const call = (amount: string) =>
      send(editor, 'ledger', { VehicleId: yew.fund, Entries: [entry('CALL-INV', amount, '2020-02-01')] });
    const both = await Promise.all([call('300.00'), call('500.00')]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const [vehicle] = await figuresAt(yew, '2020-03-31', 'VEHICLE');
    expect([vehicle!.Contributions, vehicle!.Unfunded]).toEqual(['800.00', '200.00']);
    const above = await Promise.all([call('150.00'), call('150.00')]);
    expect(above.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('takes for a security a type of its class, and for a valuation a method, and says which field is none', async () => {
    const tin = await plant('TIN');
    const [debt, equity, method] = await Promise.all(
      [
        ['debt-type', 'SENIOR'],
        ['equity-type', 'COMMON'],
        ['valuation-method', 'MARKET'],
      ].map(([type, code]) => reference(tenantId, type!, code!)),
    );
    const security = { VehicleId: tin.fund, HoldingId: tin.holding, Class: 'DEBT', Name: 'Loan' };
    expect(await refusal('security', { ...security, TypeId: equity })).toEqual([404, 'NOT_FOUND TypeId']);
    const { Id } = await post<{ Id: string }>('security', { ...security, TypeId: debt });
    const value = { SecurityId: Id, Date: '2020-03-31', FairValue: '1.00' };
    const by = (MethodId: string | undefined) => ({ VehicleId: tin.fund, Valuations: [{ ...value, MethodId }] });
    expect(await refusal('valuation', by(debt))).toEqual([404, 'NOT_FOUND Valuations[0].MethodId']);
    await post('valuation', by(method));
  });

  it('is of no vehicle that holds itself through its investors [FEEDER_CYCLE]', async () => {
    const sea = await plant('SEA');
    const bay = await plant('SEB');
    const Type = { Id: await reference(tenantId, 'investor-type', 'SPV') };
    const make = (Code: string, is: Planted) =>
      post<{ Id: string; RowVersion: number }>(
        'investor',
        { Code, Name: Code, Type, Vehicle: { Id: is.fund } },
        administrator,
      );
    const commit = (to: Planted, InvestorId: string) => ({
      VehicleId: to.fund,
      InvestorId,
      Kind: 'CLOSE',
      Date: '2020-01-01',
      Amount: '10.00',
    });
    const feeder = await make('SEA-FEED', sea);
    expect(await refusal('commitment', commit(sea, feeder.Id))).toEqual([422, 'FEEDER_CYCLE InvestorId']);
    await post('commitment', commit(bay, feeder.Id));
    const back = await make('SEB-FEED', bay);
    expect(await refusal('commitment', commit(sea, back.Id))).toEqual([422, 'FEEDER_CYCLE InvestorId']);
    // Turning an existing investor into the vehicle is refused as well.
    const plain = await post<{ Id: string; RowVersion: number }>(
      'investor',
      { Code: 'SEC', Name: 'SEC', Type },
      administrator,
    );
    await post(
      'investor',
      { Id: back.Id, RowVersion: back.RowVersion, Code: 'SEB-FEED', Name: 'SEB-FEED', Type, Vehicle: null },
      administrator,
    );
    await post('commitment', commit(sea, plain.Id));
    expect(
      await refusal(
        'investor',
        { Id: plain.Id, RowVersion: plain.RowVersion, Code: 'SEC', Name: 'SEC', Type, Vehicle: { Id: bay.fund } },
        administrator,
      ),
    ).toEqual([422, 'FEEDER_CYCLE Vehicle']);
  });
});

describe('a quarter', () => {
  it('says at values of which day its holdings stand, and is certified only once it has ended', async () => {
    const low = await plant('LOW');
    const { Id: SecurityId } = await post<{ Id: string }>('security', {
      VehicleId: low.fund,
      HoldingId: low.holding,
      Class: 'EQUITY',
      Name: 'Common',
    });
    const traded = { HoldingId: low.holding, SecurityId };
    await enter(
      low,
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('BUY', '100.00', '2020-01-15', traded),
      entry('FEE', '1.00', `${String(server.now.getUTCFullYear() + 1)}-02-01`),
    );
    const Valuations = [{ SecurityId, Date: '2020-06-30', FairValue: '120.00' }];
    await post('valuation', { VehicleId: low.fund, Valuations });
    const valued = async (end: string) => (await periodAt(low, end)).Valued;
    expect(await valued('2020-03-31')).toEqual([{ ValuedOn: null, Holdings: 1 }]);
    expect(await valued('2020-06-30')).toEqual([{ ValuedOn: '2020-06-30', Holdings: 1 }]);
    expect(await valued('2020-09-30')).toEqual([{ ValuedOn: '2020-06-30', Holdings: 1 }]);
    const today = server.now.toISOString().slice(0, 10);
    const [last] = await get<Period[]>(`period/${low.fund}`);
    expect(last!.PeriodEnd > today).toBe(true);
    // Future quarters can't be locked or valued, and the fund's page doesn't open on them.
    expect(await refusal(`period/${low.fund}/${last!.PeriodEnd}/lock`, { RowVersion: 1, WithEarlier: true })).toEqual([
      422,
      'QUARTER_NOT_ENDED EndDate',
    ]);
    const ahead = [{ SecurityId, Date: last!.PeriodEnd, FairValue: '120.00' }];
    expect(await refusal('valuation', { VehicleId: low.fund, Valuations: ahead })).toEqual([
      422,
      'DATE_TOO_LATE Valuations[0].Date',
    ]);
    const dates = await get<{ EndDate: string; IsDefault: boolean; IsWhole: boolean; Late: object[] }[]>(
      `fund/${low.fund}/reporting-dates`,
    );
    // A fund with figures isn't late, even in a future quarter.
    expect(dates[0]).toMatchObject({ EndDate: last!.PeriodEnd, IsDefault: false, IsWhole: true, Late: [] });
    expect(dates.find(({ IsDefault }) => IsDefault)).toBe(dates.find(({ EndDate }) => EndDate <= today));
    const offered = await get<{ EndDate: string }[]>('certifieddata/get-all-dates', administrator);
    expect(offered[0]!.EndDate <= today).toBe(true);
  });

  it('is not locked while a commitment that was called passed without value, nor without its called part until that is acknowledged [T14, T17]', async () => {
    const oak = await plant('OKT');
    await enter(oak, entry('CALL-INV', '100.00', '2020-01-10'));
    const ids: string[] = [];
    for (const [Kind, key] of [
      ['TRANSFER_OUT', 'a'],
      ['TRANSFER_IN', 'b'],
    ] as const) {
      const InvestorId = oak.investors[key];
      const event = { VehicleId: oak.fund, InvestorId, Kind, Date: '2020-02-15', Amount: '30.00' };
      ids.push((await post<Entered>('commitment', event)).Id);
    }
    const lock = { RowVersion: 1, Acknowledged: ['T14', 'T17'] };
    expect(await refusal(`period/${oak.fund}/2020-03-31/lock`, lock)).toEqual([422, 'NOT_RECONCILED T14']);
    for (const id of ids) await post(`commitment/event/${id}/reverse`, { Reason: 'It fell through' });
    // With two buyers on a day, one buyer's value doesn't apply to the other.
    const { a, b, gp } = oak.investors;
    for (const [Kind, InvestorId, Amount] of [
      ['TRANSFER_OUT', a, '50.00'],
      ['TRANSFER_IN', b, '30.00'],
      ['TRANSFER_IN', gp, '20.00'],
    ])
      await post('commitment', { VehicleId: oak.fund, InvestorId, Kind, Date: '2020-02-16', Amount });
    const commitments = await figuresAt(oak, '2020-03-31', 'COMMITMENT');
    const value = (to: string, Amount: string) =>
      entry('TRANSFER', '0.00', '2020-02-16', {
        Shares: [
          { CommitmentId: commitments.find(({ Name }) => Name === 'OKT LP-A')?.Id, Amount: `-${Amount}` },
          { CommitmentId: commitments.find(({ Name }) => Name === to)?.Id, Amount },
        ],
      });
    await enter(oak, value('OKT LP-B', '3.00'));
    expect(await refusal(`period/${oak.fund}/2020-03-31/lock`, lock)).toEqual([422, 'NOT_RECONCILED T14']);
    await enter(oak, value('OKT GP', '2.00'));
    // The value passed without the called part of the commitment.
    const bare = { RowVersion: 1 };
    expect(await refusal(`period/${oak.fund}/2020-03-31/lock`, bare)).toEqual([422, 'NOT_ACKNOWLEDGED T17']);
    await post(`period/${oak.fund}/2020-03-31/lock`, lock);
  });

  it('is locked with more unfunded than the commitment once that is acknowledged [T15]', async () => {
    const yew = await plant('YEW');
    await enter(
      yew,
      entry('CALL-INV', '100.00', '2020-01-10', { IsOutside: true }),
      entry('DIST-ROC', '20.00', '2020-02-10', { IsRecallable: true }),
    );
    const lock = (...Acknowledged: readonly string[]) => ({ RowVersion: 1, Acknowledged });
    expect(await refusal(`period/${yew.fund}/2020-03-31/lock`, lock())).toEqual([422, 'NOT_ACKNOWLEDGED T15']);
    const listed = async () =>
      (await get<(Period & Lock)[]>(`period/${yew.fund}`)).find(({ PeriodEnd }) => PeriodEnd === '2020-03-31');
    const open = { LockedDate: null, LockedBy: null, Acknowledged: [] };
    expect(await listed()).toMatchObject({ Version: null, ...open });
    await post(`period/${yew.fund}/2020-03-31/lock`, lock('T15'));
    expect(await listed()).toMatchObject({
      Version: 1,
      LockedDate: server.now.toISOString(),
      LockedBy: expect.stringMatching(/\S/),
      Acknowledged: [{ Code: 'T15', Title: expect.stringContaining('unfunded') }],
    });
    await post(`period/${yew.fund}/2020-03-31/reopen`, { RowVersion: 2, Reason: 'Again' }, administrator);
    expect(await listed()).toMatchObject({ Version: 1, Status: 'OPEN', ...open });
  });

  it('is locked with a commitment sold to nobody once that is acknowledged [T16]', async () => {
    const elm = await plant('OAKT');
    await enter(elm, entry('FEE', '1.00', '2020-01-10'));
    const sold = { VehicleId: elm.fund, InvestorId: elm.investors.a, Kind: 'TRANSFER_OUT', Date: '2020-02-15' };
    await post('commitment', { ...sold, Amount: '30.00' });
    const lock = (...Acknowledged: readonly string[]) => ({ RowVersion: 1, Acknowledged });
    expect(await refusal(`period/${elm.fund}/2020-03-31/lock`, lock())).toEqual([422, 'NOT_ACKNOWLEDGED T16']);
    await post(`period/${elm.fund}/2020-03-31/lock`, lock('T16'));
  });

  it('ties out after a whole commitment passed in the order of the guide, and only then [docs/user/quarter-close.md]', async () => {
    const bee = await plant('BEE');
    await enter(bee, entry('CALL-INV', '100.00', '2020-01-10'));
    const [a, b] = ['BEE LP-A', 'BEE LP-B'].map(
      async (name) => (await figuresAt(bee, '2020-03-31', 'COMMITMENT')).find(({ Name }) => Name === name)!.Id,
    );
    const pass = (Kind: string, key: 'a' | 'b') =>
      send(editor, 'commitment', {
        VehicleId: bee.fund,
        InvestorId: bee.investors[key],
        Kind,
        Date: '2020-02-15',
        Amount: '300.00',
      });
    // As the form posts it: the full amount to one investor.
    const shareEntry = (Type: string, Amount: string, CommitmentId: string) =>
      entry(Type, Amount, '2020-02-15', { AllocationKey: 'ONE', Shares: [{ CommitmentId, Amount }] });
    expect((await pass('TRANSFER_OUT', 'b')).json<object>()).toMatchObject({
      Errors: [{ Code: 'UNFUNDED_BELOW_ZERO' }],
    });
    expect((await pass('TRANSFER_IN', 'a')).statusCode).toBe(200);
    await enter(bee, shareEntry('TRANSFER', '-30.00', await b!), shareEntry('TRANSFER', '30.00', await a!));
    await enter(bee, shareEntry('UNFUNDED', '30.00', await b!), shareEntry('UNFUNDED', '-30.00', await a!));
    expect((await pass('TRANSFER_OUT', 'b')).statusCode).toBe(200);
    const [seller] = (await figuresAt(bee, '2020-03-31', 'COMMITMENT')).filter(({ Name }) => Name === 'BEE LP-B');
    expect(seller).toMatchObject({ NAV: '0.00', Unfunded: '0.00' });
    await post(`period/${bee.fund}/2020-03-31/lock`, { RowVersion: 1 });
  });

  it('is not locked while more carry is reversed than was accrued and earned [T13]', async () => {
    const ivy = await plant('IVY');
    await enter(ivy, entry('CALL-INV', '100.00', '2020-01-10'), entry('CARRY-EARNED', '-10.00', '2020-01-10'));
    const lock = () => refusal(`period/${ivy.fund}/2020-03-31/lock`, { RowVersion: 1, Acknowledged: ['T13'] });
    expect(await lock()).toEqual([422, 'NOT_RECONCILED T13']);
    await enter(ivy, entry('CARRY-ACCRUED', '10.00', '2020-01-10'));
    await post(`period/${ivy.fund}/2020-03-31/lock`, { RowVersion: 1 });
  });

  it('is locked in order, takes nothing more, and shows what comes late in the first open one after it [PERIOD_LOCKED]', async () => {
    const bay = await plant('BAY');
    await enter(bay, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '100.00', '2020-05-01'));
    const lock = (end: string, RowVersion: number) => send(editor, `period/${bay.fund}/${end}/lock`, { RowVersion });
    expect((await lock('2020-06-30', 1)).statusCode).toBe(409);
    expect((await lock('2020-03-31', 1)).json<Period>()).toMatchObject({ Status: 'LOCKED', Version: 1, RowVersion: 2 });
    expect((await lock('2020-03-31', 1)).statusCode).toBe(409);
    const locked = (await periodAt(bay, '2020-03-31')).Figures;
    expect(
      await refusal('ledger', {
        VehicleId: bay.fund,
        Entries: [entry('FEE', '5.00', '2020-02-01', { BookedPeriod: '2020-03-31' })],
      }),
    ).toEqual([422, 'PERIOD_LOCKED Entries[0].BookedPeriod']);
    const [late] = await enter(bay, entry('FEE', '5.00', '2020-02-01'));
    expect(late).toMatchObject({ BookedPeriod: '2020-06-30', IsLate: true });
    expect((await periodAt(bay, '2020-03-31')).Figures).toEqual(locked);
    expect((await figuresAt(bay, '2020-06-30', 'VEHICLE'))[0]!.NAV).toBe('195.00');
    await enter(bay, entry('FEE', '1.00', '2020-12-01'));
    const whole = await send(editor, `period/${bay.fund}/2020-12-31/lock`, { RowVersion: 1, WithEarlier: true });
    expect(whole.json<Period>()).toMatchObject({ Status: 'LOCKED', Version: 1 });
    const periods = await get<{ PeriodEnd: string; Status: string; Version: number }[]>(`period/${bay.fund}`);
    expect(periods.map(({ PeriodEnd, Status, Version }) => `${PeriodEnd} ${Status} ${Version}`)).toEqual([
      '2020-12-31 LOCKED 1',
      '2020-09-30 LOCKED 1',
      '2020-06-30 LOCKED 1',
      '2020-03-31 LOCKED 1',
    ]);
  });

  it('is not locked with other figures than those that were confirmed', async () => {
    const oak = await plant('OWL');
    await enter(oak, entry('CALL-INV', '100.00', '2020-02-01'));
    const path = `period/${oak.fund}/2020-03-31`;
    const confirmed = await periodAt(oak, '2020-03-31');
    await enter(oak, entry('FEE', '5.00', '2020-03-01'));
    const lock = (FiguresDigest: string) => send(editor, `${path}/lock`, { RowVersion: 1, FiguresDigest });
    const refused = await lock(confirmed.FiguresDigest);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ Errors: object[] }>().Errors).toEqual([
      {
        Path: 'FiguresDigest',
        Code: 'CONFLICT',
        Message:
          'The figures of the quarter ending 03/31/2020 have changed since you opened them. The NAV is now 95.00 EUR. Review them again.',
      },
    ]);
    const now = await periodAt(oak, '2020-03-31');
    expect(now).toMatchObject({ Status: 'OPEN', Version: null });
    expect((await lock(now.FiguresDigest)).json<Period>()).toMatchObject({ Status: 'LOCKED', Version: 1 });
    // The figures of a locked quarter are the confirmed ones.
    expect((await periodAt(oak, '2020-03-31')).FiguresDigest).toBe(now.FiguresDigest);
  });

  it('has figures though nothing was booked for it, when something is for a later one', async () => {
    const gap = await plant('GAP');
    await enter(gap, entry('CALL-INV', '100.00', '2020-02-01'));
    await enter(gap, entry('FEE', '5.00', '2020-11-30'));
    const ends = (await get<{ PeriodEnd: string }[]>(`period/${gap.fund}`)).map(({ PeriodEnd }) => PeriodEnd);
    expect(ends).toEqual(['2020-12-31', '2020-09-30', '2020-06-30', '2020-03-31']);
    const navs = await Promise.all(ends.map(async (end) => (await figuresAt(gap, end, 'VEHICLE'))[0]!.NAV));
    expect(navs).toEqual(['95.00', '100.00', '100.00', '100.00']);
    const listed = await get<{ PageData: { FundId: string; NAV: string | null }[] }>(
      'fund/funds?endDate=2020-06-30&PageSize=100',
    );
    // The share of the 900 of 1,000 that pay fees.
    expect(listed.PageData.find(({ FundId }) => FundId === gap.fund)?.NAV).toBe('90.00');
  });

  it('is opened again by an administrator with a reason, and locked as the next version', async () => {
    const box = await plant('BOX');
    await enter(box, entry('CALL-INV', '100.00', '2020-02-01'));
    const path = `period/${box.fund}/2020-03-31`;
    const { RowVersion } = await post<Period>(`${path}/lock`, { RowVersion: 1 });
    const reopen = { RowVersion, Reason: 'A fee was left out' };
    expect((await send(editor, `${path}/reopen`, reopen)).statusCode).toBe(403);
    const open = await post<Period>(`${path}/reopen`, reopen, administrator);
    expect(open).toMatchObject({ Status: 'OPEN', Version: 1 });
    const [fee] = await enter(box, entry('FEE', '5.00', '2020-03-01'));
    expect(fee!.IsLate).toBe(false);
    expect(await post<Period>(`${path}/lock`, { RowVersion: open.RowVersion })).toMatchObject({
      Version: 2,
      Status: 'LOCKED',
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
    interface Changes {
      readonly Figures: readonly { Subject: string; Field: string; Old: string; New: string; Difference: string }[];
      readonly Account: readonly { Row: number; Period: string; Old: string; New: string; Difference: string }[];
      readonly Entered: readonly { Id: string; TypeTitle: string; Source: object | null; Origin: string }[];
      readonly Reopened: readonly { By: string | null; Reason: string }[];
    }
    const changes = await get<Changes>(`${path}/changes?from=1&to=2`);
    expect(changes.Figures.filter(({ Subject, Field }) => Subject === 'VEHICLE' && Field === 'nav')).toMatchObject([
      { Old: '100.00', New: '95.00', Difference: '-5.00' },
    ]);
    expect(changes.Entered).toMatchObject([{ Id: fee!.Id, TypeTitle: 'Management fees', Source: null }]);
    // A reviewer sees who entered it, and why the quarter was reopened.
    expect(changes.Entered[0]!.Origin).not.toBe('');
    expect(changes.Reopened).toMatchObject([{ Reason: 'A fee was left out' }]);
    const rowOf = (number: number) => changes.Account.filter(({ Row, Period }) => Row === number && Period === 'ITD');
    expect([rowOf(21), rowOf(95)].map(([first]) => [first?.Old, first?.New, first?.Difference])).toEqual([
      ['0.00', '-5.00', '-5.00'],
      ['100.00', '95.00', '-5.00'],
    ]);
    expect(rowOf(13)).toEqual([]);
    const noChanges = { Figures: [], Policy: null, Account: [], Entered: [], Reopened: [] };
    expect(await get<Changes>(`${path}/changes?from=2`)).toEqual(noChanges);
    // Before the first entry there was no account.
    const all = await get<Changes>(`${path}/changes?from=2000-01-01T00:00:00.000Z&to=1`);
    expect(all.Account.find(({ Row, Period }) => Row === 95 && Period === 'ITD')).toMatchObject({
      Old: null,
      New: '100.00',
    });
    const file = async (format: string) =>
      send(editor, `${path}/changes/export?from=1&to=2&format=${encodeURIComponent(format)}`);
    const csv = (await file('csv')).body;
    expect(csv).toContain('Capital account,,"95 ');
    expect(csv).toContain('Reopened,,A fee was left out');
    expect(csv).toMatch(/Entered in between,,Management fees,/);
    const begins = await Promise.all(
      ['excel', 'application/pdf'].map(async (format) => (await file(format)).rawPayload.subarray(0, 4).toString()),
    );
    expect(begins).toEqual(['PK\u0003\u0004', '%PDF']);
    const navAt = async (seq: string) =>
      (await get<Period>(`${path}?asKnownOn=${seq}`)).Figures.find(({ Subject }) => Subject === 'VEHICLE')?.NAV;
    expect(await Promise.all(['1', '2', 'NOW', '2000-01-01T00:00:00.000Z'].map(navAt))).toEqual([
      '100.00',
      '95.00',
      '95.00',
      undefined,
    ]);
    expect((await send(editor, `${path}/changes?from=7`)).statusCode).toBe(404);
  });

  it('counts figures that read as they did in the files of what changed, and lists the others', async () => {
    const cup = await plant('CUP');
    await enter(cup, entry('CALL-INV', '100.00', '2020-02-01'), entry('DIST-ROC', '0.01', '2020-02-02'));
    const path = `period/${cup.fund}/2020-03-31`;
    await post<Period>(`${path}/lock`, { RowVersion: 1 });
    const { RowVersion } = await post<Period>(`${path}/reopen`, { RowVersion: 2, Reason: 'A cent' }, administrator);
    await enter(cup, entry('FEE', '0.01', '2020-03-01'));
    await post<Period>(`${path}/lock`, { RowVersion });
    const { Figures } = await get<{ Figures: readonly { Title: string; Subject: string; ReadsAlike: boolean }[] }>(
      `${path}/changes?from=1&to=2`,
    );
    const alike = Figures.filter(({ ReadsAlike }) => ReadsAlike);
    expect(alike.map(({ Title, Subject }) => `${Subject} ${Title}`)).toContain('VEHICLE TVPI');
    const csv = (await send(editor, `${path}/changes/export?from=1&to=2&format=csv`)).body;
    const listed = csv.split('\r\n').filter((line) => line.startsWith('Figures,'));
    expect(listed).toHaveLength(Figures.length - alike.length + 2);
    expect(listed.at(-2)).toContain('Fund amounts cover all partners. Net IRR and multiples exclude');
    expect(listed.at(-1)).toContain(`${String(alike.length)} figures changed by less than the displayed precision`);
    expect(listed.join('\n')).not.toContain('TVPI');
    expect(listed.join('\n')).toMatch(/NAV,99\.99,99\.98,-0\.01/);
  });
});

describe('figures of open quarters', () => {
  it('are made anew by another setting of the firm or version of the rules; what was locked keeps its own, and says by which', async () => {
    const tenant = await server.tenant();
    const as = await server.person(tenant, { performance: 'administrator', carry: 'administrator' });
    const net = await plant('NET', tenant, as);
    await enter(
      net,
      entry('CALL-INV', '500.00', '2020-02-01'),
      entry('INC-OTHER', '400.00', '2020-02-02'),
      entry('DIST-ROC', '100.00', '2020-02-03', { IsRecallable: true }),
      entry('DIST-GAIN', '200.00', '2020-02-03'),
      entry('FEE', '1.00', '2020-06-30'),
      entry('REBATE', '1.00', '2020-06-30'),
    );
    const request = async (path: string, payload?: object) => {
      const answer = await send(as, path, payload, tenant);
      expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
      return answer.json<Period>();
    };
    const displayed = async (end: string) => {
      const { Figures: all } = await request(`period/${net.fund}/${end}`);
      return all.filter(({ Subject }) => Subject === 'VEHICLE').map(({ TVPI, Policy }) => `${String(TVPI)} ${Policy}`);
    };
    expect([await displayed('2020-03-31'), await displayed('2020-06-30')]).toEqual([['1.8 ILPA'], ['1.8 ILPA']]);
    await request(`period/${net.fund}/2020-03-31/lock`, { RowVersion: 1 });
    const { RowVersion } = await request('/api/tenant/settings');
    await request('/api/tenant/settings', { RowVersion, NettedMultiples: 'True' });
    // It runs in the background; the response to the change of the setting comes first.
    await vi.waitFor(async () => expect(await displayed('2020-06-30')).toEqual(['2 NETTED']), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await displayed('2020-03-31')).toEqual(['1.8 ILPA']);
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
    await vi.waitFor(async () => expect(await displayed('2020-06-30')).toEqual(['2 NETTED']), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await displayed('2020-03-31')).toEqual(['9 ILPA']);
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
    const own = await send(as, '/api/task', undefined, tenant);
    expect(own.json<readonly object[]>()).toHaveLength(1);

    // The list of changes includes the policy, which explains the multiples.
    await request(`period/${net.fund}/2020-03-31/reopen`, { RowVersion: 2, Reason: 'A fee was left out' });
    await enter(net, entry('FEE', '1.00', '2020-03-01'));
    const changes = `period/${net.fund}/2020-03-31/changes`;
    const changed = (await send(as, `${changes}?from=1&to=NOW`, undefined, tenant)).json<{ Policy: object }>();
    expect(changed.Policy).toEqual({ Old: 'ILPA', New: 'NETTED' });
    const csv = (await send(as, `${changes}/export?from=1&to=NOW&format=csv`, undefined, tenant)).body;
    expect(csv).toContain('Recallable distributions used to count as distributed; now they reduce paid-in capital.');
  });
});

describe('what others report', () => {
  interface FundPeriod {
    readonly Status: string;
    readonly PeriodReportingData: Readonly<Record<string, string | null>>;
    readonly Computed: Readonly<Record<string, string | null>>;
  }
  const report = ({ fund }: Planted, ...Figures: readonly object[]) =>
    post<readonly Entered[]>('reported', { VehicleId: fund, Figures });
  const reported = (Figure: string, Value: string, Date: string, more: object = {}) => ({
    Figure,
    Value,
    Date,
    ...more,
  });

  /** Returns the explained result of a fund's figure, or the reason why it has none. */
  const whyOf = (subject: string, date: string) => async (figure: string) => {
    const { Result, WhyNot } = await get<{ Result: string | null; WhyNot?: { Code: string } | null }>(
      `explanation?subject=${subject}&date=${date}&figure=${figure}`,
    );
    return Result ?? WhyNot?.Code;
  };

  it('stays beside the ledger, is compared when a quarter is locked, and is taken back by a reason [T12]', async () => {
    const fir = await plant('RPA');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'));
    const [nav] = await report(
      fir,
      reported('nav', '100.05', '2020-03-31', { Description: 'Statement of the administrator' }),
      reported('tvpi', '1.00004', '2020-03-31'),
      reported('irr', '3.1', '2020-02-29'),
    );
    await enter(fir, entry('CALL-INV', '10.00', '2020-05-01'));
    const [vehicle] = await figuresAt(fir, '2020-03-31', 'VEHICLE');
    expect(vehicle!.NAV).toBe('100.00');
    const off = async () =>
      (
        await get<{ Code: string; Differences: { Message: string }[] }[]>(`period/${fir.fund}/2020-03-31/tie-outs`)
      ).flatMap(({ Code, Differences }) => Differences.map(({ Message }) => `${Code} ${Message}`));
    expect(await off()).toEqual(['T12 NAV of the fund: 100.05, should be 100.00, difference 0.05']);
    // Locking the next quarter together with earlier ones requires acknowledging their differences.
    const next = await get<{ Differences: { Message: string }[] }[]>(
      `period/${fir.fund}/2020-06-30/tie-outs?withEarlier=true`,
    );
    expect(next.flatMap(({ Differences }) => Differences.map(({ Message }) => Message))).toEqual([
      '2020-03-31: NAV of the fund: 100.05, should be 100.00, difference 0.05',
    ]);
    const lock = (Acknowledged: readonly string[]) => ({ RowVersion: 1, Acknowledged });
    expect(await refusal(`period/${fir.fund}/2020-03-31/lock`, lock([]))).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await post(`reported/${nav!.Id}/reverse`, { Reason: 'Of another class of shares' });
    expect(await off()).toEqual([]);
    expect(await refusal(`reported/${nav!.Id}/reverse`, { Reason: 'Again' })).toEqual([422, 'ALREADY_REVERSED ']);
    await report(fir, reported('nav', '100.07', '2020-03-31'));
    await post(`period/${fir.fund}/2020-03-31/lock`, lock(['T12']));
    const [late] = await report(fir, reported('nav', '100.00', '2020-03-31'));
    expect(late).toMatchObject({ BookedPeriod: '2020-06-30', IsLate: true });
    const rows = await get<{ Value: string; Counts: boolean; Title: string }[]>(`reported?vehicleId=${fir.fund}`);
    expect(rows.filter(({ Counts }) => Counts).map(({ Title, Value }) => `${Title} ${Value}`)).toEqual([
      'NAV 100',
      'TVPI 1.00004',
      'Net IRR 3.1',
    ]);
    expect(rows).toHaveLength(6);
  });

  it('is refused with every reason at its figure', async () => {
    const fig = await plant('RPB');
    const other = await plant('RPC');
    const [stranger] = await get<{ Id: string }[]>(`commitment?vehicleId=${other.fund}`);
    const wrong = {
      VehicleId: fig.fund,
      Figures: [
        reported('nav', '1.234', '2020-03-31'),
        reported('nav', '1.00', '2020-03-31'),
        reported('commitment', '-1.00', '2020-03-31'),
        reported('tvpi', '1.1', '2020-03-31', { CommitmentId: stranger!.Id }),
      ],
    };
    expect(await refusal('reported', wrong)).toEqual([
      404,
      'MONEY_SCALE Figures[0].Value',
      'GIVEN_TWICE Figures[1].Date',
      'NEGATIVE_AMOUNT Figures[2].Value',
      'NOT_FOUND Figures[3].CommitmentId',
    ]);
    expect(await get(`reported?vehicleId=${fig.fund}`)).toEqual([]);
  });

  it('is awaited: a quarter end after today that nothing has a value at is not offered', async () => {
    const basis = { NavBasis: { Code: 'REPORTED', Description: 'Reported' } };
    const sage = await plant('RPS', tenantId, editor, undefined, basis);
    await enter(sage, entry('CALL-INV', '100.00', '2020-02-01'));
    const unfunded = () => get<{ Id: string; Unfunded: string }[]>(`commitment?vehicleId=${sage.fund}`);
    const before = await unfunded();
    const today = server.now.toISOString().slice(0, 10);
    await enter(sage, entry('UNFUNDED', '1.00', today, { Shares: [{ CommitmentId: before[0]!.Id, Amount: '1.00' }] }));
    const [last] = await get<Period[]>(`period/${sage.fund}`);
    expect(last!.PeriodEnd > today).toBe(true);
    // The single share is used as it is, although no key was named.
    const added = (await unfunded()).map(({ Unfunded }, at) => Number(Unfunded) - Number(before[at]!.Unfunded));
    expect(added).toEqual([1, 0, 0]);
    const dates = await get<{ EndDate: string }[]>(`fund/${sage.fund}/reporting-dates`);
    expect(dates[0]!.EndDate <= today).toBe(true);
  });

  it('is the net asset value of a fund on that basis, rolled forward by later cash [ROLLED_FORWARD]', async () => {
    const basis = { NavBasis: { Code: 'REPORTED', Description: 'Reported' } };
    const rye = await plant('RPD', tenantId, editor, undefined, basis);
    await enter(rye, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '40.00', '2020-05-01'));
    const navs = async (subject: string) =>
      (await figuresAt(rye, '2020-06-30', subject)).map(({ NAV, NotDetermined }) => NAV ?? NotDetermined[0]!.Code);
    expect(await navs('VEHICLE')).toEqual(['NAV_MISSING']);
    const commitments = await get<{ Id: string; Investor: { Id: string } }[]>(`commitment?vehicleId=${rye.fund}`);
    const idOf = (key: 'a' | 'b' | 'gp') => commitments.find(({ Investor }) => Investor.Id === rye.investors[key])!.Id;
    await report(
      rye,
      reported('nav', '66.00', '2020-03-31', { CommitmentId: idOf('a') }),
      reported('nav', '33.00', '2020-03-31', { CommitmentId: idOf('b') }),
      reported('nav', '11.00', '2020-03-31', { CommitmentId: idOf('gp') }),
    );
    // Each includes the calls since.
    expect([await navs('VEHICLE'), await navs('COMMITMENT'), await navs('INVESTOR')]).toEqual([
      ['150.00'],
      ['15.00', '90.00', '45.00'],
      ['15.00', '90.00', '45.00'],
    ]);
    const listed = await get<{ PageData: { FundId: string; RolledForwardFrom: string | null }[] }>(
      'fund/funds?endDate=2020-06-30&PageSize=100',
    );
    expect(listed.PageData.find(({ FundId }) => FundId === rye.fund)?.RolledForwardFrom).toBe('2020-03-31');
    await post(`period/${rye.fund}/2020-03-31/lock`, { RowVersion: 1 });
    expect((await figuresAt(rye, '2020-03-31', 'VEHICLE'))[0]!.NAV).toBe('110.00');
    // Its statement begins and ends with the reported values. The part that doesn't come from paid-in amounts or the
    // ledger is its gain.
    interface Account {
      readonly Rows: readonly { readonly Row: number; readonly QTD: string | null; readonly ITD: string | null }[];
      readonly Partners: readonly { readonly ITD: { readonly Ending: string | null } }[];
    }
    const { Rows, Partners } = await get<Account>(`fund/${rye.fund}/2020-06-30/cas`);
    const row = (number: number) => Rows.filter(({ Row }) => Row === number).map(({ QTD, ITD }) => [QTD, ITD])[0];
    expect([row(12), row(13), row(93), row(95)]).toEqual([
      ['110.00', '0.00'],
      ['40.00', '140.00'],
      ['0.00', '10.00'],
      ['150.00', '150.00'],
    ]);
    expect(Partners.map(({ ITD }) => ITD.Ending)).toEqual(['15.00', '90.00', '45.00']);
    // Its bridge and the explanation of each row agree.
    const { Periods } = await get<{ Periods: readonly Readonly<Record<string, string>>[] }>(
      `fund/${rye.fund}/2020-06-30/bridge`,
    );
    expect(
      Periods.map(({ Opening, Contributions, Unrealized, Closing }) => [Opening, Contributions, Unrealized, Closing]),
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

  it('is in the statements of a fund without a ledger; what nobody said is not determined [A-P-111] [NOT_REPORTED]', async () => {
    const basis = { NavBasis: { Code: 'REPORTED', Description: 'Reported' } };
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
    interface Account {
      readonly Rows: readonly { readonly Row: number; readonly QTD: string | null; readonly ITD: string | null }[];
      readonly NotDetermined: readonly { readonly Field: string; readonly Code: string }[];
    }
    const { Rows, NotDetermined } = await get<Account>(`fund/${oat.fund}/2020-06-30/cas`);
    const row = (number: number) => Rows.filter(({ Row }) => Row === number).map(({ QTD, ITD }) => [QTD, ITD])[0];
    expect([12, 13, 14, 93, 95, 108, 114].map(row)).toEqual([
      ['95.00', '0.00'],
      ['80.00', '180.00'],
      ['-30.00', '-30.00'],
      [null, null],
      ['160.00', '160.00'],
      ['1000.00', '1000.00'],
      [null, null],
    ]);
    expect(new Set(NotDetermined.map(({ Code }) => Code))).toEqual(new Set(['NOT_REPORTED']));
    expect(NotDetermined.map(({ Field }) => Field)).toContain('unrealized');
    const line = await get<{ PageData: readonly Readonly<Record<string, string | null>>[] }>(
      `capitalaccount/2020-06-30/fund-cas-report?periodId=QTD&pageSize=200`,
    );
    expect(line.PageData.find(({ FundCode }) => FundCode === 'RPF')).toMatchObject({
      Beginning: '95.00',
      Contributions: '80.00',
      Operating: null,
      Ending: '160.00',
    });
    const why = whyOf(oat.fund, '2020-06-30');
    expect([await why('account.QTD.13'), await why('account.QTD.93'), await why('bridge.ITD.income')]).toEqual([
      '80.00',
      'NOT_REPORTED',
      'NOT_REPORTED',
    ]);
    const refused = async (path: string) => {
      const answer = await send(editor, path);
      return [answer.statusCode, answer.json<{ Errors: { Code: string }[] }>().Errors[0]?.Code];
    };
    const fundQuery = `fundId=${oat.fund}`;
    for (const path of [
      `fund/${oat.fund}/2020-06-30/bridge`,
      `portfoliosummary/2020-06-30/pfs-report?${fundQuery}`,
      `ilpa/summary?${fundQuery}&endDate=2020-06-30`,
      `ilpa/investorexport?${fundQuery}&endDate=2020-06-30`,
    ])
      expect([path, ...(await refused(path))]).toEqual([path, 422, 'NOT_REPORTED']);
    const file = (query: string) => send(editor, `capitalaccount/2020-06-30/cas-report/export?${fundQuery}${query}`);
    expect((await file('')).statusCode).toBe(200);
    // ILPA's template is refused, so a statement doesn't have its fund columns either.
    const statement = await file(`&investorId=${oat.investors.a}&format=application/pdf`);
    expect(statement.statusCode).toBe(200);
    expect(pdfTexts(statement.rawPayload).flat().join(' ')).not.toContain('Total Fund');
    // With its first cash, the ledger applies again.
    await enter(oat, entry('CALL-INV', '10.00', '2020-06-01'));
    const { Rows: after } = await get<Account>(`fund/${oat.fund}/2020-06-30/cas`);
    expect(after.find(({ Row }) => Row === 13)?.ITD).toBe('10.00');
  });

  it('of a fund and a quarter is read beside what is computed and saved as a whole [E-P-044 E-P-045]', async () => {
    const sky = await plant('RPE');
    await enter(sky, entry('CALL-INV', '100.00', '2020-02-01'));
    const save = (periodReportingData: object) =>
      post<FundPeriod>('fund/save-fund-period', {
        FundId: sky.fund,
        PeriodReportingData: { PeriodEndDate: '2020-03-31', ...periodReportingData },
      });
    expect(await save({ NAV: '101.50', IRR: '9.1' })).toMatchObject({
      Status: 'OPEN',
      PeriodReportingData: { PeriodEndDate: '2020-03-31', NAV: '101.5', IRR: '9.1', TVPI: null },
      Computed: { NAV: '100.00', Contributions: '100.00' },
    });
    const { PeriodReportingData } = await save({ NAV: null, TVPI: '1.01' });
    expect(PeriodReportingData).toMatchObject({ NAV: null, IRR: '9.1', TVPI: '1.01' });
    expect(await get(`fund/${sky.fund}/03-31-2020/fund-period`)).toMatchObject({ PeriodReportingData });
    await post(`period/${sky.fund}/2020-03-31/lock`, { RowVersion: 1, Acknowledged: ['T12'] });
    expect(
      await refusal('fund/save-fund-period', {
        FundId: sky.fund,
        PeriodReportingData: { PeriodEndDate: '2020-03-31', NAV: '1.00' },
      }),
    ).toEqual([422, 'PERIOD_LOCKED PeriodReportingData.PeriodEndDate']);
  });
});

describe('the ledger of a firm', () => {
  it('is seen and written by nobody of another', async () => {
    const own = await plant('GUM');
    const [saved] = await enter(own, entry('CALL-INV', '100.00', '2020-02-01'));
    const other = await server.tenant();
    const stranger = await server.person(other, { performance: 'administrator' });
    const statusOf = async (path: string, payload?: object) => (await send(stranger, path, payload, other)).statusCode;
    expect(await statusOf(`ledger/${saved!.Id}`)).toBe(404);
    expect(await statusOf(`period/${own.fund}/2020-03-31`)).toBe(404);
    expect(await statusOf(`commitment?vehicleId=${own.fund}`)).toBe(404);
    expect(await statusOf('ledger', { VehicleId: own.fund, Entries: [entry('FEE', '1.00', '2020-02-01')] })).toBe(404);
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
    const body = { VehicleId: pin.fund, Entries: [entry('CALL-INV', '1.00', '2020-02-01')] };
    const refused = await send(viewer, 'ledger', body);
    expect([refused.statusCode, refused.json<{ Message: string }>().Message]).toEqual([
      403,
      'You don’t have permission to do this. You need the Editor role in Performance.',
    ]);
    expect((await send(viewer, `period/${pin.fund}/2020-03-31`)).statusCode).toBe(200);
    expect((await send(carry, `period/${pin.fund}/2020-03-31`)).statusCode).toBe(403);
  });

  it('is found whole by the audit, and a share that was changed behind its back is told', async () => {
    const rue = await plant('RUE');
    const [saved] = await enter(rue, entry('CALL-INV', '100.00', '2020-02-01'), entry('FEE', '3.00', '2020-05-01'));
    await post(`period/${rue.fund}/2020-03-31/lock`, { RowVersion: 1 });
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
      saved!.Id,
    ]);
    expect(await findings()).not.toEqual([]);
    await admin.end();
  });
});
