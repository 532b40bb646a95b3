import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const base = '/api';
const end = '2026-06-30';
const next = '2026-09-30';
const settings = 'tenant/settings';

interface Period {
  readonly Status: string;
  readonly RowVersion: number;
  readonly FiguresDigest: string;
  readonly Figures: readonly Readonly<Record<string, string | null>>[];
}
describe('a transfer that restates a quarter', () => {
  let server: TestServer;
  const firm = { id: '', person: {} as TestPerson };
  const endowment = { id: '', person: {} as TestPerson };
  type Side = typeof firm;
  /** Ids by the code of the fund. */
  const theirs: Record<string, string> = {};
  const own: Record<string, string> = {};
  const securities: Record<string, string> = {};
  let lake = '';
  let second = '';
  const codes = ['F1', 'F2', 'F3'] as const;

  async function call<T>(side: Side, method: 'GET' | 'POST', path: string, payload?: object): Promise<T> {
    const url = `${base}/${path === settings ? '' : 'performance/'}${path}`;
    const response = await server.call(side.person.token, side.id, { method, url, ...(payload ? { payload } : {}) });
    expect(response.statusCode, `${url}: ${response.body.slice(0, 900)}`).toBe(200);
    return response.json<T>();
  }
  const get = <T>(side: Side, path: string) => call<T>(side, 'GET', path);
  const post = <T>(side: Side, path: string, payload: object) => call<T>(side, 'POST', path, payload);
  const create = async (side: Side, path: string, payload: object) =>
    (await post<{ Id: string }>(side, path, payload)).Id;

  const periodOf = (side: Side, fund: string, day = end) => get<Period>(side, `period/${fund}/${day}`);
  async function lock(side: Side, fund: string) {
    const { RowVersion, FiguresDigest } = await periodOf(side, fund);
    await post(side, `period/${fund}/${end}/lock`, { RowVersion, FiguresDigest, Acknowledged: ['T11', 'T12'] });
  }
  async function reopen(side: Side, fund: string) {
    const { RowVersion } = await periodOf(side, fund);
    await post(side, `period/${fund}/${end}/reopen`, { RowVersion, Reason: 'A lower value' });
  }
  const send = () => create(firm, 'data-transfer/submit', { InvestorId: lake, EndDate: end });
  async function accept() {
    const Id = await send();
    const { Funds } = await get<{ Funds: readonly { Id: string; Conflicts: readonly { Field: string }[] }[] }>(
      endowment,
      `data-transfer/${Id}`,
    );
    const Resolutions = Funds.flatMap(({ Id: FundId, Conflicts }) =>
      Conflicts.map(({ Field }) => ({ FundId, Field, Choice: 'THEIRS' })),
    );
    await post(endowment, 'data-transfer/accept', { Id, Resolutions });
    return Id;
  }
  /** Everything that the investor's firm shows of a fund at the quarter end. */
  const displayed = async (code: string) => ({
    period: await periodOf(endowment, own[code]!),
    profile: await get(endowment, `fund/${own[code]!}/profile?endDate=${end}`),
    list: await get(endowment, `fund/funds?endDate=${end}`),
    account: await get(endowment, `fund/${own[code]!}/${end}/cas`),
    portfolio: await get(endowment, `portfoliosummary/${end}/pfs-report?fundId=${own[code]!}`),
    investments: await get(endowment, `fund/${own[code]!}/investments?endDate=${end}`),
  });
  const reportedRows = (code: string) => get<readonly object[]>(endowment, `reported?vehicleId=${own[code]!}`);
  /** The quarter ends with figures, latest first. */
  const quarters = async (code: string) =>
    (await get<readonly { EndDate: string }[]>(endowment, `fund/${own[code]!}/reporting-dates`)).map(
      ({ EndDate }) => EndDate,
    );
  const verify = async () => {
    for (const { id } of [firm, endowment]) {
      const { findings } = await server.withTenant(
        { tenantId: id, personId: null, now: server.now.toISOString() },
        (tx) => verifyTenant(tx, server.auditKey),
      );
      expect(findings.filter(({ location }) => location[0] !== 'reference')).toEqual([]);
    }
  };
  const value = (code: string, FairValue: string) =>
    post(firm, 'valuation', {
      VehicleId: theirs[code],
      Valuations: [{ SecurityId: securities[code], Date: end, FairValue }],
    });

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
    const Type = await entry('investor-type', 'INVESTOR');
    lake = await create(firm, 'investor', { Code: 'LAKE', Name: 'LAKE', Type });
    const other = await create(firm, 'investor', { Code: 'OTHER', Name: 'OTHER', Type });
    for (const code of codes) {
      const VehicleId = await create(firm, 'fund', { Code: code, Name: `Fund ${code}`, Currency });
      theirs[code] = VehicleId;
      for (const [InvestorId, Amount] of [
        [lake, '601.00'],
        [other, '399.00'],
      ])
        await post(firm, 'commitment', { VehicleId, InvestorId, Kind: 'CLOSE', Date: '2026-04-01', Amount });
      const company = { Code: `C${code}`, Name: `Mill ${code}`, LegalName: 'Mill', Vehicles: [{ Id: VehicleId }] };
      const investment = await create(firm, 'investment/save', company);
      const [holding] = await get<{ Id: string }[]>(firm, `investment/source-list?investmentId=${investment}`);
      const HoldingId = holding!.Id;
      const SecurityId = await create(firm, 'security', { VehicleId, HoldingId, Class: 'EQUITY', Name: 'Shares' });
      securities[code] = SecurityId;
      const position = { HoldingId, SecurityId };
      await post(firm, 'ledger', {
        VehicleId,
        Entries: [
          { Type: 'CALL-INV', Amount: '300.00', EffectiveDate: '2026-04-10' },
          { ...position, Type: 'BUY', Amount: '250.00', EffectiveDate: '2026-04-11' },
          { Type: 'FEE', Amount: '12.34', EffectiveDate: '2026-05-01' },
          { ...position, Type: 'SELL', Amount: '70.00', CostRelieved: '50.00', EffectiveDate: '2026-05-02' },
          { Type: 'DIST-ROC', Amount: '30.00', EffectiveDate: '2026-05-10', IsRecallable: true },
          { Type: 'DIST-GAIN', Amount: '20.00', EffectiveDate: '2026-05-10' },
        ],
      });
      await value(code, '240.00');
      await lock(firm, VehicleId);
    }
    const request = await post<{ Id: string }>(firm, 'tenant-link-request/create', {
      TargetTenantId: endowment.id,
      TargetTenantName: 'Lakeside Endowment',
      Investors: [{ Id: lake }],
    });
    const manager = await create(endowment, 'firm', { Code: 'RP', Name: 'Ridge' });
    await post(endowment, 'tenant-link-request/accept', { Id: request.Id, Firm: { Id: manager } });
    await accept();
    const { PageData } = await get<{ PageData: { FundId: string; FundName: string }[] }>(endowment, 'fund/funds');
    for (const { FundId, FundName } of PageData) own[FundName.slice(-2)] = FundId;
    // The quarter of the third fund stays open.
    for (const code of ['F1', 'F2']) await lock(endowment, own[code]!);
    await verify();
  });
  afterAll(() => server.stop());

  it('leaves locked quarters as they are, and books only what changed in the next quarter', async () => {
    // The figures of a later setting are only for open quarters.
    const { RowVersion } = await get<{ RowVersion: number }>(endowment, settings);
    await post(endowment, settings, { RowVersion, NettedMultiples: 'True' });
    const policyOf = async (code: string) => (await periodOf(endowment, own[code]!)).Figures[0]!['Policy'];
    await vi.waitFor(async () => expect(await policyOf('F3')).toBe('NETTED'), { timeout: 20_000, interval: 100 });
    const before = { F1: await displayed('F1'), F2: await displayed('F2') };
    const rows = await reportedRows('F2');
    await reopen(firm, theirs['F1']!);
    const { PageData } = await get<{ PageData: readonly { Id: string; Type: string }[] }>(
      firm,
      `ledger?vehicleId=${theirs['F1']!}`,
    );
    const gain = PageData.find(({ Type }) => Type === 'DIST-GAIN')!;
    await post(firm, `ledger/${gain.Id}/reverse`, { Reason: 'Paid twice' });
    await value('F1', '210.00');
    await lock(firm, theirs['F1']!);
    second = await accept();
    expect(await reportedRows('F2')).toEqual(rows);
    expect({ F1: await displayed('F1'), F2: await displayed('F2') }).toEqual(before);
    expect([await quarters('F1'), await quarters('F2')]).toEqual([[next, end], [end]]);
    const { Figures } = await periodOf(endowment, own['F1']!, next);
    expect(Figures.find(({ Subject }) => Subject === 'VEHICLE')).toMatchObject({
      NAV: '172.88',
      Distributions: '18.03',
      RolledForwardFrom: end,
    });
    await verify();
  });

  it('stays in the next quarter if only the locked quarter is reopened', async () => {
    const figures = async () => (await periodOf(endowment, own['F1']!)).Figures.map(({ NAV }) => NAV);
    const before = await figures();
    await reopen(endowment, own['F1']!);
    expect([await figures(), await quarters('F1')]).toEqual([before, [next, end]]);
    const { Figures } = await periodOf(endowment, own['F1']!, next);
    expect(Figures.find(({ Subject }) => Subject === 'VEHICLE')).toMatchObject({ NAV: '172.88' });
    await verify();
    await lock(endowment, own['F1']!);
  });

  it('can be undone, and restates the quarter that was reopened when it is sent again', async () => {
    await post(endowment, 'data-transfer/undo', { Id: second, Comments: 'Into the quarter itself' });
    expect(await quarters('F1')).toEqual([end]);
    await verify();
    await reopen(endowment, own['F1']!);
    await accept();
    await lock(endowment, own['F1']!);
    await verify();
    expect([await quarters('F1'), await quarters('F2')]).toEqual([[end], [end]]);
    const [here, there] = [await periodOf(endowment, own['F1']!), await periodOf(firm, theirs['F1']!)];
    const names = ['NAV', 'Distributions', 'Unrealized', 'IRR'];
    const figures = ({ Figures }: Period) => {
      const found = Figures.find(({ Subject, Name }) => Subject === 'COMMITMENT' && Name === 'LAKE');
      return names.map((name) => found?.[name]);
    };
    expect(figures(here)).toEqual(figures(there));
    expect(figures(here)).toContain('172.88');
  });

  it('leaves no open quarter once it is undone, if it replaced rows that the investor had entered', async () => {
    const VehicleId = own['F2']!;
    await reopen(endowment, VehicleId);
    await post(endowment, 'ledger', {
      VehicleId,
      Entries: [{ Type: 'CALL-FEE', Amount: '3.00', EffectiveDate: '2026-05-20' }],
    });
    await lock(endowment, VehicleId);
    const before = await displayed('F2');
    await reopen(firm, theirs['F2']!);
    await value('F2', '200.00');
    await lock(firm, theirs['F2']!);
    const restated = await accept();
    expect(await quarters('F2')).toEqual([next, end]);
    await post(endowment, 'data-transfer/undo', { Id: restated, Comments: 'Ours after all' });
    expect([await quarters('F2'), await displayed('F2')]).toEqual([[end], before]);
    await verify();
  });
});
