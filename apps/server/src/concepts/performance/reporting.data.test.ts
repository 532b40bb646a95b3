import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Text = string | null;
interface Figures {
  readonly Commitment: Text;
  readonly Contributions: Text;
  readonly NAV: Text;
  readonly IRR: Text;
  readonly TVPI: Text;
  readonly Invested: Text;
  readonly FairValue: Text;
  readonly GrossIRR: Text;
  readonly GrossMOIC: Text;
  readonly NotDetermined: readonly { readonly Field: string; readonly Code: string }[];
}
interface FundRow extends Figures {
  readonly Id: string;
  readonly FundCode: string;
}
interface HoldingRow extends Figures {
  readonly Id: string;
  readonly InvestmentId: string;
  readonly InvestmentName: string;
  readonly Vehicle: { readonly Code: string };
}
interface EventRow {
  readonly Category: string;
  readonly Type: string;
  readonly Fund: { readonly Code: string };
  readonly Amount: string;
}
interface Page<R> {
  readonly PageData: readonly R[];
  readonly TotalItemCount: number;
  readonly RecordCount?: number;
}

const END = '2015-03-31';
let server: TestServer;
let tenantId: string;
let editor: TestPerson;
/** A person with the reporting application only. */
let reader: TestPerson;
let oak: string;
let coinvestment: string;
let steel: string;

const read = async <T>(path: string, as = reader): Promise<T> => {
  const got = await server.call(as.token, tenantId, { method: 'GET', url: `/api/${path}` });
  expect(got.statusCode, `${path}: ${got.body.slice(0, 600)}`).toBe(200);
  return got.json<T>();
};
const status = async (path: string, as: TestPerson, tenant = tenantId) =>
  (await server.call(as.token, tenant, { method: 'GET', url: `/api/${path}` })).statusCode;
const rowsOf = async <R>(path: string) => (await read<Page<R>>(path)).PageData;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  reader = await server.person(tenantId, { reporting: 'viewer' });
  const make = async <T = { readonly Id: string }>(url: string, payload: object): Promise<T> => {
    const got = await server.call(editor.token, tenantId, { method: 'POST', url: `/api/${url}`, payload });
    expect(got.statusCode, `${url}: ${got.body.slice(0, 600)}`).toBe(200);
    return got.json<T>();
  };
  const reference = async (type: string, code: string) => ({ Id: await server.referenceEntry(tenantId, type, code) });
  const [Currency, lp] = [await reference('currency', 'EUR'), await reference('investor-type', 'INVESTOR')];
  const fund = async (Code: string) =>
    (await make('carry/fund', { Code, Name: Code, LegalName: `${Code} Fund`, Currency })).Id;
  oak = await fund('OAK');
  const elm = await fund('ELM');
  coinvestment = (await make('carry/coinvestment', { Code: 'OAK-CO', Name: 'Oak beside', Fund: { Id: oak }, Currency }))
    .Id;
  steel = (
    await make('carry/investment', {
      Code: 'STEEL',
      Name: 'Steel',
      LegalName: 'Steel',
      FundInvestments: [{ Fund: { Id: oak } }, { Fund: { Id: elm } }],
      CoinvestmentInvestments: [{ Coinvestment: { Id: coinvestment } }],
    })
  ).Id;
  const investor = (await make('performance/investor', { Code: 'LP', Name: 'Partner', Type: lp })).Id;
  const holdings = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string; vehicle: string }>(
      `SELECT h.id, h.fund_id AS vehicle FROM fund_investment h WHERE h.tenant_id = $1 AND h.investment_id = $2
       UNION ALL SELECT h.id, h.coinvestment_id FROM coinvestment_investment h WHERE h.tenant_id = $1 AND h.investment_id = $2`,
      [tenantId, steel],
    ),
  );
  /** Calls capital, buys a holding and values it. */
  const invest = async (VehicleId: string, amount: string, day: string, worth: string) => {
    const HoldingId = holdings.find(({ vehicle }) => vehicle === VehicleId)!.id;
    await make('performance/commitment', { VehicleId, InvestorId: investor, Kind: 'CLOSE', Date: day, Amount: amount });
    const { Id: SecurityId } = await make('performance/security', {
      VehicleId,
      HoldingId,
      Class: 'EQUITY',
      Name: 'Common',
    });
    const entry = (Type: string, Amount: string, EffectiveDate: string, more: object = {}) => ({
      Type,
      Amount,
      EffectiveDate,
      ...more,
    });
    const position = { HoldingId, SecurityId };
    await make('performance/ledger', {
      VehicleId,
      Entries: [entry('CALL-INV', amount, day), entry('BUY', amount, day, position), entry('FEE', '1.00', END)],
    });
    await make('performance/valuation', { VehicleId, Valuations: [{ SecurityId, Date: END, FairValue: worth }] });
  };
  await invest(oak, '100.00', '2013-03-31', '121.00');
  await invest(coinvestment, '300.00', '2014-03-31', '391.00');
  await invest(elm, '50.00', '2014-06-30', '50.00');
});
afterAll(() => server.stop());

