import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../harness.ts';

const password = 'carrara-demo-2026';
const accountant = { login: 'accountant@alder.example', password, firstName: 'Ac', lastName: 'Countant' };
const name = 'Helios, second offer';

/** From the charts to a new forecast, its scenarios and its deletion. One story in order. Each step needs the previous ones. */
describe('a forecast', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    page = await stage.signedIn(accountant);
  });

  it('has charts by fund, coinvestment, source and time, as areas above three dates [M-C-028 M-C-029 M-C-030 M-C-031 U-C-025 U-C-159 R-C-139 to R-C-143]', async () => {
    await stage.visit(page, '/carry/forecast');
    await page.getByRole('link', { name: 'Create forecast' }).first().waitFor();
    const questions = {
      Fund: /^Which funds account for the forecast carry/,
      Coinvestment: /^Which coinvestments account for the forecast carry/,
      Source: /^Which sources account for the forecast carry/,
      Time: /^How has forecast carry developed/,
    };
    for (const [view, name] of Object.entries(questions)) {
      await page.getByRole('group', { name: 'Chart views' }).getByRole('button', { name: view, exact: true }).click();
      await page.getByRole('heading', { name }).waitFor();
    }
    // Tips appear only before the first forecast.
    expect(await page.getByText(/Nothing is posted/).count()).toBe(0);
  });

  it('is introduced on the empty list of a new firm, with the steps that come first [U-C-025]', async () => {
    const [nora] = await stage.firm('Nothing forecast yet', [['Nora', 'editor']]);
    const empty = await stage.signedIn(nora!);
    await stage.visit(empty, '/carry/forecast');
    await empty.getByText(/Nothing is posted/).waitFor();
    await empty.getByRole('link', { name: 'Upload a carry plan' }).waitFor();
    expect(await empty.getByRole('link', { name: 'Create forecast' }).count()).toBe(0);
    await empty.context().close();
  });

  it('locks sources that the selected one excludes, and unlocks them once the selection is cleared [U-C-073 U-C-074 U-C-076 R-C-153]', async () => {
    await page.getByRole('link', { name: 'Create forecast' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Distribution date' }).fill('06/30/2029');
    await page.getByRole('button', { name: 'Select sources' }).click();
    const dialog = page.getByRole('dialog');
    const search = dialog.getByRole('textbox', { name: 'Search sources' });
    await search.fill('helios');
    const boxes = dialog.getByRole('checkbox');
    await boxes.first().waitFor();
    await boxes.first().check();
    await search.fill('');
    await expect.poll(() => dialog.getByRole('checkbox', { disabled: true }).count()).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => dialog.getByRole('checkbox', { disabled: true }).count()).toBe(0);
    await search.fill('helios');
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Add 1 source' }).click();
  });

  it('converts gross and multiple into each other, and allocates during input [U-C-027 U-C-104 U-C-105 M-C-032 R-C-151 R-C-152]', async () => {
    const invested = page.getByRole('textbox', { name: 'Invested amount' }).first();
    const multiple = page.getByRole('textbox', { name: 'Multiple' }).first();
    const gross = page.getByRole('textbox', { name: 'Gross carry' }).first();
    await invested.fill('100000');
    await invested.blur();
    await multiple.fill('1.5');
    await multiple.blur();
    await expect.poll(() => gross.inputValue()).toContain('150,000.00');
    // Unparseable input stays, its field displays the error at once, and figures that depend on it disappear.
    await gross.fill('12.5m');
    await page.getByText('Gross carry is not a number').waitFor();
    expect([await gross.inputValue(), await multiple.inputValue()]).toEqual(['12.5m', '']);
    await page.getByText(/^Not determined yet/).waitFor();
    await gross.fill('');
    await gross.pressSequentially('175,000');
    await gross.blur();
    expect(await gross.inputValue()).toBe('175,000.00');
    await expect.poll(() => multiple.inputValue()).toContain('1.75');
    await page.getByRole('tab', { name: 'Participant Summary' }).waitFor();
    await expect
      .poll(() => page.getByRole('group', { name: 'Participants, table' }).locator('tfoot').first().innerText())
      .toContain('175,000.00');
    await page.getByRole('tab').nth(1).click();
    await page.getByRole('button', { name: 'Allocation', exact: true }).click();
    await page.getByRole('dialog').getByRole('group', { name: 'Allocations, table' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Source details' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Source details/)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  it('reports a server error, and keeps the input [U-C-153 M-C-062]', async () => {
    const saves = '**/api/carry/forecast/save-forecast';
    const ExceptionMessage = 'The forecast could not be kept.';
    // A response with an exception is a failure whatever its status.
    for (const status of [500, 200]) {
      await page.route(saves, (route) => route.fulfill({ status, json: { ExceptionMessage } }));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const toast = page.getByRole('alert').filter({ hasText: ExceptionMessage }).first();
      await toast.waitFor();
      await page.unroute(saves);
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name);
      expect(await page.getByRole('textbox', { name: 'Gross carry' }).inputValue()).toBe('175,000.00');
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`${name} saved successfully`).first().waitFor();
  });

  it('opens on its overview, and compares its scenarios [U-C-026 R-C-146 R-C-147]', async () => {
    await expect.poll(() => new URL(page.url()).hash).toMatch(/\/overview$/);
    await page.getByRole('group', { name: 'Sources, table' }).waitFor();
    await page
      .getByRole('link', { name: 'Scenarios' })
      .or(page.getByRole('tab', { name: 'Scenarios' }))
      .first()
      .click();
    const totals = page.getByRole('group', { name: 'Totals, table' });
    await totals.waitFor();
    const text = await totals.innerText();
    for (const amount of ['125,000.00', '150,000.00', '175,000.00', '200,000.00', '225,000.00'])
      expect(text).toContain(amount);
  });

  it('is allocated by the effective profile, or by a chosen one, which then stays', async () => {
    const profile = page.getByRole('combobox', { name: 'Allocation profile' });
    const openSource = async () => {
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('tab').nth(1).click();
      await expect.poll(() => profile.inputValue()).toMatch(/v\d/);
    };
    await openSource();
    expect(await profile.inputValue()).toContain('In force on the day');
    await profile.click();
    await page.getByRole('option', { name: /^v\d/ }).first().click();
    const chosen = await profile.inputValue();
    expect(chosen).toMatch(/^v\d/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`${name} updated successfully`).first().waitFor();
    await openSource();
    await expect.poll(() => profile.inputValue()).toBe(chosen);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('is available at its previous address [R-C-150]', async () => {
    const [, , , id] = new URL(page.url()).hash.split('/');
    await stage.visit(page, `/carry/forecast/${id!}/profile/scenarios`);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/carry/forecast/${id!}/scenarios`);
    await page.getByRole('group', { name: 'Totals, table' }).waitFor();
  });

  it('is deleted after a confirmation [M-C-080 R-C-273]', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText("Deleting this estimate is permanent and can't be undone. Are you sure you want to continue?")
      .waitFor();
    await dialog
      .getByRole('button', { name: /Delete/ })
      .last()
      .click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/carry\/forecast$/);
  });
});
