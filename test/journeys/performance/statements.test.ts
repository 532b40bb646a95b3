import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { captureDownload, Stage } from '../harness.ts';

const ledger = '/api/performance';

/** Creates a fund with two investors and its general partner, which has invested in a loan and in shares. */
async function plant(api: Api): Promise<{ readonly fund: string; readonly lane: string }> {
  const entry = async (type: string, code: string) => {
    const entries = await api.read<{ Id: string; Code: string }[]>(`/api/reference/${type}`);
    return { Id: entries.find((candidate) => candidate.Code === code)!.Id };
  };
  const fund = await api.save('/api/carry/fund', {
    Code: 'QUAY',
    LegalName: 'Quay Fund I',
    Currency: await entry('currency', 'EUR'),
  });
  const investment = await api.save('/api/carry/investment', {
    Code: 'MILL',
    Name: 'Old Mill',
    LegalName: 'Old Mill',
    FundInvestments: [{ Fund: { Id: fund.Id } }],
  });
  const [holding] = investment['FundInvestments'] as readonly { readonly Id: string }[];
  const investor = async (Code: string, Name: string, type: string) =>
    (await api.save(`${ledger}/investor`, { Code, Name, Type: await entry('investor-type', type) })).Id;
  const lane = await investor('LANE', 'Lane Pension Fund', 'INVESTOR');
  const partners = [
    [lane, '600.00'],
    [await investor('BELL', 'Bell Foundation', 'INVESTOR'), '300.00'],
    [await investor('QGP', 'Quay Partners', 'GP'), '100.00'],
  ];
  for (const [InvestorId, Amount] of partners) {
    await api.save(`${ledger}/commitment`, {
      VehicleId: fund.Id,
      InvestorId,
      Kind: 'CLOSE',
      Date: '2024-01-02',
      Amount,
    });
  }
  const security = async (Class: string, Name: string) => {
    const created = await api.save(`${ledger}/security`, { VehicleId: fund.Id, HoldingId: holding?.Id, Class, Name });
    return { HoldingId: holding?.Id, SecurityId: created.Id };
  };
  const shares = await security('EQUITY', 'Ordinary shares');
  const loan = await security('DEBT', 'Senior loan');
  const notice = await api.save(`${ledger}/notice`, {
    VehicleId: fund.Id,
    Kind: 'CALL',
    IssueDate: '2024-01-15',
    DueDate: '2024-01-31',
  });
  const on = (Type: string, Amount: string, EffectiveDate: string, more: object = {}) => ({
    Type,
    Amount,
    EffectiveDate,
    ...more,
  });
  await api.save(`${ledger}/ledger`, {
    VehicleId: fund.Id,
    Entries: [
      on('CALL-INV', '500.00', '2024-01-31', { NoticeId: notice.Id }),
      on('BUY', '350.00', '2024-02-01', shares),
      on('BUY', '150.00', '2024-02-01', loan),
      on('INC-INT', '12.00', '2024-06-30', { HoldingId: holding?.Id }),
      on('FEE', '8.00', '2024-06-30'),
    ],
  });
  await api.save(`${ledger}/valuation`, {
    VehicleId: fund.Id,
    Valuations: [{ SecurityId: shares.SecurityId, Date: '2024-06-30', FairValue: '420.00' }],
  });
  return { fund: fund.Id, lane };
}

