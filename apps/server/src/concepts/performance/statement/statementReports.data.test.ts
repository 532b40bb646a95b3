import type { ReportDefinition } from '@carrara/contract/core/report';
import { fundOverview } from '@carrara/contract/performance/reports/fundOverview';
import { investmentDetails } from '@carrara/contract/performance/reports/investmentDetails';
import { investorCashFlow } from '@carrara/contract/performance/reports/investorCashFlow';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, refusal } from '../../../testing/testClient.ts';
import { END, statusAndStart, row, entry, openStatements } from '../../../testing/openStatements.ts';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';

type Text = string | null;

const book = openStatements();
const { as, file, account, figures } = book;

describe('the reports', () => {
  interface Report {
    readonly pageData: readonly Readonly<Record<string, unknown>>[];
    readonly subtotals: AnswerOf<'reportFundDetails'>['subtotals'];
  }
  const whole = ({ subtotals }: Report, name: string) =>
    subtotals.find(({ keys }) => keys.length === 0)?.totals.find(({ field }) => field === name)?.total;
  const at = (endDate: string) => ({ query: { endDate, fundId: book.fund } });

  it('total the figures of the fund by investor, fund, investment and general partner [A-P-018 A-P-033 R-P-028 R-P-029 R-P-030 R-P-031]', async () => {
    const vehicle = (await figures())('VEHICLE');
    const irrs = await as(book.editor).reportInvestorIrrs({ query: { endDate: END } });
    expect([irrs.pageData.length, whole(irrs, 'nav'), whole(irrs, 'commitment')]).toEqual([
      3,
      vehicle.nav,
      vehicle.commitment,
    ]);
    const details = await as(book.editor).reportFundDetails(at(END));
    expect([details.pageData[0]?.quarter, whole(details, 'nav')]).toEqual([END, vehicle.nav]);
    const analytics = await as(book.editor).reportInvestmentAnalytics(at(END));
    expect(whole(analytics, 'fairValue')).toBe(vehicle.fairValue);
    const byPath = await as(book.editor).reportInvestmentAnalyticsOn({
      params: { endDate: END },
      query: { fundId: book.fund },
    });
    expect(byPath.pageData).toEqual(analytics.pageData);
    expect((await refusal(as(book.editor).reportInvestmentAnalytics({ query: { endDate: END } }))).status).toBe(400);
    const [gp] = (await as(book.editor).reportGpSharing({ query: { endDate: END } })).pageData;
    expect(gp).toMatchObject({
      commitment: '100.00',
      earned: '10.00',
      paid: '6.00',
      escrow: '0.00',
      entitlement: null,
    });
    await as(book.editor).saveCarryTerms({
      body: wholeFundTerms(book.fund, { carry: '20', hurdle: '0', catchUp: '100' }),
    });
    const position = await as(book.editor).getFundCarryPosition({ params: { id: book.fund, date: END } });
    const [entitled] = (await as(book.editor).reportGpSharing({ query: { endDate: END } })).pageData;
    expect([entitled?.entitlement, entitled?.exposure]).toEqual([position.earned, position.exposure]);
    expect(position.exposure).toMatch(/^\d/);
  });

  it('show figures of their date only; others and their totals are not determined [R-P-028 R-P-029]', async () => {
    const later = '2021-09-30';
    const query = { endDate: later };
    for (const found of [
      await as(book.editor).reportFundOverview({ query }),
      await as(book.editor).reportFundDetails({ query }),
      await as(book.editor).reportGpSharing({ query }),
      await as(book.editor).reportInvestorIrrs({ query }),
    ] as readonly Report[]) {
      expect(found.pageData.map(({ nav, commitment, quarter }) => [nav, commitment, quarter])).toEqual(
        found.pageData.map(() => [null, null, END]),
      );
      expect([found.pageData.length > 0, whole(found, 'nav'), whole(found, 'commitment')]).toEqual([true, null, null]);
    }
    const [gp] = (await as(book.editor).reportGpSharing({ query: { endDate: later } })).pageData;
    expect(gp).toMatchObject({ paid: null, escrow: null });
    // A statement on that date includes the cash until then but, like the list, no value.
    const [then, now] = [await account(), await account(later)];
    expect([row(now, 13).itd, row(now, 12).qtd, row(now, 95).itd, row(now, 104).qtd]).toEqual([
      row(then, 13).itd,
      row(then, 95).itd,
      null,
      null,
    ]);
    expect(now.notDetermined.find(({ field }) => field === 'ending')?.message).toBe(
      'Nothing is booked for the quarter to 09/30/2021; the last figures are of 06/30/2021.',
    );
    const [line] = (await as(book.editor).reportFundCapitalAccounts({ params: { endDate: later } })).pageData;
    expect([line?.beginning, line?.ending, line?.contributions]).toEqual([row(then, 95).itd, null, '0.00']);
  });

  it('show no values of a quarter without entries, but amounts paid and received [A-P-028 A-P-029 A-P-051]', async () => {
    const read = async (day: string) => {
      const found = await as(book.editor).reportFundPortfolioSummaries({ params: { endDate: day } });
      const own = await as(book.editor).getPortfolioSummaryDetail({
        params: { endDate: day },
        query: { fundId: book.fund },
      });
      const total = own.entries.find(({ humanizedSectionName }) => humanizedSectionName === 'Total')!.total;
      return { found, line: found.pageData[0]!, total };
    };
    const then = await read(END);
    expect([then.line.grossIrr, then.line.fairValue]).toEqual([then.total.grossIrr, then.total.fairValue]);
    expect(then.total.grossIrr).toMatch(/^-?\d/);
    const later = await read('2023-12-31');
    const reason = 'Nothing is booked for the quarter to 12/31/2023; the last figures are of 06/30/2021.';
    for (const line of [later.line, later.total]) {
      const { fairValue, grossIrr, grossMoic, invested, income, notDetermined } = line;
      expect([fairValue, grossIrr, grossMoic, invested, income]).toEqual([null, null, null, '410.00', '7.01']);
      expect(
        (notDetermined as readonly { field: string; message: string }[]).find(({ field }) => field === 'fairValue')
          ?.message,
      ).toBe(reason);
    }
    expect([whole(later.found, 'invested'), whole(later.found, 'fairValue')]).toEqual(['410.00', null]);
    const [holding] = await as(book.editor).listInvestorInvestments({
      params: { id: book.investors.a, date: '2023-12-31' },
    });
    expect([holding?.fairValue, holding?.invested]).toEqual([null, '246.00']);
  });

  it('total cash flows by type only, because types differ in direction [R-P-032]', async () => {
    const flows = await as(book.editor).reportCashflow();
    const types = new Set(flows.pageData.map(({ type }) => type));
    expect(new Set(flows.subtotals.map(({ keys }) => keys[0]))).toEqual(types);
    expect(types.size).toBeGreaterThan(1);
  });

  it('list cash flows, quarters and the latest data of each fund [R-P-032 R-P-033 R-P-034]', async () => {
    const flows = await as(book.editor).reportCashflow({ query: { category: 'Distribution', to: '2021-06-30' } });
    expect(new Set(flows.pageData.map(({ type }) => type))).toEqual(
      new Set(['Sale', 'Interest income', 'Distribution: return of capital']),
    );
    const quarters = await as(book.editor).reportCashflowAnalysis({ query: { fundId: book.fund } });
    expect(quarters.pageData.map(({ quarter }) => quarter)).toHaveLength(6);
    const [state] = (await as(book.editor).reportDataManagement()).pageData;
    expect(state).toMatchObject({
      lastQuarter: END,
      lockedUntil: null,
      version: null,
      openQuarters: 6,
      lastValuation: END,
    });
  });

  it('print an investor with its funds and their holdings [A-P-055 A-P-061 A-P-157]', async () => {
    const dates = await as(book.editor).listReportingDatesOfInvestor({ params: { id: book.investors.a } });
    expect([dates.length, dates[0]?.endDate, dates[0]?.collection.map(({ name }) => name)]).toEqual([
      6,
      END,
      ['Oak Fund'],
    ]);
    const pdf = await file(`/api/document/pm-InvestorProfile/report?id=${book.investors.a}&endDate=${END}`);
    expect(statusAndStart(pdf)).toEqual([200, '%P']);
    expect((await file(`/api/document/pm-Nothing/report?id=${book.investors.a}&endDate=${END}`)).statusCode).toBe(400);
    expect((await file(`/api/document/pm-InvestorProfile/report?id=${book.fund}&endDate=${END}`)).statusCode).toBe(404);
  });

  it('give a reason for each undetermined figure, and mark returns of less than a year', async () => {
    const reasons = ({ pageData: [first] }: Report) =>
      new Set((first!['notDetermined'] as { field: string }[]).map(({ field }) => field));
    expect(reasons(await as(book.editor).reportFundDetails({ query: { endDate: '2021-09-30' } }))).toEqual(
      new Set([
        'commitment',
        'contributions',
        'distributions',
        'unfunded',
        'nav',
        'irr',
        'tvpi',
        'dpi',
        'grossIrr',
        'grossMoic',
      ]),
    );
    expect(
      reasons(await as(book.editor).reportInvestmentDetails({ query: { endDate: '2021-09-30' } })).has('grossIrr'),
    ).toBe(true);
    const [early] = (
      await as(book.editor).reportInvestmentAnalytics({ query: { endDate: '2020-06-30', fundId: book.fund } })
    ).pageData;
    const [late] = (await as(book.editor).reportInvestmentAnalytics(at(END))).pageData;
    expect([early?.grossIrrAnnualized, late?.grossIrrAnnualized]).toEqual([false, true]);
  });

  it('have totals that equal the sum of their rows, by currency [R-P-022 R-P-023]', async () => {
    const reports: readonly (readonly [ReportDefinition, Report])[] = [
      [fundOverview, await as(book.editor).reportFundOverview({ query: { endDate: END, pageSize: 500 } })],
      [investmentDetails, await as(book.editor).reportInvestmentDetails({ query: { endDate: END, pageSize: 500 } })],
      [investorCashFlow, await as(book.editor).reportInvestorCashFlow({ query: { pageSize: 500 } })],
    ];
    for (const [definition, found] of reports) {
      const name = definition.title;
      const figures = definition.columns.filter(({ adds }) => adds).map(({ field }) => field);
      expect([found.pageData.length > 0, figures.length > 0], name).toEqual([true, true]);
      for (const field of figures) {
        const rows = found.pageData.map((row) => row[field] as Text);
        const sum = rows.some((amount) => amount === null)
          ? null
          : moneyText(rows.reduce((total, amount) => total.plus(decimal(amount!)), decimal('0')));
        expect(whole(found, field), `${name} ${field}`).toBe(sum);
      }
    }
    // Each group of the cash flows has only rows of its investor.
    const flows = await as(book.editor).reportInvestorCashFlow({ query: { pageSize: 500 } });
    for (const { keys, totals } of flows.subtotals.filter((subtotal) => subtotal.keys.length === 1)) {
      const own = flows.pageData.filter(({ investor }) => (investor as { id: string }).id === keys[0]);
      const net = own.reduce((total, { net }) => total.plus(decimal(String(net))), decimal('0'));
      expect(totals.find(({ field }) => field === 'net')?.total).toBe(moneyText(net));
    }
  });

  it('divide carry between two general partners without counting it twice [R-P-030]', async () => {
    const owner = await book.server.person(book.tenantId, { performance: 'administrator' });
    const second = await as(owner).saveInvestor({ body: { code: 'GP-2', name: 'Partner GP-2', type: book.gpType } });
    const close = {
      vehicleId: book.fund,
      investorId: second.id,
      kind: 'CLOSE',
      date: '2021-06-01',
      amount: '300.00',
      paysFee: false,
      paysCarry: false,
    } as const;
    await as(book.editor).saveCommitment({ body: close });
    await as(book.editor).saveLedgerEntries({
      body: { vehicleId: book.fund, entries: [entry('CARRY-EARNED', '8.00', '2021-06-15')] },
    });
    const found = await as(book.editor).reportGpSharing({ query: { endDate: END } });
    expect(Object.fromEntries(found.pageData.map(({ earned, paid }) => [earned, paid]))).toEqual({
      '12.00': '6.00',
      '6.00': '0.00',
    });
    const position = await as(book.editor).getFundCarryPosition({ params: { id: book.fund, date: END } });
    expect(['earned', 'paid', 'entitlement', 'exposure'].map((field) => whole(found, field))).toEqual([
      '18.00',
      '6.00',
      position.earned,
      position.exposure,
    ]);
  });
});

