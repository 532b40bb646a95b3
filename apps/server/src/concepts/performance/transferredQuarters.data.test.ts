import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';
import { uploadsOf } from '../../testing/uploads.ts';

const base = '/api/performance';
const quarters = ['2025-12-31', '2026-03-31', '2026-06-30', '2026-09-30'] as const;
const [first, second, third, fourth] = quarters;

type Figure = Readonly<Record<string, string | boolean | null | readonly object[]>> & {
  readonly Subject: string;
  readonly Id: string;
  readonly Name: string | null;
};
interface Period {
  readonly Status: string;
  readonly RowVersion: number;
  readonly FiguresDigest: string;
  readonly Figures: readonly Figure[];
}
interface TieOut {
  readonly Code: string;
  readonly BlocksLock: boolean;
  readonly Differences: readonly { readonly Message: string }[];
}
interface Account {
  readonly Rows: readonly { readonly Row: number; readonly QTD: string | null; readonly ITD: string | null }[];
}

/** Figures of a commitment that the investor's firm stores as its manager does. */
const sameFigures = [
  'Commitment',
  'Contributions',
  'Distributions',
  'Unfunded',
  'NAV',
  'NAVBeforeCarry',
  'CarryPaid',
  'Unrealized',
  'IRR',
  'DPI',
  'RVPI',
  'TVPI',
  'PIC',
];