/** One story in order: investor relations sends out the statements of a quarter. */
describe("an investor's statements", { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let planted: Awaited<ReturnType<typeof plant>>;

  beforeAll(async () => {
    stage = await Stage.open();
    const [iris] = await stage.firm('Quay Partners', [['Iris', 'administrator']], ['carry', 'performance']);
    page = await stage.signedIn(iris!);
    planted = await plant(await connectApi(page));
  });

  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();
  const cells = async (table: string, row: RegExp | string) =>
    (
      await page
        .getByRole('group', { name: `${table}, table` })
        .getByRole('row', { name: row })
        .first()
        .innerText()
    )
      .split(/\t|\n/)
      // Leaves out the button that explains a figure.
      .filter((text) => !['', 'why?'].includes(text.trim()));
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const file = (kind: string, at = 0) =>
    captureDownload(page, async () => {
      await page.getByRole('button', { name: 'Export' }).nth(at).click();
      await page.getByRole('menuitem', { name: kind, exact: true }).click();
    });

  it('open on the latest date, and show the figures of another selected one [R-P-042 R-P-043 U-P-041 U-P-042]', async () => {
    await stage.visit(page, '/performance/investor');
    await page
      .getByText(/^Which investors had committed the most/)
      .first()
      .waitFor();
    await page
      .getByText(/^Which types of investor had committed the most/)
      .first()
      .waitFor();
    await page.getByRole('row', { name: /Lane Pension Fund/ }).click();
    await page
      .getByRole('region', { name: /^Key figures.*EUR$/ })
      .getByText('Total commitment', { exact: true })
      .waitFor();
    expect(await cells('Funds', /Quay Fund I/)).toEqual(expect.arrayContaining(['600.00', '300.00', '344.40']));
    await choose('Reporting date', '03/31/2024');
    await expect.poll(() => cells('Funds', /Quay Fund I/)).not.toContain('344.40');
    expect(await cells('Funds', /Quay Fund I/)).toEqual(expect.arrayContaining(['600.00', '300.00']));
    await page.waitForURL(/endDate=2024-03-31/);
    await choose('Reporting date', '06/30/2024');
  });

  it('roll the capital account to the NAV of the portfolio and the cash flows [R-P-044 R-P-045 R-P-046 R-P-047 M-P-019 M-P-020 M-P-021]', async () => {
    await tab('Capital Account Statement');
    await page.getByText('Lane Pension Fund in Quay Fund I, 06/30/2024, in EUR').waitFor();
    expect(await cells('Capital account', /^Contributions/)).toEqual([
      'Contributions – Cash & Non-Cash',
      '0.00',
      '300.00',
      '300.00',
    ]);
    // 300.00 paid in, 42.00 of gain, 7.20 of interest, 4.80 of fees.
    expect((await cells('Capital account', /^Ending NAV – Net/)).slice(1)).toEqual(['344.40', '344.40', '344.40']);
    await tab('Portfolio Summary');
    expect(await cells('Portfolio of Quay Fund I', /^Debt.*[0-9]/)).toEqual(expect.arrayContaining(['90.00', '7.20']));
    expect(await cells('Portfolio of Quay Fund I', /^Total/)).toEqual(
      expect.arrayContaining(['300.00', '342.00', '49.20']),
    );
    await tab('Cash Flows');
    expect(await cells('Cash Flows', /Call no. 1/)).toEqual(
      expect.arrayContaining(['01/15/2024', 'Quay Fund I', '300.00']),
    );
    await choose('Category', 'Distribution');
    await page.getByText('There are no records to display').waitFor();
    await tab('Investments');
    expect(await cells('Investments', /Old Mill/)).toEqual(expect.arrayContaining(['300.00', '342.00']));
  });

  it("are exported as a statement, as ILPA's template and as the profile [R-P-042 M-P-019 U-P-084 A-P-061 A-P-157]", async () => {
    await tab('Capital Account Statement');
    const statement = pdfTexts(await file('PDF'))
      .flat()
      .join(' ');
    for (const text of ['Capital Account Statement', 'Lane Pension Fund', 'Quay Fund I', '344.40']) {
      expect(statement).toContain(text);
    }
    const template = await file('ILPA Reporting Template');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(template as unknown as ArrayBuffer);
    expect(workbook.worksheets[0]?.getCell('B95')).toMatchObject({ formula: 'B12+B18+B91+B94', result: 344.4 });
    const profile = await captureDownload(page, () => page.getByRole('button', { name: 'Profile as PDF' }).click());
    const text = pdfTexts(profile).flat().join(' ');
    for (const part of ['Lane Pension Fund', '344.40', 'Old Mill']) expect(text).toContain(part);
  });

  it('add up to the fund, on its tab, in the detail reports and their workbook [R-P-024 R-P-025 R-P-026 R-P-063 M-P-011 M-P-013 M-P-023 M-P-031 M-P-032]', async () => {
    await stage.visit(page, `/performance/fund/${planted.fund}/cas`);
    await page.getByText('Quay Fund I, 06/30/2024, in EUR').waitFor();
    expect((await cells('Capital account', /^Ending NAV – Net/)).slice(1)).toEqual(['574.00', '574.00', '574.00']);
    expect(await cells('Partners', /Lane Pension Fund/)).toContain('344.40');
    await stage.visit(page, '/performance/report');
    await page.getByRole('link', { name: 'Capital Account Detail Report' }).click();
    await page.getByText('Choose a reporting date and a fund.').waitFor();
    const refused = async (kind: string, text: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: kind, exact: true }).click();
      await page.getByText(text).first().waitFor();
    };
    await refused('Excel', 'Please select a fund before exporting to Excel.');
    await refused('PDF', 'Please select a fund and an investor before exporting to PDF.');
    await choose('Fund', 'Quay Fund I');
    expect((await cells('Capital account', /^Ending NAV – Net/)).slice(1)).toEqual(['574.00', '574.00', '574.00']);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await file('Excel')) as unknown as ArrayBuffer);
    const partners = workbook.getWorksheet('Partners ITD')!;
    expect(partners.getCell('I8')).toMatchObject({ formula: 'SUM(I5:I7)', result: 574 });
    await stage.visit(page, '/performance/report/pfs/fund');
    await choose('Fund', 'Quay Fund I');
    expect(await cells('Portfolio of Quay Fund I', /^Total/)).toEqual(expect.arrayContaining(['570.00', '500.00']));
  });

  it('have a row next to the other funds [R-P-027 M-P-012 M-P-014]', async () => {
    await stage.visit(page, '/performance/report/cas/all');
    await page.getByRole('heading', { name: 'Capital Account Fund Report' }).waitFor();
    await page.getByText('Inception to date').click();
    await expect
      .poll(() => cells('Capital Account Fund Report', /Quay Fund I/))
      .toEqual(expect.arrayContaining(['500.00', '574.00']));
    await stage.visit(page, '/performance/report/pfs/all');
    expect(await cells('Portfolio Summary Fund Report', /Old Mill/)).toEqual(expect.arrayContaining(['570.00']));
  });

  it('say so if there is nothing to report yet [M-P-062]', async () => {
    const api = await connectApi(page);
    const [type] = await api.read<{ Id: string; Code: string }[]>('/api/reference/investor-type');
    const { Id } = await api.save('/api/performance/investor', {
      Code: 'NEW',
      Name: 'New Investor',
      Type: { Id: type!.Id },
    });
    await stage.visit(page, `/performance/investor/${Id}/cas`);
    await page.getByText('There is no reporting data for this investor yet.').first().waitFor();
  });
});
