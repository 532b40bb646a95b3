import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../faults/product.ts';
import { cellText, type Grid, openCell, typeIntoGrid } from '../grid.ts';
import { type Person, signIn, Stage } from '../harness.ts';

const sample = join(root, 'samples', 'carry-plan.xlsx');
const run = 'Q3 2026 carry distribution';
const firstFund = 'Alder Ridge Partners Fund I, L.P.';

/** Input in the editor of a distribution is never lost. One story in order. */
describe('editing a distribution', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let ada: Person;

  beforeAll(async () => {
    stage = await Stage.open();
    const [first] = await stage.firm('Typed Partners', [['Ada', 'editor']]);
    if (!first) throw new Error('the firm was not made');
    ada = first;
    page = await stage.signedIn(ada);
    await stage.visit(page, '/carry/datamanagement');
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(sample);
    await dialog.getByText('Planned changes').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Data successfully uploaded.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  const sources = () => page.getByRole('region', { name: 'Sources', exact: true });
  const rows = () => page.getByRole('region', { name: `Participants of ${firstFund}` });
  const tab = (name: string | RegExp) => page.getByRole('tab', { name });
  const waitFor = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const draftSaved = () => page.getByText(/^Draft saved \d/).waitFor();
  const reads = (grid: Grid, row: string, column: string) => expect.poll(() => cellText(grid, row, column));

  /** Opens the editor by its address, because a list that re-renders after a save can move the row during a click. */
  async function edit(): Promise<void> {
    await stage.visit(page, '/carry/distribution');
    const address = await page.getByRole('link', { name: run, exact: true }).getAttribute('href');
    await stage.visit(page, (address ?? '').replace(/^.*#/, ''));
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await tab('Sources').waitFor();
  }
  /** Closes the page like a crash, and opens another one in the same browser. */
  async function reopen(): Promise<void> {
    const context = page.context();
    await page.close({ runBeforeUnload: false });
    page = await context.newPage();
  }
  const paste = async (text: string) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await page.keyboard.press('Control+v');
  };

  it('copies an earlier run and accepts its amounts as one pasted column', async () => {
    await stage.visit(page, '/carry/distribution');
    await page.getByRole('link', { name: run, exact: true }).click();
    await page.getByRole('link', { name: 'New run like this' }).click();
    await waitFor('Nothing entered');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Q4 2026');
    await page.getByRole('textbox', { name: 'Distribution date' }).fill('12/31/2026');
    await typeIntoGrid(page, sources(), { row: firstFund, column: 'Net distributable', text: '1' });
    await reads(sources(), firstFund, 'Net distributable').toBe('1');
    await page.keyboard.press('ArrowUp');
    await sources().locator('#glide-cell-1-0[aria-selected=true]').waitFor({ state: 'attached' });
    await paste('1000000\n2000000\n3000000\n400000\n50000\n6000');
    await reads(sources(), 'Silverline', 'Net distributable').toBe('6000');
    await waitFor('Reconciled');
    // Characterizations come from the earlier run, and the profiles are those in force now.
    await reads(sources(), firstFund, 'Profile').toMatch(/^v\d/);
    await page.keyboard.press('Control+z');
    await reads(sources(), 'Silverline', 'Net distributable').toBe('');
    await page.keyboard.press('Control+y');
    await reads(sources(), 'Silverline', 'Net distributable').toBe('6000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Q4 2026' }).waitFor();
  });

  it('keeps every entered figure of an over-allocated source, and links the reason to its cell', async () => {
    await edit();
    await tab(firstFund).click();
    await typeIntoGrid(page, rows(), { row: 'Amelia Hartmann', column: 'Loan repayment', text: '1250.5' });
    await typeIntoGrid(page, rows(), { row: 'Amelia Hartmann', column: 'Effective %', text: '90' });
    await waitFor('Can’t be determined');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${run} updated successfully`).waitFor();
    await waitFor('Can’t be determined');
    // Missing figures must not appear as zero or as a drop from the previous run.
    const card = (label: string) => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=../dd[1]');
    for (const label of ['Gross carry', 'Tax', 'Escrow', 'Net carry'])
      expect(await card(label).textContent()).toContain('not determined');
    expect(await page.getByText(/100\.0 ?%/).count()).toBe(0);
    const row = page
      .getByRole('group', { name: 'Sources, table' })
      .getByRole('row')
      .filter({ hasText: firstFund })
      .first();
    expect((await row.textContent())?.match(/not determined/g)).toHaveLength(9);
    await edit();
    await tab('Participant Summary').click();
    await page.getByRole('button', { name: /items? to fix before you can submit/ }).click();
    await page.getByRole('button', { name: /total more than 100/ }).click();
    await expect
      .poll(() => rows().locator('[role=gridcell][aria-selected=true]').first().getAttribute('aria-colindex'))
      .toBe('3');
    await reads(rows(), 'Amelia Hartmann', 'Effective %').toBe('90');
    await reads(rows(), 'Amelia Hartmann', 'Loan repayment').toBe('1250.5');
    await reads(rows(), 'Noah Okafor', 'Loan repayment').toBe('12500');
  });

  it('accepts a figure for an entity, splits it over its members, and reports what a paste could not assign', async () => {
    const entity = 'ARP Alumni Partners LLC';
    const lines = async () => {
      await tab(firstFund).click();
      await page.setViewportSize({ width: 1440, height: 1600 });
    };
    await stage.visit(page, '/carry/distribution');
    await page.getByRole('link', { name: 'Q4 2026', exact: true }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await lines();
    await typeIntoGrid(page, rows(), { row: entity, column: 'Loan repayment', text: '2000' });
    await openCell(page, rows(), entity, 'Participant');
    await reads(rows(), 'Sofia Rossi', 'Loan repayment').toBe('800');
    await reads(rows(), 'Felix Stein', 'Loan repayment').toBe('200');
    await typeIntoGrid(page, rows(), { row: 'Paula Duarte', column: 'Loan repayment', text: '1' });
    await page.keyboard.press('ArrowUp');
    await paste('11\n22\n33\n\n\n\n44\n55\n66');
    await page.getByText('3 entries were not applied').waitFor();
    await page
      .getByText(/^Sofia Rossi, Loan repayment: comes from the value entered for ARP Alumni.*'33' was not/)
      .waitFor();
    await page.getByText("Below the last row: '66' was not applied").waitFor();
    await reads(rows(), entity, 'Loan repayment').toBe('22');
    await reads(rows(), 'Sofia Rossi', 'Loan repayment').toBe('8.8');
    await page.keyboard.press('Control+z');
    await reads(rows(), 'Sofia Rossi', 'Loan repayment').toBe('800');
    // Input that was undone no longer blocks saving.
    await page.getByText('3 entries were not applied').waitFor({ state: 'detached' });
    // A read-only cell explains itself.
    await openCell(page, rows(), entity, 'Net');
    await page.keyboard.press('7');
    await page.getByText(`${entity}, Net: is computed`).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Q4 2026' }).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await lines();
    await reads(rows(), entity, 'Loan repayment').toBe('2000');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('keeps unreadable input across tabs, with undo and redo', async () => {
    await edit();
    await tab(firstFund).click();
    await typeIntoGrid(page, rows(), { row: 'Noah Okafor', column: 'Tax', text: 'tbd' });
    await page.getByText('Noah Okafor, Tax: is not a number').waitFor();
    await tab('Sources').click();
    await tab(new RegExp(`${firstFund} needs attention`)).click();
    await page.getByText('Noah Okafor, Tax: is not a number').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Noah Okafor, Tax: is not a number').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('Noah Okafor, Tax: is not a number').waitFor();
    await draftSaved();
  });

  it('offers to continue the draft after a browser crash', async () => {
    await reopen();
    await edit();
    await page.getByText(/^Draft of .* by you/).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await tab(new RegExp(firstFund)).click();
    await reads(rows(), 'Noah Okafor', 'Tax').toBe('tbd');
    await reads(rows(), 'Amelia Hartmann', 'Effective %').toBe('90');
  });

  it('marks figures as outdated while the server is unavailable, and recomputes once it responds', async () => {
    await typeIntoGrid(page, rows(), { row: 'Amelia Hartmann', column: 'Effective %', text: '28.6279' });
    await typeIntoGrid(page, rows(), { row: 'Noah Okafor', column: 'Tax', text: '5' });
    await page.route('**/api/**', (route) => route.abort());
    await typeIntoGrid(page, rows(), { row: 'Noah Okafor', column: 'Loan repayment', text: '77' });
    await waitFor('Out of date');
    await page.getByText('Draft saved in this browser until the server is back').waitFor();
    // The page closes while the server does not respond, so only this browser has the last figure.
    await reopen();
    await edit();
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await tab(firstFund).click();
    await reads(rows(), 'Noah Okafor', 'Loan repayment').toBe('77');
    await waitFor('Reconciled');
    await draftSaved();
  });

  it('survives the end of the session', async () => {
    // Waits for all requests before the session ends, so that the next figure is typed before the sign-in appears.
    const answers = [/distribution\/draft$/, /generate-details/].map((call) => page.waitForResponse(call));
    await typeIntoGrid(page, rows(), { row: 'Priya Raman', column: 'Other adjustment', text: '(12.5)' });
    await Promise.all(answers);
    await draftSaved();
    await page.context().clearCookies();
    await typeIntoGrid(page, rows(), { row: 'Priya Raman', column: 'Loan repayment', text: '33' });
    await page.getByLabel('E-mail or user name').waitFor();
    await signIn(page, ada);
    await page.getByLabel('E-mail or user name').waitFor({ state: 'detached' });
    await reopen();
    await edit();
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await tab(firstFund).click();
    await reads(rows(), 'Priya Raman', 'Other adjustment').toBe('-12.5');
    await reads(rows(), 'Priya Raman', 'Loan repayment').toBe('33');
  });

  it('discards a draft on request, and restores the saved run', async () => {
    await reopen();
    await edit();
    await page.getByRole('button', { name: 'Discard' }).first().click();
    await page.getByText(/^Draft of .* by you/).waitFor({ state: 'detached' });
    await reopen();
    await edit();
    expect(await page.getByText(/^Draft of .* by you/).count()).toBe(0);
    await tab(new RegExp(firstFund)).click();
    await reads(rows(), 'Amelia Hartmann', 'Effective %').toBe('90');
  });
});
