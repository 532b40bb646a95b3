import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { type QueryOf, refusal } from '../../../testing/testClient.ts';
import { END, statusAndStart, row, entry, openStatements } from '../../../testing/openStatements.ts';

type Text = string | null;

const book = openStatements();
const { as, file, account, figures } = book;

describe('the capital account of a fund', () => {
  it('lists other changes of the unfunded commitment below row 113', async () => {
    const { rows } = await account('2020-03-31');
    const after = rows.slice(rows.findIndex(({ row }) => row === 113));
    expect(after.slice(0, 5).map(({ row, label, qtd, itd }) => [row, label, qtd, itd])).toEqual([
      [113, '+/- Other Unfunded Adjustment', '1000.00', '0.00'],
      [1131, 'of which closes and increases', '1000.00', '0.00'],
      [1132, 'of which transfers of commitments', '0.00', '0.00'],
      [1133, 'of which adjustments', '0.00', '0.00'],
      [114, 'Ending Unfunded Commitment', '581.00', '581.00'],
    ]);
  });
  it('agrees with the figures of the period, the sum of partners, and earlier closing balances [A-P-096 T1 T2 T3 T4 T6]', async () => {
    const now = await account();
    const figureOf = await figures();
    const vehicle = figureOf('VEHICLE');
    expect([row(now, 95), row(now, 104), row(now, 114), row(now, 108)].map(({ itd }) => itd)).toEqual([
      vehicle.nav,
      vehicle.navBeforeCarry,
      vehicle.unfunded,
      vehicle.commitment,
    ]);
    for (const { row, qtd, ytd, itd } of now.rows.filter((item) => [81, 95, 103, 104, 114].includes(item.row))) {
      expect([row, qtd, ytd]).toEqual([row, itd, itd]);
    }
    for (const partner of now.partners) {
      const own = figureOf('COMMITMENT', partner.investor.name);
      expect([partner.itd.ending, partner.itd.endingBeforeCarry, partner.itd.unfunded]).toEqual([
        own.nav,
        own.navBeforeCarry,
        own.unfunded,
      ]);
    }
    const cents = (text: Text) => Math.round(Number(text) * 100);
    for (const period of ['qtd', 'itd'] as const) {
      const sum = now.partners.reduce((total, partner) => total + cents(partner[period].ending), 0);
      expect(sum).toBe(cents(row(now, 95)[period]));
    }
    const before = await account('2021-03-31');
    expect([row(now, 12).qtd, row(now, 109).qtd]).toEqual([row(before, 95).itd, row(before, 114).itd]);
    expect([row(now, 13).itd, row(now, 14).qtd, row(now, 21).itd, row(now, 87).ytd, row(now, 92).qtd]).toEqual([
      '419.00',
      '-106.00',
      '-9.00',
      '0.00',
      '50.00',
    ]);
    expect(now.periods.map(({ code, startDate, endDate }) => [code, startDate, endDate])).toEqual([
      ['QTD', '2021-03-31', END],
      ['YTD', '2020-12-31', END],
      ['ITD', null, END],
    ]);
  });

  it('can be read as known at an audit entry', async () => {
    const [last] = await book.server.withTenant(
      { tenantId: book.tenantId, personId: null, now: book.server.now.toISOString() },
      (tx) =>
        tx.query<{ seq: number }>('SELECT max(seq)::int AS seq FROM ledger_entry WHERE tenant_id = $1', [
          book.tenantId,
        ]),
    );
    const before = await account();
    const [late] = await as(book.editor).saveLedgerEntries({
      body: {
        vehicleId: book.fund,
        entries: [entry('EXP-AUDIT', '1.00', '2021-06-30')],
      },
    });
    expect(row(await account(), 95).itd).not.toBe(row(before, 95).itd);
    const asOfEnd = await account(END, { asKnownOn: String(last!.seq) });
    // The valuations were entered after that audit entry, so the holdings are at cost again.
    expect([row(asOfEnd, 41).itd, row(asOfEnd, 93).itd]).toEqual(['0.00', '0.00']);
    await as(book.editor).reverseLedgerEntry({ params: { id: late!.id }, body: { reason: 'For the test' } });
    expect((await account()).rows).toEqual(before.rows);
  });

  it('has the rows of an investor in both calls, and refuses other records and dates [A-P-020 A-P-026]', async () => {
    const own = await as(book.editor).getCapitalAccount({
      params: { endDate: '06-30-2021', investorId: book.investors.a, fundId: book.fund },
    });
    expect([own.investor?.name, row(own, 13).itd, own.partners.map(({ investor }) => investor.name)]).toEqual([
      'Partner LP-A',
      '251.40',
      ['Partner LP-A'],
    ]);
    expect(
      await as(book.editor).getCapitalAccountDetail({
        params: { endDate: END },
        query: { fundId: book.fund, investorId: book.investors.a },
      }),
    ).toEqual(own);
    const missing = [
      { endDate: END, investorId: book.fund, fundId: book.fund },
      { endDate: END, investorId: book.investors.a, fundId: book.investors.a },
      { endDate: '2021-06-29', investorId: book.investors.a, fundId: book.fund },
    ];
    const refusals = await Promise.all(missing.map((params) => refusal(as(book.editor).getCapitalAccount({ params }))));
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 400]);
    const carry = await book.server.person(book.tenantId, { carry: 'administrator' });
    const params = { fundId: book.fund, endDate: END };
    expect((await refusal(as(carry).getFundCapitalAccount({ params }))).status).toBe(403);
    const other = await book.server.tenant();
    const stranger = await book.server.person(other, { performance: 'administrator' });
    expect((await refusal(as(stranger).getFundCapitalAccount({ params }))).status).toBe(404);
  });

  it('has a row for each fund, with the balances of the fund [A-P-019 U-P-070]', async () => {
    const now = await account();
    for (const [periodId, period] of [
      ['QTD', 'qtd'],
      ['ITD', 'itd'],
    ] as const) {
      const report = await as(book.editor).reportFundCapitalAccounts({ params: { endDate: END }, query: { periodId } });
      const [line] = report.pageData;
      expect([line!.fundCode, line!.beginning, line!.unrealized, line!.ending, line!.unfunded]).toEqual([
        'OAK',
        row(now, 12)[period],
        row(now, 93)[period],
        row(now, 95)[period],
        row(now, 114)[period],
      ]);
      expect(report.subtotals.map(({ splitKeys }) => splitKeys)).toEqual([['EUR']]);
    }
    expect((await refusal(as(book.editor).reportFundCapitalAccounts({ params: { endDate: 'never' } }))).status).toBe(
      400,
    );
  });

  it('lists dates, funds, investors and periods to choose from [A-P-021 A-P-022 A-P-023 A-P-024 A-P-025]', async () => {
    const dates = await as(book.editor).listCasDates();
    expect(dates[0]).toEqual({ endDate: END, formattedDate: '06/30/2021' });
    const names = (records: readonly { readonly name: string }[]) => records.map(({ name }) => name);
    expect(names(await as(book.editor).listCasFunds())).toEqual(['Oak Fund']);
    const all = ['Partner GP', 'Partner LP-A', 'Partner LP-B'];
    expect(names(await as(book.editor).listCasInvestors())).toEqual(all);
    const investorsAt = async (endDate: string, query: QueryOf<'listCasInvestorsOn'> = {}) =>
      names(await as(book.editor).listCasInvestorsOn({ params: { endDate }, query }));
    expect(await investorsAt(END, { fundId: book.fund })).toEqual(all);
    expect(await investorsAt('2019-12-31')).toEqual([]);
    const periods = await as(book.editor).listCasPeriods();
    expect(periods.map(({ id, code, description }) => `${id} ${code} ${description}`)).toEqual([
      'QTD QTD Quarter to date',
      'YTD YTD Fiscal year to date',
      'ITD ITD Inception to date',
    ]);
  });

  it('can be exported as a workbook with formulas, a statement in PDF, and the ILPA template [A-P-027 A-P-038 A-P-039 M-P-031 M-P-032 U-P-067 U-P-068]', async () => {
    const exported = (query: string) => file(`capitalaccount/${END}/cas-report/export?${query}`);
    const refused = async (query: QueryOf<'exportCapitalAccount'>) => {
      const { status, errors } = await refusal(
        as(book.editor).exportCapitalAccount({ params: { endDate: END }, query }),
      );
      return [status, ...errors.map(({ message }) => message)];
    };
    expect(await refused({ format: 'excel' })).toEqual([422, 'Please select a fund before exporting to Excel.']);
    const both = 'Please select a fund and an investor before exporting to PDF.';
    expect(await refused({ format: 'application/pdf' })).toEqual([422, both]);
    expect(await refused({ format: 'application/pdf', fundId: book.fund })).toEqual([422, both]);
    const excel = await exported(`format=excel&fundId=${book.fund}`);
    expect(statusAndStart(excel)).toEqual([200, 'PK']);
    const pdf = await exported(`format=application/pdf&fundId=${book.fund}&investorId=${book.investors.a}`);
    expect(statusAndStart(pdf)).toEqual([200, '%P']);
    // The fund's firm is the issuer with its logo, and the footer names no reader.
    expect(pdf.rawPayload.toString('latin1')).toContain('/Subtype /Image');
    const printed = pdfTexts(pdf.rawPayload).flat().join('').replaceAll(' ', '');
    expect(printed).toContain('HarborStreetCapital');
    expect(printed).not.toContain('Ada·page');
    // So it is of the fund's profile, whose footer names the document.
    const profile = await file(`/api/document/pm-FundProfile/report?id=${book.fund}&endDate=${END}`);
    expect(profile.rawPayload.toString('latin1')).toContain('/Subtype /Image');
    const text = pdfTexts(profile.rawPayload).flat().join('').replaceAll(' ', '');
    for (const part of ['HarborStreetCapital\u00b7Fundprofile\u00b7OakFund', 'J-curve', 'Fairvalue'])
      expect(text).toContain(part);
    const template = await file(
      `capitalaccount/ilpa?fundId=${book.fund}&investorId=${book.investors.a}&endDate=${END}`,
    );
    expect(statusAndStart(template)).toEqual([200, 'PK']);
    // The statement has the three accounts of the template with the same figures.
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(template.rawPayload as unknown as ArrayBuffer);
    const line = workbook.worksheets[0]!.getRow(13);
    const figures = Array.from({ length: 9 }, (_, at) => Number(line.getCell(at + 2).value).toFixed(2));
    expect([figures[2], figures[5]]).toEqual(['251.40', '419.00']);
    expect(printed).toContain(`Contributions–Cash&Non-Cash${figures.join('')}`);
  });
});
