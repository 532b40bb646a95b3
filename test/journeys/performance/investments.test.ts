import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { captureDownload, type Person, Stage } from '../harness.ts';

const base = '/api/performance';
const quarter = '2022-12-31';

/** One story in order: a fund buys a company, whose metrics at entry and now are entered, with the drivers of its value. */
describe('performance investments', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let api: Api;
  let id = '';
  let sourceId = '';

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = (await stage.firm('Metric Keepers', [['Ada', 'administrator']], ['performance'])) as readonly [
      Person,
    ];
    page = await stage.signedIn(ada);
    api = await connectApi(page);
    const [currency] = (await api.read<readonly { Id: string; Code: string }[]>('/api/reference/currency')).filter(
      ({ Code }) => Code === 'EUR',
    );
    await api.save(`${base}/fund`, { Code: 'MK1', Name: 'Metric Keepers I', Currency: { Id: currency?.Id } });
  });

  const fill = (name: string | RegExp, text: string) => page.getByRole('textbox', { name }).first().fill(text);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const choose = async (field: string | RegExp, option: string | RegExp) => {
    const box = page.getByRole('combobox', { name: field }).first();
    await box.click();
    await page.getByRole('option', { name: option }).first().click();
  };
  const tab = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();

  it('an investment is added with the fund that holds it, and refused without one [R-P-070 U-P-025 U-P-059 M-P-060 M-P-042 M-P-061]', async () => {
    await stage.visit(page, '/performance/investment');
    await page.getByRole('link', { name: 'Add investment' }).first().click();
    await fill(/^Code/, 'QST');
    await fill(/^Name/, 'Quarry Steel');
    await fill(/^Legal name/, 'Quarry Steel plc');
    await press('Save');
    await page.getByText('An investment must be linked to at least one fund or coinvestment.').first().waitFor();
    await page.getByText('Please correct the marked fields.').waitFor();
    await choose(/^Held by/, 'Metric Keepers I');
    await page.keyboard.press('Escape');
    await press('Save');
    await toast('Quarry Steel saved successfully.');
    // The address opens the first holder.
    await page.waitForURL(/performance\/investment\/[^/]+\/source\/[^/]+\/overview/);
    [, id = '', sourceId = ''] = /investment\/([^/]+)\/source\/([^/]+)/.exec(page.url()) ?? [];
  });

  it("the fund's purchases and their value are on the profile and in the list [R-P-071 R-P-072 R-P-073 R-P-074 R-P-082 U-P-025]", async () => {
    const [fund] = await api.read<readonly { Id: string }[]>(`${base}/fund/navigation-list`);
    const [type] = (await api.read<readonly { Id: string; Code: string }[]>('/api/reference/investor-type')).filter(
      ({ Code }) => Code === 'INVESTOR',
    );
    const investor = await api.save(`${base}/investor`, { Code: 'LP', Name: 'Endowment', Type: { Id: type?.Id } });
    const VehicleId = fund?.Id;
    await api.save(`${base}/commitment`, {
      VehicleId,
      InvestorId: investor.Id,
      Kind: 'CLOSE',
      Date: '2020-01-01',
      Amount: '200.00',
    });
    const security = await api.save(`${base}/security`, {
      VehicleId,
      HoldingId: sourceId,
      Class: 'EQUITY',
      Name: 'Shares',
    });
    const bought = { Amount: '80.00', EffectiveDate: '2021-01-01' };
    await api.save(`${base}/ledger`, {
      VehicleId,
      Entries: [
        { Type: 'CALL-INV', ...bought },
        { Type: 'BUY', ...bought, HoldingId: sourceId, SecurityId: security.Id },
      ],
    });
    await api.save(`${base}/valuation`, {
      VehicleId,
      Valuations: [{ SecurityId: security.Id, Date: quarter, FairValue: '176.00' }],
    });
    await stage.visit(page, '/performance/investment');
    await page
      .getByRole('row', { name: /QST Quarry Steel/ })
      .getByText('2.20x')
      .waitFor();
    await page
      .getByText(/^Which investments account for the amount invested/)
      .first()
      .waitFor();
    await page
      .getByText(/^Which sectors account for the amount invested/)
      .first()
      .waitFor();
    await stage.visit(page, `/performance/investment/${id}/overview?sourceId=${sourceId}`);
    await page.waitForURL(/source\/[^/]+\/overview/);
    await page.getByText('Not entered: LTM revenue, at entry', { exact: false }).first().waitFor();
  });

  it('metrics are entered on several views of one form without losing input [R-P-083 R-P-084 R-P-085 R-P-086 R-P-087 R-P-088 R-P-089 U-P-026 U-P-045 U-P-062 U-P-063]', async () => {
    await stage.visit(page, `/performance/investment/${id}/editing/${sourceId}`);
    await page.getByRole('heading', { name: 'Edit Quarry Steel, 12/31/2014' }).waitFor();
    await stage.visit(page, `/performance/investment/${id}/editing/${sourceId}/${quarter}/companyGeneral`);
    await choose(/^Sector/, 'Materials');
    await choose(/^Sub-sector/, 'Metals');
    await fill(/^Financial year end/, '06-30');
    await tab('Geography');
    await choose(/^Region 1/, 'United States');
    await fill(/^Percent of region 1/, '60');
    await choose(/^Region 2/, 'Canada');
    await fill(/^Percent of region 2/, '50');
    await page.getByText('The region percentages total more than 100.').waitFor();
    await fill(/^Percent of region 2/, '40');
    await tab('Ownership');
    await fill(/^Fully diluted equity, at entry/, '80');
    await tab('Investment metrics');
    for (const [field, entry, now] of [
      ['LTM revenue', '100', '120'],
      ['LTM EBITDA', '20', '30'],
      ['Total enterprise value', '160', '270'],
      ['Net debt', '60', '50'],
    ] as const) {
      await fill(`${field}, at entry`, entry);
      await fill(`${field}, now`, now);
    }
    await tab('Company');
    expect(
      await page
        .getByRole('combobox', { name: /^Sub-sector/ })
        .first()
        .inputValue(),
    ).toContain('Metals');
    await press('Save');
    await toast('Quarry Steel updated successfully.');
  });

  it('they are listed with their changes and the source of the value [R-P-075 R-P-076 U-P-047 U-P-049 U-P-065 U-P-101 M-P-030]', async () => {
    await page.getByText('Privately Held').waitFor();
    await tab('Overview');
    const bridge = page.getByRole('region', { name: /^Value creation/ });
    // The drivers are a waterfall, with the same figures as a table and as a picture.
    await bridge.locator('.highcharts-waterfall-series path').first().waitFor();
    await bridge.getByRole('button', { name: /as a table$/ }).click();
    await bridge.getByRole('row', { name: /^Margin 32\.00/ }).waitFor();
    await bridge.getByRole('row', { name: /Total value less invested 96\.00/ }).waitFor();
    const picture = await captureDownload(page, async () => {
      await bridge.getByRole('button', { name: /as a picture$/ }).click();
      await page.getByRole('menuitem', { name: 'Export as SVG' }).click();
    });
    expect(picture.toString()).toMatch(/^<svg .*Value creation, EUR.*Margin/s);
    await tab('Investment Metrics');
    await page.getByRole('row', { name: /^LTM EBITDA 20\.00 30\.00 \+50/ }).waitFor();
    await press('Edit');
    await fill('LTM EBITDA, now', '31');
    await press('Save');
    await toast('Investment metrics updated successfully.');
    await page.getByRole('row', { name: /^LTM EBITDA 20\.00 31\.00 \+55/ }).waitFor();
  });

  it('non-participating investors are selected [R-P-081 R-P-092 U-P-057]', async () => {
    await tab('Investors');
    await page.getByRole('row', { name: /^Endowment 200\.00 Yes 80\.00/ }).waitFor();
    await press('Choose investors');
    await fill(/^From/, '01/01/2023');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please choose at least one investor.').first().waitFor();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click();
  });

  it('news is entered and found [R-P-079 M-P-047 M-P-048 M-P-049]', async () => {
    await tab('News');
    await page.getByText('There are no records to display').first().waitFor();
    await press('Add news');
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('textbox', { name: /^Title/ }).fill('Quarry Steel opens a plant');
    await dialog.getByRole('textbox', { name: /^Published/ }).fill('05/01/2022');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast('Quarry Steel opens a plant saved successfully.');
    await page.getByRole('textbox', { name: 'Search news' }).fill('nothing of the kind');
    await page.getByText('There are no records that match your search criteria.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Quarry Steel opens a plant').first().waitFor();
  });

  it('a locked quarter is reported before any input, and input moves to another quarter', async () => {
    const [fund] = (await api.read<readonly { Id: string }[]>(`${base}/fund/navigation-list`)).slice(0, 1);
    const before = '2022-09-30';
    const path = `${base}/period/${fund?.Id ?? ''}/${before}`;
    const { RowVersion } = await api.read<{ RowVersion: number }>(path);
    await api.save(`${path}/lock`, { RowVersion, WithEarlier: true });
    await stage.visit(page, `/performance/investment/${id}/editing/${sourceId}/${before}/currentInvestment`);
    await page.getByText(/^The quarter 09\/30\/2022 of Metric Keepers I was locked on .* by Ada/).waitFor();
    await fill(/^Fully diluted equity, at entry/, '77');
    await press('Save');
    await page
      .getByText(/^Metric Keepers I has locked the quarter 09\/30\/2022\./)
      .first()
      .waitFor();
    await choose('Reporting date', '12/31/2022');
    await page.getByRole('heading', { name: 'Edit Quarry Steel, 12/31/2022' }).waitFor();
    const typed = page.getByRole('textbox', { name: /^Fully diluted equity, at entry/ }).first();
    expect(await typed.inputValue()).toBe('77.0000');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await press('Save');
    await toast('Quarry Steel updated successfully.');
  });
});
