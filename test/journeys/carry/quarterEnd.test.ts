import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { docxTexts } from '@carrara/adapters/word/testing/docxTexts';
import { zippedFiles } from '@carrara/adapters/word/testing/zippedFiles';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../faults/product.ts';
import { acknowledgeAll } from '../acknowledge.ts';
import { connectApi } from '../connectApi.ts';
import { command, importSample } from '../commandLine.ts';
import { cellText, typeIntoGrid } from '../grid.ts';
import { captureDownload, type Person, Stage } from '../harness.ts';

const guide = readFileSync(join(root, 'docs', 'user', 'carry-run.md'), 'utf8');
const run = 'Q3 2026 carry distribution';
const release = 'Escrow of Fund I';
const fund = 'Alder Ridge Partners Fund I, L.P.';
/** The figures of docs/user/carry-run.md, 'A quarter end with its figures'. */
const realized = '20,000,000.00';
const gross = '49,590,981.21';
const netBefore = '27,237,369.92';
const net = '27,236,369.92';
const noah = {
  gross: '10,776,383.25',
  repaid: '13,500.00',
  net: '6,019,071.50',
  released: '422,556.07',
  remaining: '655,082.26',
};
const escrow = { escrow: '5,584,358.11', released: '2,078,981.00', remaining: '3,505,377.11' };
const forecast = '6,600,000.00';
const plain = (figure: string) => figure.replaceAll(',', '');
const cents = (text: string) => BigInt(text.replace('.', ''));

interface Named {
  readonly Id: string;
}
interface Manifest {
  readonly outcome: string;
  readonly files: readonly {
    readonly file: string;
    readonly sha256: string;
    readonly totals: readonly { readonly field: string; readonly total: string | null }[];
  }[];
}

/**
 * A quarter end of two people in two browsers, from the realization to the files of the quarter. One story in order. Each step needs the previous
 * ones.
 */