describe('the lists of the reporting area', () => {
  it('show vehicles, funds with their coinvestments added, or funds alone [A-P-005 R-P-011..014 G-P-014]', async () => {
    const codes = async (view: string) =>
      (await rowsOf<FundRow>(`reporting/fund?view=${view}&endDate=${END}`)).map(({ FundCode, NAV }) => [FundCode, NAV]);
    expect(await codes('all')).toEqual([
      ['ELM', '49.00'],
      ['OAK', '120.00'],
      ['OAK-CO', '390.00'],
    ]);
    expect(await codes('fundonly')).toEqual([
      ['ELM', '49.00'],
      ['OAK', '120.00'],
    ]);
    expect(await codes('includingCoinvest')).toEqual([
      ['ELM', '49.00'],
      ['OAK', '510.00'],
    ]);
    expect(await status('reporting/fund?view=some', reader)).toBe(400);
  });

  it('pool returns and multiples of a fund and its coinvestments from all cash and values, as the ledger of one would', async () => {
    const [, pooled] = await rowsOf<FundRow>(`reporting/fund?view=includingCoinvest&endDate=${END}`);
    // -100 on 2013-03-31, -300 on 2014-03-31, 510 on 2015-03-31: 100 x^2 + 300 x - 510 = 0.
    expect([pooled?.Commitment, pooled?.Contributions, pooled?.TVPI]).toEqual(['400.00', '400.00', '1.275']);
    expect(Number(pooled?.IRR)).toBeCloseTo(100 * ((-3 + Math.sqrt(9 + 20.4)) / 2 - 1), 8);
    // Before fees: 121 + 391, the published pool of two and of one year.
    expect(Number(pooled?.GrossIRR)).toBeCloseTo(100 * ((-3 + Math.sqrt(9 + 20.48)) / 2 - 1), 8);
    expect(pooled?.GrossMOIC).toBe('1.28');
    expect(pooled?.NotDetermined).toEqual([]);
    const holdings = await rowsOf<HoldingRow>(
      `reporting/investment?view=includingCoinvest&endDate=${END}&SortColumn=Vehicle`,
    );
    expect(
      holdings.map(({ Vehicle, Invested, FairValue, GrossMOIC }) => [Vehicle.Code, Invested, FairValue, GrossMOIC]),
    ).toEqual([
      ['ELM', '50.00', '50.00', '1'],
      ['OAK', '400.00', '512.00', '1.28'],
    ]);
    expect(holdings[1]?.GrossIRR).toBe(pooled?.GrossIRR);
  });

  it('have an investment once for each who holds it, and are added up as they are shown [A-P-002 R-P-004..007]', async () => {
    const viewOf = async (view: string) => {
      const page = await read<Page<HoldingRow> & { readonly Totals: readonly { Field: string; Total: Text }[] }>(
        `reporting/investment?view=${view}&endDate=${END}&SortColumn=Vehicle`,
      );
      const total = page.Totals.find(({ Field }) => Field === 'invested')?.Total;
      return [page.PageData.map(({ Vehicle }) => Vehicle.Code), total];
    };
    expect(await viewOf('all')).toEqual([['ELM', 'OAK', 'OAK-CO'], '450.00']);
    expect(await viewOf('fundonly')).toEqual([['ELM', 'OAK'], '150.00']);
    expect(await viewOf('includingCoinvest')).toEqual([['ELM', 'OAK'], '450.00']);
    const pages = `reporting/investment?endDate=${END}&view=all`;
    const { TotalItemCount, RecordCount } = await read<Page<HoldingRow>>(pages);
    const investments = new Set((await rowsOf<HoldingRow>(pages)).map(({ InvestmentId }) => InvestmentId));
    expect([TotalItemCount, RecordCount]).toEqual([3, investments.size]);
  });

  it('say why a pool is not determined where a coinvestment has no figures of the quarter', async () => {
    const rows = await rowsOf<FundRow>('reporting/fund?view=includingCoinvest&endDate=2015-06-30');
    const codes = rows.find(({ FundCode }) => FundCode === 'OAK')?.NotDetermined.map(({ Code }) => Code);
    expect(new Set(codes)).toEqual(new Set(['NAV_MISSING']));
  });

  it('of investors have what each committed, paid in and has [A-P-001 R-P-003]', async () => {
    const rows = await rowsOf<Figures & { readonly InvestorName: string; readonly PeriodEndDate: string }>(
      `reporting/investor/investors?endDate=${END}`,
    );
    expect(
      rows.map(({ InvestorName, PeriodEndDate, Commitment, NAV }) => [InvestorName, PeriodEndDate, Commitment, NAV]),
    ).toEqual([['Partner', END, '450.00', '559.00']]);
    const [before] = await rowsOf<Figures>('reporting/investor/investors?endDate=2012-12-31');
    expect([before?.Commitment, before?.NAV]).toEqual([null, null]);
    // The list of investors has the same figures. In a later quarter they are unknown, with a reason.
    type Row = Figures & {
      readonly InvestorId: string;
      readonly NotDetermined: readonly { readonly Message: string }[];
    };
    const own = (await read<Page<Row>>(`performance/investor/figures?endDate=${END}`, editor)).PageData;
    expect(own.map(({ Commitment, NAV, TVPI }) => [Commitment, NAV, TVPI === null])).toEqual([
      ['450.00', '559.00', false],
    ]);
    const [later] = (await read<Page<Row>>('performance/investor/figures?endDate=2033-12-31', editor)).PageData;
    expect([later?.NAV, later?.Commitment]).toEqual([null, null]);
    expect(later?.NotDetermined[0]?.Message).toMatch(/^Nothing is booked for the quarter to 12\/31\/2033; the last/);
  });
});

