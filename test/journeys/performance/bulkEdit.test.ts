import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { cellText, typeIntoGrid } from '../grid.ts';
import { type Person, Stage } from '../harness.ts';

const base = '/api/performance';
const end = '2021-06-30';

interface Row {
  readonly FundId: string;
  readonly InvestmentId: string;
  readonly Name: string;
  readonly Holding: { readonly ValueId: string | null; readonly RowVersion: number | null };
}

/** One story in order: the metrics of two companies are entered at once. One value is invalid, and somebody else has saved another one meanwhile. */
describe('bulk edit', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let api: Api;
  let fund = '';

  const rows = async () =>
    (await api.read<{ Portfolios: readonly Row[] }>(`/api/bulk-edit/FullPortfolioMetrics?endDate=${end}`)).Portfolios;
  const grid = (name: string) => page.getByRole('region', { name, exact: true });
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = (await stage.firm('Many Cells', [['Ada', 'administrator']], ['performance'])) as readonly [Person];
    page = await stage.signedIn(ada);
    api = await connectApi(page);
    const entry = async (type: string, code: string) =>
      (await api.read<readonly { Id: string; Code: string }[]>(`/api/reference/${type}`)).find(
        (candidate) => candidate.Code === code,
      )?.Id;
    const Currency = { Id: await entry('currency', 'EUR') };
    fund = (await api.save(`${base}/fund`, { Code: 'MC1', Name: 'Many Cells I', Currency })).Id;
    const Type = { Id: await entry('investor-type', 'INVESTOR') };
    const investor = await api.save(`${base}/investor`, { Code: 'LP', Name: 'Endowment', Type });
    const close = { InvestorId: investor.Id, Kind: 'CLOSE', Date: '2021-04-01', Amount: '100.00' };
    await api.save(`${base}/commitment`, { VehicleId: fund, ...close });
    const Entries = [{ Type: 'CALL-INV', Amount: '10.00', EffectiveDate: '2021-04-01' }];
    await api.save(`${base}/ledger`, { VehicleId: fund, Entries });
    for (const name of ['Birch', 'Cedar']) {
      const investment = { Code: name, Name: name, LegalName: `${name} plc`, Vehicles: [{ Id: fund }] };
      await api.save(`${base}/investment/save`, investment);
    }
    // A quarter with reported figures can be chosen.
    const [birch] = await rows();
    await api.save('/api/bulk-edit/portfolios/save', {
      Records: [{ ...location(birch!), Values: { EndValue: '70.00' } }],
    });
  });
  const location = ({ FundId, InvestmentId, Holding: { ValueId, RowVersion } }: Row) => ({
    FundId,
    InvestmentId,
    ReportingDate: end,
    Key: 'holding',
    ValueId,
    RowVersion,
  });

  it('asks for a domain, then a date, and opens from its short address [R-T-078 R-T-083 R-T-097 R-T-098 M-T-006 U-T-024 U-T-026 U-T-029]', async () => {
    await stage.visit(page, '/performance/bulkedit');
    await page.waitForURL(/performance\/datamanagement\/bulkedit/);
    await choose('Domain', 'PM Portfolio Metrics');
    await page.getByText('Choose a reporting date.').waitFor();
    await choose('Reporting date', '06/30/2021');
    for (const section of [
      'Company General',
      'Deal',
      'Investment Metrics',
      'Current Investment',
      'Geographic Information',
      'Current Valuation',
    ])
      await page.getByRole('link', { name: section, exact: true }).click();
    expect(await cellText(grid('Current Valuation'), 'Birch', 'End value')).toBe('70');
  });

  it('keeps the value of an open cell when the section changes', async () => {
    await typeIntoGrid(page, grid('Current Valuation'), {
      row: 'Birch',
      column: 'End value',
      text: '80',
      isEditorOpen: true,
    });
    await page.getByRole('link', { name: 'Current Investment', exact: true }).click();
    await grid('Current Investment').waitFor();
    await page.getByText('1 cell has unsaved changes.').waitFor();
    await page.getByRole('link', { name: /^Current Valuation/ }).click();
    await expect.poll(() => cellText(grid('Current Valuation'), 'Birch', 'End value')).toBe('80');
  });

  it('saves two rows together or neither, and shows an error at its cell [R-T-103 R-T-106 M-T-011 M-T-014 M-T-036]', async () => {
    await page.getByRole('link', { name: 'Current Investment', exact: true }).click();
    const share = 'Fully diluted equity, now';
    await typeIntoGrid(page, grid('Current Investment'), { row: 'Cedar', column: share, text: '101' });
    await save();
    await page.getByText(/^Error saving metrics: .*Cedar.*Ownership must be from 0 to 100 percent\.$/).waitFor();
    await page.getByRole('button', { name: /Cedar.*Ownership must be from 0 to 100 percent\./ }).waitFor();
    expect((await rows()).map(({ Holding }) => Holding.RowVersion)).toEqual([1, null]);
  });

  it('shows both values of a cell that somebody else has saved, and loses no input [U-T-061 M-T-058]', async () => {
    const [birch] = await rows();
    await api.save('/api/bulk-edit/portfolios/save', {
      Records: [{ ...location(birch!), Values: { EndValue: '75.00' } }],
    });
    await page.getByRole('link', { name: /^Current Valuation/ }).click();
    await page.getByRole('button', { name: /has since saved 75\.00; you typed 80/ }).waitFor();
    await page.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByRole('link', { name: /^Current Investment/ }).click();
    const share = 'Fully diluted equity, now';
    await typeIntoGrid(page, grid('Current Investment'), { row: 'Cedar', column: share, text: '40' });
    await save();
    await page.getByText('portfolio data updated').first().waitFor();
    expect((await rows()).map(({ Holding }) => Holding.RowVersion)).toEqual([3, 1]);
  });

  it('asks before another domain replaces the input, and refuses changes in a locked quarter [R-T-100 M-T-008 U-T-061]', async () => {
    await page.getByRole('link', { name: /^Current Valuation/ }).click();
    await typeIntoGrid(page, grid('Current Valuation'), { row: 'Birch', column: 'End value', text: '90' });
    await choose('Domain', 'Funds');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByText('Choose a reporting date.').waitFor();
    await api.save(`${base}/period/${fund}/${end}/lock`, { RowVersion: 1, Acknowledged: [] });
    await choose('Reporting date', '06/30/2021');
    await page.getByRole('link', { name: 'Reported figures', exact: true }).click();
    expect(await cellText(grid('Reported figures'), 'Many Cells I', 'Quarter')).toBe('Locked');
    await typeIntoGrid(page, grid('Reported figures'), { row: 'Many Cells I', column: 'NAV', text: '5' });
    await page.getByText('Many Cells I, NAV: the quarter is locked').waitFor();
  });
});