describe('a liquidated fund', () => {
  it('keeps its final figures in later quarters', async () => {
    const owner = await book.server.person(book.tenantId, { carry: 'administrator', performance: 'administrator' });
    const currency = { id: await book.server.referenceEntry(book.tenantId, 'currency', 'CHF') };
    const { id: firmId } = await as(owner).saveFirm({ body: { code: 'GROVE', name: 'Grove' } });
    const elm = { code: 'ELM', legalName: 'Elm Fund', currency, firm: { id: firmId }, vintageYear: 2019 };
    const { id: vehicleId } = await as(owner).saveFund({ body: elm });
    const brick = { code: 'BRICK', name: 'Brick', legalName: 'Brick', fundInvestments: [{ fund: { id: vehicleId } }] };
    const { id: investment } = await as(owner).saveInvestment({ body: brick });
    for (const investorId of [book.investors.a, book.investors.gp])
      await as(book.editor).saveCommitment({
        body: { vehicleId, investorId, kind: 'CLOSE', date: '2020-01-01', amount: '50.00' },
      });
    const [{ id: holdingId } = { id: '' }] = await as(book.editor).listInvestmentSources({
      query: { investmentId: investment },
    });
    const { id: securityId } = await as(owner).saveSecurity({
      body: { vehicleId, holdingId, class: 'EQUITY', name: 'Shares' },
    });
    const position = { holdingId, securityId };
    const entries = [
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('BUY', '100.00', '2020-01-10', position),
      entry('SELL', '130.00', '2021-02-10', { ...position, costRelieved: '100.00' }),
      entry('DIST-GAIN', '130.00', '2021-02-10'),
    ] as const;
    await as(book.editor).saveLedgerEntries({ body: { vehicleId, entries } });
    await as(book.editor).saveCarryTerms({ body: wholeFundTerms(vehicleId) });
    type Row = Readonly<Record<string, unknown>>;
    const named = (found: unknown): readonly Row[] => {
      const rows = Array.isArray(found) ? (found as readonly Row[]) : (found as { PageData: readonly Row[] }).PageData;
      return rows.filter((row) => /^(?!.*Oak).*(Elm|Brick|Grove|"CHF")/.test(JSON.stringify(row)));
    };
    const [last, later] = ['2021-03-31', '2023-12-31'];
    // The change since the previous quarter, and the date itself, depend on the date.
    const ofDay = /"NavChange(Percent)?":("[^"]*"|null),/g;
    const days = /"(03\/31\/2021|2021-03-31|12\/31\/2023|2023-12-31)"/g;
    // Raw responses, so that every field counts.
    const read = async (path: string, date: string) => {
      const answer = await file(path.replace('AT', date));
      expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
      const found = answer.json<object>();
      return JSON.parse(
        JSON.stringify(named('PageData' in found || Array.isArray(found) ? found : [found]))
          .replaceAll(ofDay, '')
          .replaceAll(days, '"DAY"'),
      ) as unknown;
    };
    for (const path of [
      'fund/funds?endDate=AT',
      'fund/funds?endDate=AT&currency=CHF',
      'fund/fund-vintage-year-chart-data?endDate=AT',
      `fund/${vehicleId}/investments?endDate=AT`,
      `fund/${vehicleId}/investments?endDate=AT&currencyPair=CHF-CHF`,
      `fund/${vehicleId}/investors/AT`,
      'firm/figures?endDate=AT',
      `investment/investments?endDate=AT`,
      `investment/profile?investmentId=${investment}&sourceId=${holdingId}&endDate=AT`,
      '/api/reporting/fund?view=all&endDate=AT',
      '/api/reporting/fund?view=includingCoinvest&endDate=AT',
      '/api/reporting/investment?view=includingCoinvest&endDate=AT',
      'reporting/fund/list?endDate=AT',
      'reporting/fund/gp-sharing?endDate=AT',
      'reporting/fund/fund-returns?endDate=AT',
      `explanation?subject=${vehicleId}&figure=tvpi&date=AT`,
      `explanation?subject=${vehicleId}&figure=horizon.INCEPTION&date=AT`,
      `fund/${vehicleId}/AT/carry-position`,
    ]) {
      const then = await read(path, last);
      expect(JSON.stringify(then), path).not.toBe('[]');
      expect(await read(path, later), path).toEqual(then);
    }
    const funds = await as(book.editor).listVehicles({ query: { endDate: later } });
    const [own, other] = ['Elm Fund', 'Oak Fund'].map((name) =>
      funds.pageData.find(({ fundName }) => fundName === name),
    );
    expect([own?.nav, own?.unfunded, own?.tvpi, own?.notDetermined]).toEqual(['0.00', '0.00', '1.3', []]);
    expect(other?.nav).toBeNull();
    const returns = await as(book.editor).reportFundReturns({ query: { endDate: later } });
    const elmReturns = returns.pageData.find(({ code }) => code === 'ELM');
    expect(elmReturns?.sinceInception).toBe(own?.irr);
  });
});