describe('quarters of a transferred fund', () => {
  let server: TestServer;
  const firm = { id: '', person: {} as TestPerson };
  const endowment = { id: '', person: {} as TestPerson };
  type Side = typeof firm;
  const theirs = { fund: '', investor: '', holding: '', security: '' };
  const own = { fund: '', investor: '' };
  let earlier = '';

  async function call<T>(of: Side, method: 'GET' | 'POST', path: string, payload?: object): Promise<T> {
    const url = `${base}/${path}`;
    const response = await server.call(of.person.token, of.id, { method, url, ...(payload ? { payload } : {}) });
    expect(response.statusCode, `${url}: ${response.body.slice(0, 900)}`).toBe(200);
    return response.json<T>();
  }
  const get = <T>(of: Side, path: string) => call<T>(of, 'GET', path);
  const post = <T>(of: Side, path: string, payload: object) => call<T>(of, 'POST', path, payload);
  const create = async (of: Side, path: string, payload: object) => (await post<{ Id: string }>(of, path, payload)).Id;

  const fundOf = (side: Side) => (side === firm ? theirs.fund : own.fund);
  const periodOf = (side: Side, end: string) => get<Period>(side, `period/${fundOf(side)}/${end}`);
  const lock = async (side: Side, end: string, more: object = {}) => {
    const { RowVersion, FiguresDigest } = await periodOf(side, end);
    return post(side, `period/${fundOf(side)}/${end}/lock`, { RowVersion, FiguresDigest, ...more });
  };
  const reopen = async (side: Side, end: string) => {
    const { RowVersion } = await periodOf(side, end);
    await post(side, `period/${fundOf(side)}/${end}/reopen`, { RowVersion, Reason: 'A late invoice' });
  };
  const differencesOf = async (side: Side, end: string) =>
    (await get<readonly TieOut[]>(side, `period/${fundOf(side)}/${end}/tie-outs`)).flatMap(
      ({ Code, BlocksLock, Differences }) => Differences.map(({ Message }) => [Code, BlocksLock, Message]),
    );
  const accountOf = (side: Side, end: string) =>
    get<Account>(
      side,
      side === firm
        ? `capitalaccount/${end}/${theirs.investor}/fund/${theirs.fund}`
        : `capitalaccount/${end}/${own.investor}/fund/${own.fund}`,
    );
  const send = (end: string) => create(firm, 'data-transfer/submit', { InvestorId: theirs.investor, EndDate: end });
  async function accept(end: string, choices: Readonly<Record<string, 'MINE' | 'THEIRS'>> = {}) {
    const Id = await send(end);
    const { Funds } = await get<{ Funds: readonly { Id: string; Conflicts: readonly { Field: string }[] }[] }>(
      endowment,
      `data-transfer/${Id}`,
    );
    const Resolutions = Funds.flatMap(({ Id: FundId, Conflicts }) =>
      Conflicts.map(({ Field }) => ({ FundId, Field, Choice: choices[Field] ?? 'THEIRS' })),
    );
    await post(endowment, 'data-transfer/accept', { Id, Resolutions });
    const { PageData } = await get<{ PageData: { FundId: string }[] }>(endowment, 'fund/funds');
    own.fund = PageData[0]!.FundId;
    own.investor = (await get<{ Id: string }[]>(endowment, 'capitalaccount/cas-investors'))[0]!.Id;
    return Id;
  }
  /** Expects a locked quarter to have the figures and the account that the manager's firm shows. */
  async function expectManagersFigures(end: string) {
    const [here, there] = [await periodOf(endowment, end), await periodOf(firm, end)];
    expect(here.Status).toBe('LOCKED');
    const manager = there.Figures.find(({ Subject, Name }) => Subject === 'COMMITMENT' && Name === 'LAKE');
    const expected = sameFigures.map((name) => [name, manager![name]]);
    expect(expected.filter(([, value]) => typeof value !== 'string')).toEqual([]);
    for (const subject of ['COMMITMENT', 'VEHICLE']) {
      const stored = here.Figures.find(({ Subject }) => Subject === subject);
      expect([subject, sameFigures.map((name) => [name, stored![name]])]).toEqual([subject, expected]);
    }
    const { Entries } = await get<{ Entries: readonly { Total: Record<string, string | null> }[] }>(
      firm,
      `portfoliosummary/${end}/pfs-report?fundId=${theirs.fund}&investorId=${theirs.investor}`,
    );
    const total = Entries.at(-1)!.Total;
    const vehicle = here.Figures.find(({ Subject }) => Subject === 'VEHICLE')!;
    expect(['Invested', 'Proceeds', 'Income', 'Cost', 'FairValue', 'GrossMOIC'].map((name) => vehicle[name])).toEqual(
      ['Invested', 'Proceeds', 'Income', 'RemainingCost', 'FairValue', 'GrossMOIC'].map((name) => total[name]),
    );
    expect(typeof vehicle.FairValue).toBe('string');
    expect((await accountOf(endowment, end)).Rows).toEqual((await accountOf(firm, end)).Rows);
  }
  const verify = async () => {
    for (const { id } of [firm, endowment]) {
      const { findings } = await server.withTenant(
        { tenantId: id, personId: null, now: server.now.toISOString() },
        (tx) => verifyTenant(tx, server.auditKey),
      );
      expect(findings.filter(({ of }) => of[0] !== 'reference').map(({ of, what }) => [of, what])).toEqual([]);
    }
  };

  beforeAll(async () => {
    server = await TestServer.start();
    for (const [side, name] of [
      [firm, 'Ridge Partners'],
      [endowment, 'Lakeside Endowment'],
    ] as const) {
      side.id = await server.tenant(name);
      side.person = await server.person(side.id, { performance: 'administrator' });
    }
    await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [endowment.id]);
    const entry = async (type: string, code: string) => {
      await server.referenceEntry(endowment.id, type, code);
      return { Id: await server.referenceEntry(firm.id, type, code) };
    };
    const Currency = await entry('currency', 'EUR');
    const types = { INVESTOR: await entry('investor-type', 'INVESTOR'), GP: await entry('investor-type', 'GP') };
    theirs.fund = await create(firm, 'fund', { Code: 'F1', Name: 'Fund I', Currency });
    for (const [Code, Amount, type, more] of [
      ['LAKE', '601.00', 'INVESTOR', {}],
      ['OTHER', '379.00', 'INVESTOR', {}],
      ['RIDGE', '20.00', 'GP', { PaysFee: false, PaysCarry: false }],
    ] as const) {
      const InvestorId = await create(firm, 'investor', { Code, Name: Code, Type: types[type] });
      if (Code === 'LAKE') theirs.investor = InvestorId;
      const of = { VehicleId: theirs.fund, InvestorId };
      await post(firm, 'commitment', { ...of, Kind: 'CLOSE', Date: '2025-10-05', Amount, ...more });
    }
    const company = { Code: 'OAK', Name: 'Oak Mills', LegalName: 'Oak Mills BV', Vehicles: [{ Id: theirs.fund }] };
    const investment = await create(firm, 'investment/save', company);
    theirs.holding = (await get<{ Id: string }[]>(firm, `investment/source-list?investmentId=${investment}`))[0]!.Id;
    theirs.security = await create(firm, 'security', {
      VehicleId: theirs.fund,
      HoldingId: theirs.holding,
      Class: 'EQUITY',
      Name: 'Shares',
    });
    const of = { HoldingId: theirs.holding, SecurityId: theirs.security };
    await post(firm, 'ledger', {
      VehicleId: theirs.fund,
      Entries: [
        { Type: 'CALL-INV', Amount: '300.00', EffectiveDate: '2025-10-20' },
        { ...of, Type: 'BUY', Amount: '250.00', EffectiveDate: '2025-10-21' },
        { Type: 'FEE', Amount: '12.34', EffectiveDate: first },
        { Type: 'OFFSET-FEE', Amount: '2.22', EffectiveDate: '2026-01-10' },
        { Type: 'EXP-AUDIT', Amount: '3.33', EffectiveDate: '2026-01-10' },
        { HoldingId: theirs.holding, Type: 'INC-DIV', Amount: '5.55', EffectiveDate: '2026-02-11' },
        { Type: 'CARRY-ACCRUED', Amount: '4.00', EffectiveDate: second },
        { ...of, Type: 'SELL', Amount: '90.00', CostRelieved: '50.00', EffectiveDate: '2026-05-02' },
        { Type: 'DIST-ROC', Amount: '30.00', EffectiveDate: '2026-05-10', IsRecallable: true },
        { Type: 'DIST-GAIN', Amount: '20.00', EffectiveDate: '2026-05-10' },
        { Type: 'CARRY-EARNED', Amount: '8.00', EffectiveDate: '2026-05-10' },
        { Type: 'EXP-OTHER', Amount: '4.44', EffectiveDate: third },
        { Type: 'CALL-FEE', Amount: '10.00', EffectiveDate: '2026-08-01' },
        { Type: 'FEE', Amount: '9.99', EffectiveDate: '2026-08-02' },
      ],
    });
    await post(firm, 'valuation', {
      VehicleId: theirs.fund,
      Valuations: [
        { SecurityId: theirs.security, Date: first, FairValue: '260.00' },
        { SecurityId: theirs.security, Date: second, FairValue: '301.00' },
        { SecurityId: theirs.security, Date: third, FairValue: '240.00' },
        { SecurityId: theirs.security, Date: fourth, FairValue: '150.00' },
      ],
    });
    for (const end of quarters) await lock(firm, end, { Acknowledged: ['T11'] });
    const request = await post<{ Id: string }>(firm, 'tenant-link-request/create', {
      TargetTenantId: endowment.id,
      TargetTenantName: 'Lakeside Endowment',
      Investors: [{ Id: theirs.investor }],
    });
    const manager = await create(endowment, 'firm', { Code: 'RP', Name: 'Ridge' });
    await post(endowment, 'tenant-link-request/accept', { Id: request.Id, Firm: { Id: manager } });
  });
  afterAll(() => server.stop());

  it('lock with gains, income, fees, carry and a falling value, as the manager’s firm shows them', async () => {
    for (const end of [first, second]) {
      await accept(end);
      expect([end, await differencesOf(endowment, end)]).toEqual([end, []]);
      await lock(endowment, end);
      await expectManagersFigures(end);
    }
    earlier = await accept(third);
    // The manager acknowledged the other expenses of the fund. The investor bears its part of them.
    expect(await differencesOf(endowment, third)).toEqual(
      (await differencesOf(firm, third)).map(([code, blocksLock]) => [
        code,
        blocksLock,
        expect.stringContaining('Fund: '),
      ]),
    );
    await lock(endowment, third, { Acknowledged: ['T11'] });
    await expectManagersFigures(third);
    await verify();
  });

  it('name openings and values that differ from the figures here, and lock once they are acknowledged', async () => {
    const row = async (side: Side, end: string, column: 'QTD' | 'ITD', number: number) =>
      (await accountOf(side, end)).Rows.find(({ Row }) => Row === number)![column];
    // The manager restates a quarter that is locked here, and sends only the next one.
    await reopen(firm, third);
    await post(firm, 'ledger', {
      VehicleId: theirs.fund,
      Entries: [{ Type: 'EXP-AUDIT', Amount: '10.00', EffectiveDate: '2026-06-20' }],
    });
    for (const end of [third, fourth]) await lock(firm, end, { Acknowledged: ['T11'] });
    const Figures = [{ Figure: 'nav', Date: fourth, Value: '99.00' }];
    await post(endowment, 'reported', { VehicleId: own.fund, Figures });
    const kept = await accept(fourth, { nav: 'MINE' });
    const sentNav = await row(firm, fourth, 'ITD', 95);
    expect(await differencesOf(endowment, fourth)).toContainEqual([
      'T12',
      false,
      expect.stringContaining(
        `Ending NAV – Net of Accrued/Earned/Paid Carried Interest of LAKE, 09/30/2026: in the account that the manager sent ${sentNav!}, here 99.00`,
      ),
    ]);
    await post(endowment, 'data-transfer/undo', { Id: kept, Comments: 'Their value after all' });
    const taken = await accept(fourth);
    const [closed, opened] = [await row(endowment, third, 'ITD', 95), await row(firm, fourth, 'QTD', 12)];
    expect(closed).not.toBe(opened);
    const differences = await differencesOf(endowment, fourth);
    expect(differences).toContainEqual([
      'T12',
      false,
      `Beginning NAV – Net of Accrued/Earned/Paid Carried Interest of LAKE, quarter to date: in the account that the manager sent ${opened!}, here ${closed!}, difference (6.01)`,
    ]);
    expect(differences.filter(([, blocksLock]) => blocksLock)).toEqual([]);
    await lock(endowment, fourth, { Acknowledged: ['T11', 'T12'] });
    await expectManagersFigures(fourth);
    await verify();
    // The version locked with the account of a transfer can be computed after the transfer is undone.
    await reopen(endowment, fourth);
    await post(endowment, 'data-transfer/undo', { Id: taken, Comments: 'Too soon' });
    await verify();
  });

  it('audit every figure and entry that is restored when a transfer is undone, typed in or from a file', async () => {
    const files = uploadsOf(server, endowment.id, endowment.person);
    const VehicleId = own.fund;
    const reported = await files.imported('reported', `Vehicle,Investor,Date,Contributions\nF1,,${fourth},1.00\n`);
    const uploaded = [
      reported,
      await files.imported('ledger', `External id,Vehicle,Type,Date,Amount\nL-1,F1,CALL-FEE,${fourth},2.00\n`),
    ];
    // The manager reverses a distribution that an earlier transfer brought.
    await reopen(firm, fourth);
    const { PageData: sent } = await get<{ PageData: readonly { Id: string; Type: string }[] }>(
      firm,
      `ledger?vehicleId=${theirs.fund}`,
    );
    const gain = sent.find(({ Type }) => Type === 'DIST-GAIN')!;
    await post(firm, `ledger/${gain.Id}/reverse`, { Reason: 'Paid twice' });
    await lock(firm, fourth, { Acknowledged: ['T11'] });
    const typed = { Type: 'CALL-FEE', Amount: '3.00', EffectiveDate: fourth };
    await post(endowment, 'ledger', { VehicleId, Entries: [typed] });
    const figures = [{ Figure: 'unfunded', Date: fourth, Value: '4.00', Description: 'By phone' }];
    await post(endowment, 'reported', { VehicleId, Figures: figures });
    interface Row {
      readonly Counts: boolean;
      readonly Figure: string;
      readonly Value: string;
      readonly Date: string;
      readonly Description: string | null;
    }
    const rows = async () => ({
      figures: (await get<readonly Row[]>(endowment, `reported?vehicleId=${own.fund}`))
        .filter(({ Counts, Date: date }) => Counts && date === fourth)
        .map(({ Figure, Value, Description }) => `${Figure} ${Value} ${Description ?? ''}`)
        .sort(),
      periods: (await periodOf(endowment, fourth)).Figures.map(({ Id: _id, ...figure }) => figure),
    });
    const before = await rows();
    expect(before.figures).toContain('unfunded 4 By phone');
    const id = await accept(fourth);
    expect((await rows()).figures).not.toEqual(before.figures);
    await verify();
    await post(endowment, 'data-transfer/undo', { Id: id, Comments: 'Ours after all' });
    expect(await rows()).toEqual(before);
    await verify();
    const restored = await server.withTenant(
      { tenantId: endowment.id, personId: null, now: server.now.toISOString() },
      (tx) =>
        tx.query<{ id: string; operation: string; name: string | null }>(
          `SELECT object_id AS id, operation, object_name AS name FROM activity
           WHERE reason = 'Ours after all' AND operation LIKE 'restore%' ORDER BY operation, object_name, seq`,
        ),
    );
    expect(restored.map(({ operation, name }) => [operation, name])).toEqual([
      ['restoreLedgerEntry', `Capital call: management fees ${fourth}`],
      ['restoreReported', `NAV ${fourth}`],
      ['restoreReported', `Unfunded ${fourth}`],
      ['restoreTransferEntries', null],
      ['restoreUploadEntries', 'file.csv'],
      ['restoreUploadEntries', 'file.csv'],
    ]);
    expect(
      restored.flatMap(({ id: record, operation }) => (operation.endsWith('Entries') ? [record] : [])).sort(),
    ).toEqual([earlier, ...uploaded.map(({ Id }) => Id)].sort());
  });
});
