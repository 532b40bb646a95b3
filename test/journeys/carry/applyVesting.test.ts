import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { acknowledgeAll } from '../acknowledge.ts';
import { importSample } from '../commandLine.ts';
import { cellText } from '../grid.ts';
import { captureDownload, Stage } from '../harness.ts';

const fund = 'Alder Ridge Partners Fund I, L.P.';
const run = 'Fund I after a departure';
const leaver = 'Noah Okafor';

/** One story in order: somebody leaves, and the next run forfeits the unvested part in favor of the others. */
describe('a termination, and a distribution of only the vested part', { sequential: true }, () => {
  let stage: Stage;
  let accountant: Page;
  let approver: Page;
  let grossAfter = '';

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada, priya] = await stage.firm('Leaving Partners', [
      ['Ada', 'editor'],
      ['Paula', 'viewer'],
    ]);
    if (!ada || !priya) throw new Error('the firm was not made');
    accountant = await stage.signedIn(ada);
    approver = await stage.signedIn(priya);
    await importSample(stage, ada);
  });

  it('terminates somebody who is not fully vested', async () => {
    await stage.visit(accountant, '/carry/participant/employee');
    await accountant.getByPlaceholder('Search', { exact: true }).fill(leaver);
    await accountant.getByRole('link', { name: leaver, exact: true }).click();
    await accountant.getByRole('button', { name: 'Terminate' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left for another firm');
    await dialog.getByRole('textbox', { name: 'Termination date' }).fill('06/30/2014');
    await dialog.getByText('Not vested').first().waitFor();
    await dialog.getByRole('button', { name: 'Terminate', exact: true }).click();
    // The reason is personal data, which an editor can't see.
    await accountant.getByText('Terminated on 06/30/2014.').waitFor();
  });

  it('previews forfeitures and their recipients before vesting is applied', async () => {
    await stage.visit(accountant, '/carry/distribution/create');
    await accountant.getByLabel('Name').fill(run);
    await accountant.getByRole('textbox', { name: 'Distribution date' }).fill('09/30/2026');
    await accountant.getByLabel('Default escrow % when terminated').fill('25');
    await accountant.getByRole('textbox', { name: 'Default escrow %', exact: true }).fill('10');
    await accountant.getByRole('button', { name: 'Select sources' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByLabel(fund, { exact: true }).check();
    await dialog.getByRole('button', { name: 'Add 1 source' }).click();
    await accountant.getByRole('tab', { name: fund }).click();
    await accountant.getByRole('textbox', { name: /^Net distributable amount/ }).fill('1000000');
    await accountant.getByRole('button', { name: 'None: set percentages' }).click();
    await dialog.getByLabel('Long-term capital gain').fill('100');
    await dialog.getByRole('button', { name: 'Use', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await accountant.getByRole('button', { name: 'Apply vesting…' }).click();
    // People who have left are preselected.
    await expect.poll(() => dialog.getByLabel(leaver, { exact: true }).isChecked()).toBe(true);
    const changes = dialog.getByRole('group', { name: 'Changes, table' });
    const own = changes.getByRole('row', { name: new RegExp(leaver) });
    await own.waitFor();
    const cells = await own.getByRole('cell').allInnerTexts();
    grossAfter = cells[5] ?? '';
    expect(grossAfter).toMatch(/^[\d,]+\.\d\d$/);
    expect(cells[6], 'what is forfeited is taken').toMatch(/^\(/);
    const changed = await changes
      .locator('tbody tr')
      // The change of an entity is the sum of its members, whose rows follow.
      .filter({ hasNotText: 'through' })
      .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[6]?.textContent ?? ''));
    const cents = changed.map((text) => BigInt(text.replaceAll(/\D/g, '')) * (text.startsWith('(') ? -1n : 1n));
    expect(cents.filter((each) => each > 0n).length, 'and others get it').toBeGreaterThan(1);
    expect(
      cents.reduce((sum, each) => sum + each, 0n),
      'to the last cent',
    ).toBe(0n);
    await dialog.getByRole('button', { name: 'Apply vesting', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('pays the vested part in the run, says so, and keeps it when saved and reopened', async () => {
    const rows = accountant.getByRole('region', { name: `Participants of ${fund}` });
    const gross = () => cellText(rows, leaver, 'Gross').then((text) => Number(text?.replaceAll(',', '')).toFixed(2));
    await expect.poll(gross).toBe(grossAfter.replaceAll(',', ''));
    const applied = accountant.getByRole('group', { name: 'Vesting applied, table' });
    await applied.getByRole('row', { name: new RegExp(leaver) }).waitFor();
    await accountant.getByText('Reconciled', { exact: true }).waitFor();
    await accountant.getByRole('button', { name: 'Save' }).click();
    await accountant.getByRole('heading', { name: run }).waitFor();
    await applied.getByRole('row', { name: new RegExp(`${leaver}.*06/30/2014`) }).waitFor();
    await accountant.getByRole('link', { name: 'Edit', exact: true }).click();
    await accountant.getByRole('tab', { name: fund }).click();
    await accountant.getByRole('button', { name: /^Applied to \d+…$/ }).waitFor();
    await accountant.getByRole('button', { name: 'Cancel' }).click();
  });

  it('is approved and paid, with letters as Word files', async () => {
    await accountant.getByRole('button', { name: 'Submit…' }).click();
    const dialog = accountant.getByRole('dialog');
    await dialog.getByLabel('Paula Example').check();
    await acknowledgeAll(dialog);
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
    await accountant.getByText(`${run} submitted for approval successfully`).waitFor();
    await stage.visit(approver, '/carry/distribution');
    await approver.getByRole('link', { name: run, exact: true }).click();
    const applied = approver.getByRole('group', { name: 'Vesting applied, table' });
    await applied.getByRole('row', { name: new RegExp(leaver) }).waitFor();
    await approver.getByRole('button', { name: 'Approve…' }).click();
    await acknowledgeAll(approver.getByRole('dialog'));
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await approver.getByText(`${run} approved successfully`).waitFor();
    await accountant.getByRole('button', { name: 'Disburse…' }).click();
    await dialog.getByRole('button', { name: 'Disburse', exact: true }).click();
    await accountant.getByText(`${run} disbursed successfully`).waitFor();
    await accountant.getByRole('button', { name: 'Letters' }).click();
    // The download starts by itself when the file is ready.
    const letters = await captureDownload(accountant, () =>
      accountant.getByText('Download Word letters (.zip)').click(),
    );
    expect(letters.subarray(0, 2).toString()).toBe('PK');
    expect(letters.toString('latin1')).toContain('.docx');
  });
});
