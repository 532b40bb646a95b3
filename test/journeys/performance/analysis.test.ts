import { checkTemplate, readTemplate } from '@carrara/domain/performance/ilpa';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi, type SavedRecord } from '../connectApi.ts';
import { captureDownload, type Person, Stage } from '../harness.ts';

const base = '/api/performance';

/**
 * One story. An analyst enters an index and the terms of a fund, and opens the dashboard. They compare fees and funds, and download ILPA's files.
 */
describe('performance analysis', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let api: Api;
  let firstFundId: string | undefined;

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = (await stage.firm(
      'Analysis Keepers',
      [['Ada', 'administrator']],
      ['carry', 'performance'],
    )) as readonly [Person];
    page = await stage.signedIn(ada);
    api = await connectApi(page);
    const entries = async (type: string) => {
      const all = await api.read<readonly { Id: string; Code: string }[]>(`/api/reference/${type}`);
      return (code: string) => ({ Id: all.find((candidate) => candidate.Code === code)?.Id });
    };
    const [currency, investorType, family] = [
      await entries('currency'),
      await entries('investor-type'),
      await entries('fund-family'),
    ];
    const partners: readonly (readonly [string, SavedRecord, string])[] = await Promise.all(
      [
        ['LP-A', 'Pension A', 'INVESTOR', '90000000.00'],
        ['GP', 'General partner', 'GP', '10000000.00'],
      ].map(async ([Code = '', Name = '', type = '', amount = '']) => {
        const saved = await api.save(`${base}/investor`, { Code, Name, Type: investorType(type) });
        return [type, saved, amount] as const;
      }),
    );
    for (const [Code, LegalName, fee] of [
      ['MOOR-I', 'Moor Lane I', '1000000.00'],
      ['MOOR-II', 'Moor Lane II', '1300000.00'],
    ] as const) {
      const fund = await api.save('/api/carry/fund', {
        Code,
        LegalName,
        Currency: currency('USD'),
        FundFamily: family('BUYOUT'),
        VintageYear: 2022,
      });
      firstFundId ??= fund.Id;
      for (const [type, partner, Amount] of partners) {
        await api.save(`${base}/commitment`, {
          VehicleId: fund.Id,
          InvestorId: partner.Id,
          Kind: 'CLOSE',
          Date: '2021-12-31',
          Amount,
          ...(type === 'GP' ? { PaysFee: false } : {}),
        });
      }
      await api.save(`${base}/ledger`, {
        VehicleId: fund.Id,
        Entries: [
          { Type: 'CALL-INV', Amount: '40000000.00', EffectiveDate: '2022-01-14' },
          { Type: 'CALL-FEE', Amount: '5000000.00', EffectiveDate: '2022-01-14' },
          { Type: 'FEE', Amount: fee, EffectiveDate: '2022-12-31', SettledOn: '2022-12-31' },
          { Type: 'DIST-GAIN', Amount: '20000000.00', EffectiveDate: '2023-06-30' },
        ],
      });
    }
  });

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor();
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).first().click();
    await page.getByRole('option', { name: option }).first().click();
  };
  // The frame of a table has its name.
  const tableOf = (name: string) => page.getByRole('group', { name: `${name}, table`, exact: true });
  const cell = (table: string, row: RegExp) => tableOf(table).getByRole('row', { name: row }).first().waitFor();

  it('an index is entered and its levels pasted; an invalid line is reported and no input is lost', async () => {
    await stage.visit(page, '/performance/index-series/add');
    await page.getByRole('textbox', { name: /^Code/ }).fill('WORLD');
    await page.getByRole('textbox', { name: /^Name/ }).fill('World shares, invented');
    await press('Save');
    await page.getByText('World shares, invented saved successfully.').first().waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Levels' }).click();
    const levels = page.getByRole('textbox', { name: 'Days and levels' });
    await levels.fill('Date\tLevel\n2021-12-31\t100\n2022-12-31\tmany');
    await page.getByText(/Line 3: the level 'many' is not a number/).waitFor();
    await levels.fill('Date\tLevel\n2021-12-31\t100\n2022-12-31\t95\n2023-06-30\t110');
    await page.getByText('3 days, from 12/31/2021 to 06/30/2023').waitFor();
    await press('Save levels');
    await page.getByText('Levels saved: 3 added, 0 changed, 0 removed.').waitFor();
    await page.getByRole('row', { name: /06\/30\/2023/ }).waitFor();
  });

  it('terms are edited in the fee template, which lists fees by section [R-P-106 R-P-109 R-P-110]', async () => {
    await stage.visit(page, '/performance/analysis');
    await page.getByRole('main').getByRole('link', { name: 'Fee template' }).click();
    await cell('Management fees', /Gross of Offsets.*\(1,000,000\.00\)/);
    await press('Edit');
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('textbox', { name: /^Management fee/ }).fill('150');
    await dialog
      .getByRole('combobox', { name: /^Fee basis/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Commitments' }).first().click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Management fee must be from 0 to 100.').first().waitFor();
    await dialog.getByRole('textbox', { name: /^Management fee/ }).fill('1.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Economic terms saved successfully.').waitFor();
    await cell('Economic terms', /Management fee 1\.5 %/);
  });

  it('carry terms are checked, saved and compared, and the payoff follows the tiers', async () => {
    await stage.visit(page, `/performance/fund/${firstFundId}/carry`);
    await page.getByText('This fund has no carry terms.').waitFor();
    await page.getByRole('link', { name: 'Add carry terms' }).click();
    const field = (name: string | RegExp) => page.getByRole('textbox', { name }).first();
    await field(/^Applies from/).fill('12/31/2021');
    await choose('Basis', 'European (whole fund)');
    await press('Check');
    await page.getByText('The rate of the preferred return is missing.').waitFor();
    await field('Rate per year').fill('8');
    const shares = page.getByRole('textbox', { name: 'GP share' });
    await shares.first().fill('15');
    await field('Target share of profit').fill('20');
    await shares.last().fill('20');
    await press('Save');
    await page.getByText('must be above its target').first().waitFor();
    await shares.first().fill('100');
    await press('Check');
    await page.getByText('The terms are complete.').waitFor();
    await page.getByRole('heading', { name: 'Payoff' }).waitFor();
    await press('Save');
    await page.getByText('Carry terms from 12/31/2021 saved successfully.').waitFor();
    await cell('Versions', /12\/31\/2021 .*In force .*8% preferred return, 100% catch-up to 20%, 20% carry/);
    await page.getByRole('link', { name: 'New version' }).click();
    await field(/^Applies from/).fill('01/01/2024');
    await press('Move row 3 of Tiers down');
    await press('Check');
    await page.getByText('Catch-up must come before split.').waitFor();
    await press('Move row 4 of Tiers up');
    await shares.last().fill('25');
    await page.getByRole('textbox', { name: 'Target share of profit' }).fill('25');
    await press('Save');
    await page.getByText('Carry terms from 01/01/2024 saved successfully.').waitFor();
    await cell('Differences', /Tier 4, GP share 20% 25%/);
  });

  it('the dashboard opens since inception, compares fees with their projection, and is filtered by fund [R-P-103 R-P-104 U-P-051 U-P-102 U-P-106]', async () => {
    await stage.visit(page, '/performance/dashboard');
    await heading('Dashboard');
    // 546 days x 1.5
    // 36500 x 90,000,000 is 2,019,452.05.
    await cell('Management fees vs. projection', /Moor Lane I .*2,019,452\.05.*Below projection/);
    await cell('Management fees vs. projection', /Moor Lane II .*n\.d\./);
    // The GP pays no fees, so its 4,000,000.00 count only for all partners.
    await cell('Funds', /Moor Lane II.*41,000,000\.00/);
    await choose('Basis', 'All partners');
    await page.waitForURL(/basis=all/);
    await cell('Funds', /Moor Lane II.*45,000,000\.00/);
    await choose('Basis', 'Fee-paying limited partners');
    await choose('Fund', 'Moor Lane II');
    await page.waitForURL(/fund=/);
    await expect.poll(() => tableOf('Funds').getByRole('row').count()).toBe(2);
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('QTD').click();
    await page.waitForURL(/period=QTD/);
    await cell('Funds', /Moor Lane II.*18,000,000\.00/);
  });

  it('fees of several funds are compared; another date clears the funds [R-P-107 U-P-050 U-T-062]', async () => {
    await stage.visit(page, '/performance/analysis/comparison');
    for (const fund of ['Moor Lane I', 'Moor Lane II']) {
      await page.getByRole('combobox', { name: 'Funds' }).click();
      await page.getByRole('option', { name: fund, exact: true }).click();
    }
    await page.keyboard.press('Escape');
    await cell('Management fees', /Net of Offsets.*\(1,000,000\.00\) \(1,300,000\.00\)/);
    // The choices are in the address.
    await page.reload();
    await cell('Management fees', /Net of Offsets.*\(1,000,000\.00\) \(1,300,000\.00\)/);
    await choose('Reporting date', '03/31/2023');
    await page.getByText('Choose the funds to compare.').first().waitFor();
  });

  it('a fund is compared with an index, and has no benchmark yet [R-P-108]', async () => {
    await stage.visit(page, '/performance/analysis/benchmark');
    await page.getByText('No benchmark matches this fund.').waitFor();
    await cell('Public market equivalents', /KS-PME/);
    await cell('Public market equivalents', /Modified PME/);
  });

  it('a benchmark is entered with its quartiles and its number of funds; an invalid one is refused at its cell', async () => {
    await stage.visit(page, '/performance/benchmark/add');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Buyout 2022, invented');
    await page.getByRole('textbox', { name: /^Provider/ }).fill('Nobody');
    await press('Add figure');
    await page.getByRole('textbox', { name: /^As of/ }).fill('06/30/2023');
    await page.getByRole('textbox', { name: /^IRR, median/ }).fill('9.5');
    await page.getByRole('textbox', { name: /^Funds/ }).fill('many');
    await press('Save');
    await page
      .getByText(/Funds is not a number/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: /^Funds/ }).fill('1,200');
    await press('Save');
    await page.getByText('Buyout 2022, invented saved successfully.').first().waitFor();
    await page.getByRole('row', { name: /06\/30\/2023.*9\.5.*1,200/ }).waitFor();
  });

  it('ILPA’s templates are downloaded; the Reporting Template passes its check', async () => {
    await stage.visit(page, '/performance/analysis/fee');
    const reporting = await captureDownload(page, () => press('Reporting Template'));
    const sheets = (await readWorkbook(reporting))._unsafeUnwrap();
    expect(checkTemplate(readTemplate(sheets[0]!.rows)._unsafeUnwrap()).differences).toEqual([]);
    await stage.visit(page, '/performance/analysis/performance-template');
    await cell('Statement of cash flows', /Capital Call: Investments/);
    await page.getByText('Gross-up', { exact: true }).click();
    await cell('Statement of cash flows', /Capital Call: Total Amount/);
    const performance = await captureDownload(page, () => press('Excel'));
    expect((await readWorkbook(performance))._unsafeUnwrap().map(({ name }) => name)).toEqual([
      'Performance Template',
      'Flows by column',
    ]);
  });
});