describe('the records of the reporting area', () => {
  it('are the same figures as performance has, with terms, quarters and who holds them [A-P-003 A-P-006 A-P-007 U-P-009 R-P-019]', async () => {
    interface Fund extends FundRow, Page<FundRow> {
      readonly Terms: readonly { readonly Code: string }[];
      readonly ReportingDates: readonly { readonly EndDate: string }[];
    }
    const fund = await read<Fund>(`reporting/fund/${oak}?endDate=${END}`);
    const profile = await read<FundRow>(`performance/fund/${oak}/profile?endDate=${END}`, editor);
    expect([fund.NAV, fund.IRR, fund.TVPI]).toEqual([profile.NAV, profile.IRR, profile.TVPI]);
    expect(fund.PageData.map(({ FundCode }) => FundCode)).toEqual(['OAK', 'OAK-CO']);
    expect(fund.Terms.some(({ Code }) => Code === 'carry')).toBe(true);
    expect(fund.ReportingDates[0]?.EndDate).toBe(END);
    const holdings = await rowsOf<HoldingRow>(`reporting/fund/${oak}/investments?endDate=${END}`);
    expect(holdings.map(({ InvestmentName, Invested }) => [InvestmentName, Invested])).toEqual([['Steel', '100.00']]);
    const investment = await read<Page<HoldingRow> & { readonly InvestmentName: string }>(
      `reporting/investment/${steel}?endDate=${END}`,
    );
    expect([investment.InvestmentName, investment.PageData.map(({ Vehicle }) => Vehicle.Code)]).toEqual([
      'Steel',
      ['ELM', 'OAK', 'OAK-CO'],
    ]);
  });

  it('have events of a category, of this fund or of all funds [A-P-004 A-P-008 U-P-008 U-P-010 U-P-011 M-P-003 M-P-004 M-P-005 M-P-006 M-P-007 M-P-008]', async () => {
    const events = (path: string) => rowsOf<EventRow>(`reporting/${path}`);
    const all = await events(`fund/${oak}/cashflows`);
    expect(all.map(({ Category, Amount }) => `${Category} ${Amount}`).toSorted()).toEqual([
      'Expense 1.00',
      'Investment 100.00',
      'Investment 100.00',
    ]);
    expect((await events(`fund/${oak}/cashflows?category=Expense`)).map(({ Type }) => Type)).toEqual([
      'Management fees',
    ]);
    const everywhere = await events(`fund/${oak}/cashflows?category=Expense&showAllFunds=true`);
    expect(everywhere.map(({ Fund }) => Fund.Code).sort()).toEqual(['ELM', 'OAK', 'OAK-CO']);
    const bought = await events(`investment/${steel}/cashflows?category=Investment`);
    expect(bought.map(({ Fund, Amount }) => [Fund.Code, Amount])).toEqual([
      ['ELM', '50.00'],
      ['OAK-CO', '300.00'],
      ['OAK', '100.00'],
    ]);
    expect(await events(`investment/${steel}/cashflows?category=Investment&endDate=2013-12-31`)).toHaveLength(1);
    for (const category of ['All', 'Distribution', 'Carry Paid', 'Clawback'])
      expect(await status(`reporting/fund/${oak}/cashflows?category=${encodeURIComponent(category)}`, reader)).toBe(
        200,
      );
    expect(await status(`reporting/fund/${oak}/cashflows?category=Fees`, reader)).toBe(400);
  });

  it('and every list of them answer an Excel file, a fund a PDF [A-P-009..017 U-P-088]', async () => {
    for (const path of [
      'investor/investors',
      'investment',
      'fund?view=includingCoinvest',
      `investment/${steel}`,
      `investment/${steel}/cashflows`,
      `fund/${oak}`,
      `fund/${oak}/investments`,
      `fund/${oak}/cashflows`,
    ]) {
      const url = `/api/reporting/${path}${path.includes('?') ? '&' : '?'}format=excel`;
      const { statusCode, rawPayload } = await server.call(reader.token, tenantId, { method: 'GET', url });
      expect([path, statusCode, rawPayload.subarray(0, 2).toString()]).toEqual([path, 200, 'PK']);
    }
    const url = `/api/reporting/fund/${oak}/03-31-2015/pdf`;
    const { rawPayload } = await server.call(reader.token, tenantId, { method: 'GET', url });
    expect(rawPayload.subarray(0, 4).toString()).toBe('%PDF');
  });

  it('are for who reads reports of this firm, and no others', async () => {
    const carry = await server.person(tenantId, { carry: 'administrator' });
    expect(await status('reporting/fund', carry)).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { reporting: 'administrator' });
    for (const path of [`fund/${oak}`, `investment/${steel}`, `fund/${oak}/${END}/pdf`])
      expect([path, await status(`reporting/${path}`, stranger, other)]).toEqual([path, 404]);
    expect(await status(`performance/fund/${oak}/profile`, reader)).toBe(403);
  });
});