describe('a quarter end with an accountant and a controller', { sequential: true }, () => {
  let stage: Stage;
  let accountant: Page;
  let controller: Page;
  let ada: Person;

  beforeAll(async () => {
    stage = await Stage.open();
    const [first, second] = await stage.firm('Quarter End Partners', [
      ['Ada', 'editor'],
      ['Priya', 'editor'],
    ]);
    if (!first || !second) throw new Error('the firm was not made');
    ada = first;
    accountant = await stage.signedIn(first);
    controller = await stage.signedIn(second);
    await importSample(stage, first);
  });

  const balances = async () => {
    const api = await connectApi(accountant);
    const { PageData } = await api.read<{ PageData: readonly Named[] }>('/api/carry/fund?SearchQuery="ARP-I"');
    const at = `/api/carry/fund/${PageData[0]?.Id ?? ''}/investor-balances?asOf=2026-12-31`;
    return api.read<readonly { readonly Balance: string | null }[]>(at);
  };
  const total = (rows: readonly { readonly Balance: string | null }[]) =>
    rows.reduce((sum, { Balance }) => sum + cents(Balance ?? '0.00'), 0n);

  it("realizes the fund's carry, which the controller posts", async () => {
    await stage.visit(accountant, '/carry/realization/create');
    await accountant.getByRole('textbox', { name: 'Name' }).fill('Q3 2026, Fund I');
    await accountant.getByRole('textbox', { name: 'Realization date' }).fill('09/30/2026');
    await accountant.getByRole('button', { name: 'Select investments' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: fund, exact: true }).check();
    await dialog.getByRole('button', { name: 'Add 1 source' }).click();
    await accountant.getByRole('textbox', { name: 'Carry' }).fill('20000000');
    await accountant.getByRole('textbox', { name: 'Realization date' }).last().fill('09/30/2026');
    await accountant.getByRole('textbox', { name: 'Carry' }).click();
    const everybody = accountant.getByRole('group', { name: 'Participants, table' });
    await expect.poll(() => everybody.locator('tfoot').innerText()).toContain(realized);
    await accountant.getByRole('button', { name: 'Save', exact: true }).click();
    await accountant.getByText('Realization saved successfully.').first().waitFor();
    const address = new URL(accountant.url()).hash.slice(1);
    await stage.visit(controller, address);
    await controller.getByRole('button', { name: 'Post…' }).click();
    await controller.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click();
    await controller.getByText('Q3 2026, Fund I posted successfully').first().waitFor();
    expect(total(await balances())).toBe(cents(plain(realized)));
  });

  it('submits the run, which the controller rejects with a reason', async () => {
    await openRun(accountant);
    await accountant.getByText(`gross ${gross} = net ${netBefore}`).waitFor();
    await submit();
    await openRun(controller);
    await controller.getByRole('button', { name: 'Reject…' }).click();
    const question = controller.getByRole('dialog');
    await question.getByRole('textbox').fill('Noah repaid 13,500, not 12,500.');
    await question.getByRole('button', { name: 'Reject', exact: true }).click();
    await controller.getByText(`${run} rejected successfully`).waitFor();
    await accountant.getByRole('link', { name: /^Approvals/ }).click();
    await accountant.getByText('Noah repaid 13,500, not 12,500.').first().waitFor();
  });

  it('corrects the repayment, which lowers the net by that amount only', async () => {
    await accountant.getByRole('link', { name: 'Edit', exact: true }).click();
    await accountant.getByRole('tab', { name: fund }).click();
    await accountant.setViewportSize({ width: 1440, height: 1600 });
    const rows = accountant.getByRole('region', { name: `Participants of ${fund}` });
    await typeIntoGrid(accountant, rows, { row: 'Noah Okafor', column: 'Loan repayment', text: '13500' });
    await expect.poll(() => cellText(rows, 'Noah Okafor', 'Loan repayment')).toBe('13500');
    await accountant.getByText('Reconciled', { exact: true }).waitFor();
    await accountant.getByRole('button', { name: 'Save', exact: true }).click();
    await accountant.getByText(`${run} updated successfully`).waitFor();
    await accountant.getByText(`gross ${gross} = net ${net}`).waitFor();
  });

  it('submits it again, with approval and disbursement', async () => {
    await submit();
    await controller.getByRole('button', { name: 'Approve…' }).click();
    const question = controller.getByRole('dialog');
    await question.getByText(net).waitFor();
    await acknowledgeAll(question);
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await controller.getByText(`${run} approved successfully`).waitFor();
    await accountant.getByRole('button', { name: 'Disburse…' }).click();
    await accountant.getByRole('dialog').getByRole('button', { name: 'Disburse', exact: true }).click();
    await accountant.getByText(`${run} disbursed successfully`).waitFor();
  });

  it("informs each payee in a letter, as PDF and Word file, with the run's figures", async () => {
    const letters = await lettersAs('All letters in one PDF');
    const pages = pdfTexts(letters).map((page) => page.join(' '));
    const own = pages.find((page) => page.includes('Noah Okafor')) ?? '';
    for (const figure of [noah.gross, noah.repaid, noah.net]) expect(own).toContain(figure);
    const files = await zippedFiles(await lettersAs('Download Word letters (.zip)'));
    const [, word] = [...files].find(([name]) => name.includes('Noah Okafor')) ?? [];
    expect(files.size).toBeGreaterThan(40);
    const wording = (await docxTexts(word!)).join(' ');
    for (const figure of [noah.gross, noah.repaid, noah.net]) expect(wording).toContain(figure);
  });

  it("releases the fund's escrow after the controller's approval, with a letter", async () => {
    await stage.visit(accountant, '/carry/ledger/create?type=RELEASE');
    await accountant.getByLabel('Name').fill(release);
    await accountant.getByRole('textbox', { name: /^Date/ }).fill('10/31/2026');
    await accountant.getByRole('button', { name: 'Add row' }).click();
    // Without a participant, the row covers everybody with escrow in the fund.
    const source = accountant.locator('input[data-field="lines.0.source"]');
    await source.click();
    await source.fill(fund);
    await accountant.getByRole('option', { name: fund }).first().click();
    const accounts = accountant.getByRole('group', { name: 'Accounts, table' });
    await expect.poll(() => accounts.locator('tfoot').innerText()).toContain(escrow.released);
    await accountant.getByRole('button', { name: 'Save' }).click();
    await accountant.getByRole('heading', { name: release }).waitFor();
    await action(accountant, 'Submit');
    await controller.goto(accountant.url());
    await action(controller, 'Approve');
    await action(accountant, 'Post');
    await accountant.getByText('Posted', { exact: true }).first().waitFor();
    const letters = await captureDownload(accountant, () =>
      accountant.getByRole('button', { name: 'Letters' }).click(),
    );
    const own = pdfTexts(letters)
      .map((page) => page.join(' '))
      .find((page) => page.includes('Noah Okafor'));
    for (const figure of [noah.released, noah.remaining]) expect(own).toContain(figure);
  });

  it('forecasts the carry of the next sale', async () => {
    await stage.visit(accountant, '/carry/forecast/create');
    await accountant.getByRole('textbox', { name: 'Name' }).fill('Fund I, the rest');
    await accountant.getByRole('textbox', { name: 'Distribution date' }).fill('06/30/2027');
    await accountant.getByRole('button', { name: 'Select sources' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: fund, exact: true }).check();
    await dialog.getByRole('button', { name: 'Add 1 source' }).click();
    await accountant.getByRole('textbox', { name: 'Invested amount' }).fill('4000000');
    await accountant.getByRole('textbox', { name: 'Multiple' }).fill('1.65');
    await accountant.keyboard.press('Tab');
    const everybody = accountant.getByRole('group', { name: 'Participants, table' });
    await expect.poll(() => everybody.locator('tfoot').first().innerText()).toContain(forecast);
    await accountant.getByRole('button', { name: 'Save', exact: true }).click();
    await accountant.getByText('Fund I, the rest saved successfully').first().waitFor();
  });

  it('reports the same figures to both of them', async () => {
    const totals = controller.locator('tfoot');
    await stage.visit(controller, '/carry/report/distributions-by-fund?from=2026-07-01&to=2026-09-30&status=DISB');
    await expect.poll(() => totals.innerText()).toContain(gross);
    expect(await totals.innerText()).toContain(net);
    await stage.visit(controller, '/carry/report/escrow-ledger?from=2026-07-01&to=2026-10-31');
    await expect.poll(() => totals.innerText()).toContain(escrow.escrow);
    for (const figure of [escrow.released, escrow.remaining]) expect(await totals.innerText()).toContain(figure);
  });

  it("creates the quarter's files on the command line, each only once", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carrara-quarter-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const batch = join(folder, 'quarter-end.yaml');
    writeFileSync(batch, /```yaml\n([\s\S]*?)```/.exec(guide)?.[1]?.replaceAll(/^ {4}/gm, '') ?? '');
    const first = await command(stage, ada, ['batch', batch]);
    expect([first.code, first.written]).toEqual([0, expect.stringContaining('4 created, 0 unchanged, 0 failed')]);
    const manifest = JSON.parse(readFileSync(join(folder, 'Q3 2026', 'manifest.json'), 'utf8')) as Manifest;
    expect(manifest.outcome).toBe('done');
    for (const { file, sha256 } of manifest.files) {
      const bytes = readFileSync(join(folder, 'Q3 2026', file));
      expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(sha256);
    }
    const total = (report: string, field: string) =>
      manifest.files.find(({ file }) => file.startsWith(report))?.totals.find((item) => item.field === field)?.total;
    expect(total('Disbursed', 'grossCarryDistributed')).toBe(plain(gross));
    expect(total('Disbursed', 'netCarryDistributed')).toBe(plain(net));
    expect(total('participant', 'escrow')).toBe(plain(escrow.escrow));
    const again = await command(stage, ada, ['batch', batch]);
    expect([again.code, again.written]).toEqual([0, expect.stringContaining('0 created, 4 unchanged, 0 failed')]);
  });

  async function lettersAs(kind: string): Promise<Buffer> {
    await accountant.getByRole('button', { name: 'Letters' }).click();
    // The download starts by itself when the file is ready.
    const letters = await captureDownload(accountant, () => accountant.getByText(kind).click());
    const progress = accountant.getByRole('dialog', { name: `Letters of ${run}` });
    await progress.getByRole('button', { name: 'Close', exact: true }).last().click();
    await progress.waitFor({ state: 'detached' });
    return letters;
  }

  async function action(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: `${name}…` }).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async function openRun(page: Page): Promise<void> {
    await stage.visit(page, '/carry/distribution');
    await page.getByRole('link', { name: run }).click();
    await page.getByRole('heading', { name: run }).waitFor();
  }

  async function submit(): Promise<void> {
    await accountant.getByRole('button', { name: 'Submit…' }).click();
    const dialog = accountant.getByRole('dialog');
    const approver = dialog.getByLabel('Priya Example');
    if (!(await approver.isChecked())) await approver.check();
    // Payments above the accrued or vested amount, and adjustments that raise the net amount, have to be acknowledged before submitting.
    await acknowledgeAll(dialog);
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await accountant.getByText(`${run} submitted for approval successfully`).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
  }
});
