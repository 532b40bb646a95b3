import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../faults/product.ts';
import { apiOf } from '../apiOf.ts';
import { command } from '../commandLine.ts';
import { cellText, typeIntoGrid } from '../grid.ts';
import { Stage } from '../harness.ts';

const sample = join(root, 'samples', 'carry-plan.xlsx');
const run = 'Q3 2026 carry distribution';
const fund = 'Alder Ridge Partners Fund I, L.P.';
/** The figures of docs/guides/carry-run.md, 'A quarter end with its figures'. */
const realized = '20,000,000.00';
const gross = '49,590,981.21';
const netBefore = '27,237,369.92';
const net = '27,236,369.92';
const patiently = { timeout: 10_000 };
const plain = (figure: string) => figure.replaceAll(',', '');
const cents = (text: string) => BigInt(text.replace('.', ''));

interface Named {
  readonly Id: string;
}

/** A quarter end of two people in two browsers, from the realization to the payment. One story told in order: each step needs the ones before it. */
describe('a quarter end', { sequential: true }, () => {
  let stage: Stage;
  let accountant: Page;
  let controller: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const [first, second] = await stage.firm('Quarter End Partners', [
      ['Ada', 'editor'],
      ['Priya', 'editor'],
    ]);
    if (!first || !second) throw new Error('the firm was not made');
    accountant = await stage.signedIn(first);
    controller = await stage.signedIn(second);
    const imported = await command(stage, first, ['import', 'carry-plan', sample]);
    expect(imported.code, imported.written).toBe(0);
  });

  const balances = async () => {
    const api = await apiOf(accountant);
    const { PageData } = await api.read<{ PageData: readonly Named[] }>('/api/carry/fund?SearchQuery="ARP-I"');
    const at = `/api/carry/fund/${PageData[0]?.Id ?? ''}/investor-balances?asOf=2026-12-31`;
    return api.read<readonly { readonly Balance: string | null }[]>(at);
  };
  const total = (rows: readonly { readonly Balance: string | null }[]) =>
    rows.reduce((sum, { Balance }) => sum + cents(Balance ?? '0.00'), 0n);

  it('realizes what the fund earned; the other one posts it', async () => {
    await stage.visit(accountant, '/carry/realization/create');
    await accountant.getByRole('textbox', { name: 'Name' }).fill('Q3 2026, Fund I');
    await accountant.getByRole('textbox', { name: 'Realization date' }).fill('09/30/2026');
    await accountant.getByRole('button', { name: 'Select investments' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: fund, exact: true }).check();
    await dialog.getByRole('button', { name: 'Use 1' }).click();
    await accountant.getByRole('textbox', { name: 'Carry' }).fill('20000000');
    await accountant.getByRole('textbox', { name: 'Realization date' }).last().fill('09/30/2026');
    await accountant.getByRole('textbox', { name: 'Carry' }).click();
    const everybody = accountant.getByRole('group', { name: 'Participants, table' });
    await expect.poll(() => everybody.locator('tfoot').innerText(), patiently).toContain(realized);
    await accountant.getByRole('button', { name: 'Save', exact: true }).click();
    await accountant.getByText('Realizations saved successfully.').first().waitFor();
    const address = new URL(accountant.url()).hash.slice(1);
    await stage.visit(controller, address);
    await controller.getByRole('button', { name: 'Post…' }).click();
    await controller.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click();
    await controller.getByText('Q3 2026, Fund I posted successfully').first().waitFor();
    expect(total(await balances())).toBe(cents(plain(realized)));
  });

  it('submits the run, which the other one rejects with the reason', async () => {
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

  it('corrects the repayment: the net falls by it, and by nothing else', async () => {
    await accountant.getByRole('link', { name: 'Edit', exact: true }).click();
    await accountant.getByRole('tab', { name: fund }).click();
    await accountant.setViewportSize({ width: 1440, height: 1600 });
    const rows = accountant.getByRole('region', { name: `Participants of ${fund}` });
    await typeIntoGrid(accountant, rows, { row: 'Noah Okafor', column: 'Loan repayment', text: '13500' });
    await expect.poll(() => cellText(rows, 'Noah Okafor', 'Loan repayment'), patiently).toBe('13500');
    await accountant.getByText('Reconciled', { exact: true }).waitFor();
    await accountant.getByRole('button', { name: 'Save', exact: true }).click();
    await accountant.getByText(`${run} updated successfully`).waitFor();
    await accountant.getByText(`gross ${gross} = net ${net}`).waitFor();
  });

  it('is submitted again, approved, and disbursed', async () => {
    await submit();
    await controller.getByRole('button', { name: 'Approve…' }).click();
    const question = controller.getByRole('dialog');
    await question.getByText(net).waitFor();
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await controller.getByText(`${run} approved successfully`).waitFor();
    await accountant.getByRole('button', { name: 'Disburse…' }).click();
    await accountant.getByRole('dialog').getByRole('button', { name: 'Disburse', exact: true }).click();
    await accountant.getByText(`${run} disbursed successfully`).waitFor();
  });

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
    // A negative adjustment is taken note of by name, before it can be sent.
    await dialog.getByRole('checkbox', { name: /below zero/ }).check();
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await accountant.getByText(`${run} submitted for approval successfully`).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
  }
});
