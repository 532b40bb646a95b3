import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { isThorough } from '@carrara/domain/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../faults/product.ts';
import { acknowledgeAll } from '../acknowledge.ts';
import { command } from '../commandLine.ts';
import { cellText, typeIntoGrid } from '../grid.ts';
import { captureDownload, readFigures, type Person, Stage } from '../harness.ts';

const sample = join(root, 'samples', 'carry-plan.xlsx');
const run = 'Q3 2026 carry distribution';
/** Results of the domain for the sample workbook. packages/domain/src/carry/distribution/carryPlan.test.ts has each row. */
const gross = '49590981.21';
const net = '27237369.92';
const firstFund = { name: 'Alder Ridge Partners Fund I, L.P.', gross: '18,450,333.37', net: '10,201,913.55' };
const displayed = (figure: string) => figure.replace(/\B(?=(\d{3})+\.)/g, ',');

/** One story in order. Each step needs the previous ones. */
describe("from a firm's workbook to disbursed letters", { sequential: true }, () => {
  let stage: Stage;
  let accountant: Page;
  let approver: Page;
  let ada: Person;
  let cora: Person;
  let onScreen: readonly string[];
  let summary: readonly (readonly string[])[];

  beforeAll(async () => {
    stage = await Stage.open();
    const [first, second] = await stage.firm('Ridge Partners', [
      ['Ada', 'editor'],
      ['Priya', 'viewer'],
    ]);
    const [other] = await stage.firm('Second Firm', [['Cora', 'editor']]);
    if (!first || !second || !other) throw new Error('the firms were not made');
    ada = first;
    cora = other;
    accountant = await stage.signedIn(ada);
    approver = await stage.signedIn(second);
  });

  it('imports the workbook after a preview', async () => {
    await stage.visit(accountant, '/carry/datamanagement');
    await accountant.getByRole('button', { name: 'Upload', exact: true }).first().click();
    const dialog = accountant.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(sample);
    await dialog.getByText('Planned changes').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await accountant.getByText('Data successfully uploaded.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await accountant.getByRole('row', { name: /carry-plan\.xlsx.*Done/ }).waitFor();
  });

  it('edits an allocation profile with live totals, undo and redo', async () => {
    await stage.visit(accountant, '/carry/fund');
    await accountant.getByRole('link', { name: 'ARE-I' }).click();
    await accountant.getByRole('link', { name: 'Allocation', exact: true }).click();
    const profiles = accountant.getByRole('region', { name: 'Allocation Profiles' });
    await profiles.locator('tbody').getByRole('link').first().click();
    await accountant.getByRole('button', { name: 'Edit', exact: true }).click();
    const grid = accountant.getByRole('region', { name: 'Allocation profile entries' });
    await typeIntoGrid(accountant, grid, { row: 'Hassan Farouk', column: 'Discretionary %', text: '0.6' });
    await expect.poll(() => cellText(grid, 'Hassan Farouk', 'Effective %')).toBe('0.85');
    await accountant.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => cellText(grid, 'Hassan Farouk', 'Effective %')).toBe('0.35');
    await accountant.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => cellText(grid, 'Hassan Farouk', 'Effective %')).toBe('0.85');
    await accountant.getByText('Effective 100.0000%').waitFor();
    await accountant.getByLabel('Reason for the change').fill('Agreed by the committee');
    await accountant.keyboard.press('Control+s');
    await accountant.getByText('updated successfully').first().waitFor();
    const row = accountant.getByRole('row', { name: /Hassan Farouk/ });
    await expect.poll(() => row.innerText()).toContain('0.8500');
    await accountant.getByRole('link', { name: 'History' }).click();
    await accountant.getByText('Agreed by the committee').waitFor();
  });

  it('creates a distribution of another source and computes it during input', async () => {
    await stage.visit(accountant, '/carry/distribution/create');
    await accountant.getByLabel('Name').fill('Europe interim');
    await accountant.getByRole('textbox', { name: 'Distribution date' }).fill('09/30/2026');
    await accountant.getByLabel('Default escrow % when terminated').fill('25');
    await accountant.getByRole('textbox', { name: 'Default escrow %', exact: true }).fill('10');
    await accountant.getByRole('button', { name: 'Select sources' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByLabel('Alder Ridge Europe Fund I, SCSp', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Add 1 source' }).click();
    const sources = accountant.getByRole('region', { name: 'Sources', exact: true });
    await typeIntoGrid(accountant, sources, {
      row: 'Alder Ridge Europe Fund I, SCSp',
      column: 'Net distributable',
      text: '1000000',
    });
    await accountant.getByText('The tax of Alder Ridge Europe Fund I, SCSp is not determined.').waitFor();
    await accountant.getByRole('button', { name: 'Save' }).click();
    await accountant.getByRole('heading', { name: 'Europe interim' }).waitFor();
    await accountant.getByText('1 source', { exact: true }).waitFor();
  });

  it('asks before it deletes a draft, and reports it as deleted at its address [M-C-063 M-C-067 M-C-081]', async () => {
    const own = accountant.url();
    await accountant.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog
      .getByText("Deleting this distribution is permanent and can't be undone. Are you sure you want to continue?")
      .waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await accountant.getByText('Europe interim deleted successfully').waitFor();
    await approver.goto(own);
    await approver.getByText('Distribution not found').waitFor();
  });

  it("shows the workbook's run to the cent, with explanations", async () => {
    await openRun(accountant);
    await accountant.getByText(`gross ${displayed(gross)} = net ${displayed(net)}`).waitFor();
    await accountant.getByText('difference 0.00').waitFor();
    const source = accountant
      .getByRole('group', { name: 'Sources, table', exact: true })
      .getByRole('row', { name: new RegExp(firstFund.name.replace(/[.]/g, '\\.')) });
    expect(await source.innerText()).toContain(firstFund.gross);
    expect(await source.innerText()).toContain(firstFund.net);
    onScreen = await accountant
      .getByRole('group', { name: 'Sources, table', exact: true })
      .getByRole('row')
      .allInnerTexts();
    await accountant.getByRole('link', { name: 'Participant Summary' }).click();
    const person = accountant.getByRole('row', { name: /Noah Okafor/ });
    await person.hover();
    await person.getByRole('button', { name: /^Why/ }).last().press('Enter');
    await accountant.getByRole('heading', { name: /^Why .*\?$/ }).waitFor();
    const why = accountant.getByRole('dialog', { name: /^Why/ });
    await why.getByText('Result', { exact: true }).first().waitFor();
    await accountant.keyboard.press('Escape');
    await why.waitFor({ state: 'detached' });
  });

  it('is submitted, rejected, submitted again and approved live in another browser [U-C-080 U-C-084 U-C-086 U-C-110 M-C-064 M-C-069 M-C-070 M-C-071]', async () => {
    await stage.visit(approver, '/carry/distribution');
    await approver.getByRole('row', { name: new RegExp(run) }).click();
    await approver.getByText('Draft', { exact: true }).waitFor();
    await accountant.getByRole('button', { name: 'Submit…' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialog.getByText('Please specify Approvers').waitFor();
    await dialog.getByLabel('Priya Example').check();
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialog.getByText('Acknowledge every warning before you submit.').waitFor();
    await acknowledgeAll(dialog);
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await accountant.getByText(`${run} submitted for approval successfully`).waitFor();
    // Nobody reloads. The other browser updates by itself.
    await approver.getByRole('button', { name: 'Reject…' }).click();
    await approver.getByRole('dialog').getByLabel('Comment').fill('The escrow is missing.');
    await approver.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await approver.getByText(`${run} rejected successfully`).waitFor();
    await accountant.getByRole('button', { name: 'Submit…' }).click();
    await acknowledgeAll(dialog);
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await approver.getByRole('button', { name: 'Approve…' }).click();
    const question = approver.getByRole('dialog');
    await question.getByText(displayed(net)).waitFor();
    await acknowledgeAll(question);
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await approver.getByText(`${run} approved successfully`).waitFor();
    await accountant.getByRole('button', { name: 'Disburse…' }).waitFor();
  });

  it('M33: is disbursed, and its workbook and letters match the screen to the cent [M-C-072]', async () => {
    await accountant.getByRole('button', { name: 'Disburse…' }).click();
    await accountant.getByRole('dialog').getByRole('button', { name: 'Disburse', exact: true }).click();
    await accountant.getByText(`${run} disbursed successfully`).waitFor();
    await approver.getByText('Disbursed', { exact: true }).waitFor();
    const workbook = await captureDownload(accountant, () =>
      accountant.getByRole('button', { name: 'Workbook' }).click(),
    );
    const figures = await readFigures(workbook);
    expect(figures).toContain(gross);
    expect(figures).toContain(net);
    summary = await summaryOf(workbook);
    for (const [name, ...cells] of summary.slice(0, -1)) {
      const row = onScreen.find((text) => text.includes(name ?? '')) ?? '';
      // Gross and net, as the page formats them.
      for (const at of [4, 9]) expect(row).toContain(displayed(Number(cells[at]).toFixed(2)));
    }
    await accountant.getByRole('button', { name: 'Letters' }).click();
    const progress = accountant.getByRole('dialog', { name: `Letters of ${run}` });
    // The download starts by itself when the file is ready.
    const letters = await captureDownload(accountant, async () => {
      await accountant.getByText('All letters in one PDF').click();
      await progress.getByRole('progressbar').waitFor();
    });
    expect(letters.subarray(0, 5).toString()).toBe('%PDF-');
    await progress.getByRole('button', { name: 'Close', exact: true }).last().click();
    // Only the person who started the job can find it again.
    const own = accountant.url();
    await accountant.evaluate(() => void (location.hash = '#/task'));
    const found = accountant.getByRole('region', { name: `Letters of ${run}`, exact: true });
    await found.getByText('100%').waitFor();
    expect(
      await captureDownload(accountant, () => accountant.getByRole('button', { name: 'Download' }).click()),
    ).toEqual(letters);
    await accountant.goto(own);
  });

  // Each command starts a process. The command line has its own tests, and `npm test -- all` compares the cents.
  it.runIf(isThorough)('M33: gives the same figures to the cent on the command line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carrara-journey-'));
    try {
      const imported = await command(stage, cora, ['import', 'carry-plan', sample]);
      expect(imported.written).toContain('Imported carry-plan.xlsx.');
      const exported = await command(stage, cora, ['export', 'distribution', run, '--letters', '--out', folder]);
      expect(exported.code, exported.written).toBe(0);
      const files = readdirSync(folder);
      const book = files.find((file) => file.endsWith('.xlsx')) ?? '';
      expect(await summaryOf(readFileSync(join(folder, book)))).toEqual(summary);
      expect(files.filter((file) => file.endsWith('.pdf')).length).toBeGreaterThan(40);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  async function openRun(page: Page): Promise<void> {
    await stage.visit(page, '/carry/distribution');
    await page.getByRole('link', { name: run }).click();
    await page.getByRole('heading', { name: run }).waitFor();
  }
});

/** Returns the sources and the total from the summary of a workbook. */
async function summaryOf(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const [sheet] = (await readWorkbook(bytes))._unsafeUnwrap();
  const rows = (sheet?.rows ?? []).map(({ cells }) => cells.map(({ text }) => text));
  return rows.slice(rows.findIndex(([first]) => first === 'Source') + 1);
}