describe('the basis of funds in the reporting area', () => {
  it('is that of the fee-paying limited partners unless all partners are asked for, and is named', async () => {
    const make = async (url: string, payload: object) => {
      const got = await server.call(editor.token, tenantId, {
        method: 'POST',
        url: `/api/performance/${url}`,
        payload,
      });
      expect(got.statusCode, got.body.slice(0, 600)).toBe(200);
      return got.json<{ Id: string }>();
    };
    const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', 'RELATEDPARTY') };
    const { Id: InvestorId } = await make('investor', { Code: 'FREE', Name: 'Pays no fee', Type });
    const close = { VehicleId: oak, InvestorId, Kind: 'CLOSE', Date: '2013-03-31', Amount: '25.00', PaysFee: false };
    await make('commitment', close);
    const committed = await read<readonly { Id: string; Investor: { Id: string } }[]>(
      `performance/commitment?vehicleId=${oak}`,
      editor,
    );
    const CommitmentId = committed.find(({ Investor }) => Investor.Id === InvestorId)!.Id;
    const Shares = [{ CommitmentId, Amount: '5.00' }];
    const call = { Type: 'CALL-INV', Amount: '5.00', EffectiveDate: '2014-12-31', AllocationKey: 'ONE', Shares };
    await make('ledger', { VehicleId: oak, Entries: [call] });
    interface Row extends FundRow {
      readonly Basis: string;
    }
    const figuresOf = ({ Basis, Commitment, NAV, TVPI }: Row) => [Basis, Commitment, NAV, TVPI];
    // The gain of 21.00 is allocated by commitment.
    const feePaying = ['Fee-paying limited partners', '100.00', '115.80', '1.158'];
    const all = ['All partners', '125.00', '125.00', '1.19047619048'];
    const listed = async (query: string) =>
      figuresOf(
        (await rowsOf<Row>(`reporting/fund?endDate=${END}${query}`)).find(({ FundCode }) => FundCode === 'OAK')!,
      );
    expect(await listed('')).toEqual(feePaying);
    expect(await listed('&basis=all')).toEqual(all);
    const withCoinvestments = '&view=includingCoinvest';
    expect(await listed(withCoinvestments)).toEqual(['Fee-paying limited partners', '400.00', '505.80', '1.2645']);
    expect(await listed(`${withCoinvestments}&basis=all`)).toEqual([
      'All partners',
      '425.00',
      '515.00',
      '1.27160493827',
    ]);
    type Fund = Row & Page<Row>;
    const fund = await read<Fund>(`reporting/fund/${oak}?endDate=${END}&basis=all`);
    expect([figuresOf(fund), figuresOf(fund.PageData[0]!)]).toEqual([all, all]);
    expect(figuresOf(await read<Fund>(`reporting/fund/${oak}?endDate=${END}`))).toEqual(feePaying);
    const url = `/api/reporting/fund/${oak}/${END}/pdf?basis=all`;
    const file = await server.call(reader.token, tenantId, { method: 'GET', url });
    expect(pdfTexts(file.rawPayload).flat().join('').replaceAll(' ', '')).toContain('Basisofthefigures:Allpartners');
    expect(await status('reporting/fund?basis=some', reader)).toBe(400);

    // The reports of funds agree too, on current data and as known at an audit entry.
    interface Report
      extends Page<Row & { readonly Code: string; readonly Fund: { readonly Id: string }; readonly Quarter: string }> {
      readonly Asked: readonly { readonly Title: string; readonly Text: string }[];
    }
    const reported = async (name: string, query: string) => {
      const found = await read<Report>(`performance/reporting/fund/${name}?pageSize=500${query}`, editor);
      const own = found.PageData.find(({ Fund: { Id }, Quarter }) => Id === oak && Quarter === END)!;
      return {
        row: [own.Contributions, own.NAV, own.TVPI],
        basis: found.Asked.find(({ Title }) => Title === 'Basis')?.Text,
      };
    };
    const now = new Date(server.now.getTime()).toISOString();
    for (const [name, at] of [
      ['list', `&endDate=${END}`],
      ['fund-details', `&endDate=${END}&fundId=${oak}`],
      ['cashflow-analysis', `&fundId=${oak}`],
    ] as const) {
      expect(await reported(name, at), name).toEqual({
        row: ['100.00', '115.80', '1.158'],
        basis: 'Fee-paying limited partners',
      });
      const ofAll = { row: ['105.00', '125.00', '1.19047619048'], basis: 'All partners' };
      expect(await reported(name, `${at}&basis=all`), name).toEqual(ofAll);
      expect(await reported(name, `${at}&basis=all&asKnownOn=${now}`), name).toEqual(ofAll);
    }
    // Since inception, the returns of a fund over time equal its IRR on the same basis.
    const irrOf = async (query: string) => {
      const funds = await rowsOf<Row & { readonly IRR: string }>(`reporting/fund?endDate=${END}${query}`);
      return funds.find(({ FundCode }) => FundCode === 'OAK')!.IRR;
    };
    const sinceInception = async (query: string) => {
      const url = `performance/reporting/fund/fund-returns?endDate=${END}&fundId=${oak}${query}`;
      return (await read<Page<{ readonly SinceInception: string }>>(url, editor)).PageData.map(
        (row) => row.SinceInception,
      );
    };
    expect(await sinceInception('')).toEqual([await irrOf('')]);
    expect(await sinceInception('&basis=all')).toEqual([await irrOf('&basis=all')]);
    expect(await sinceInception(`&basis=all&asKnownOn=${now}`)).toEqual([await irrOf('&basis=all')]);
    expect(await irrOf('&basis=all')).not.toBe(await irrOf(''));
    const workbook = `/api/performance/reporting/fund/list?endDate=${END}&basis=all&format=csv`;
    const csv = await server.call(editor.token, tenantId, { method: 'GET', url: workbook });
    expect(csv.body).toContain('125.00');
    const printed = await server.call(editor.token, tenantId, {
      method: 'GET',
      url: workbook.replace('csv', 'application/pdf'),
    });
    expect(pdfTexts(printed.rawPayload).flat().join('').replaceAll(' ', '')).toContain('Allpartners');
  });
});
