import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../faults/product.ts';
import { captureDownload, Stage } from '../harness.ts';

const viewer = { login: 'viewer@alder.example', password: 'carrara-demo-2026', firstName: 'Vi', lastName: 'Ewer' };
const path = '/carry/report/distributions-by-fund';

/** A report on the demo: opened from the menu, run with other parameters, and saved in every format with the same figures. */
describe('distributions by fund', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    page = await stage.signedIn(viewer);
    // Wide enough for every column, because a narrower window hides details first.
    await page.setViewportSize({ width: 1920, height: 1080 });
  });

  const totalOf = (state: string) => page.locator('tfoot tr').filter({ hasText: `Total, ${state}, USD` });
  const figuresOf = async (state: string) =>
    (await totalOf(state).locator('td').allInnerTexts()).map((text) => text.trim());
  const save = (format: string) =>
    captureDownload(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: format }).click();
    });
  const plain = (text: string | undefined) => (text ?? '').replaceAll(',', '').replace(/\.?0+$/, '');

  it('is in the menu of reports, and equals the distributions', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).first().click();
    await page.getByRole('main').getByRole('link', { name: 'Distributions by fund', exact: true }).click();
    await totalOf('Disbursed').waitFor();
    await stage.visit(page, '/carry/distribution?tab=DISB');
    const own = page.locator('tfoot tr').filter({ hasText: 'USD' });
    await own.waitFor();
    const listed = (await own.innerText()).match(/[\d,]+\.\d\d/)?.[0];
    await stage.visit(page, path);
    await totalOf('Disbursed').waitFor();
    expect((await figuresOf('Disbursed'))[1]).toBe(listed);
    const fund = page.locator('tbody th[scope=rowgroup] a').first();
    expect(await fund.getAttribute('href')).toMatch(/^#\/carry\/(fund|coinvestment)\/[^/]+\/profile\/overview$/);
  });

  it("keeps its parameters in the address, and has the screen's figures in each format", async () => {
    const day = page.getByRole('textbox', { name: 'From' });
    await day.fill('01/01/2020');
    await day.blur();
    await page.waitForURL(/from=2020-01-01/);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Disbursed' }).click();
    await page.waitForURL(/status=DISB/);
    await page
      .locator('tfoot tr')
      .filter({ hasText: /Draft|Submitted|Approved|Rejected/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.locator('section[aria-busy=false]').waitFor();
    const [count, gross = '', , , , , net = ''] = await figuresOf('Disbursed');
    const book = (await readWorkbook(await save('Excel')))._unsafeUnwrap();
    const total = book[0]?.rows
      .map(({ cells }) => cells.map(({ text }) => text))
      .find(([first]) => first === 'Total, Disbursed, USD');
    expect(total).toEqual(expect.arrayContaining([count, plain(gross), plain(net)]));
    expect(book[1]?.rows[0]?.cells.map(({ text }) => text)).toEqual(['From', '2020-01-01']);
    expect((await save('PDF')).subarray(0, 5).toString()).toBe('%PDF-');
    const [, ...lines] = (await save('CSV')).toString().trim().split('\r\n');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes('Disbursed'))).toBe(true);
    await page.reload();
    await totalOf('Disbursed').waitFor();
    expect((await figuresOf('Disbursed'))[1]).toBe(gross);

    const folder = mkdtempSync(join(tmpdir(), 'carrara-report-'));
    try {
      const file = join(folder, 'report.json');
      const options = ['--from', '2020-01-01', '--status', 'DISB', '--format', 'json', '--out', file];
      const run = spawnSync(
        process.execPath,
        [
          'apps/cli/dist/main.js',
          'report',
          'distributions-by-fund',
          ...options,
          '--server',
          stage.baseUrl,
          '--login',
          viewer.login,
        ],
        {
          cwd: root,
          encoding: 'utf8',
          env: { ...process.env, CARRARA_PASSWORD: viewer.password },
        },
      );
      expect(run.stderr).toBe('');
      const { Rows, Subtotals } = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly Rows: readonly object[];
        readonly Subtotals: readonly {
          readonly Keys: readonly string[];
          readonly SplitKeys: readonly string[];
          readonly Totals: readonly { readonly Field: string; readonly Total: string }[];
        }[];
      };
      expect(Rows).toHaveLength(lines.length);
      const whole = Subtotals.find(
        ({ Keys, SplitKeys }) => Keys.length === 0 && SplitKeys.join() === 'Disbursed,USD',
      )?.Totals;
      expect(whole?.find(({ Field }) => Field === 'grossCarryDistributed')?.Total).toBe(gross.replaceAll(',', ''));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('links a figure to the distributions in it, of the same period', async () => {
    await stage.visit(page, `${path}?from=2020-01-01&status=DISB`);
    await totalOf('Disbursed').waitFor();
    const count = page.locator('tbody tr:not(:has(th)) a[href*="f.sourceId"]').first();
    expect(await count.getAttribute('href')).toContain('f.from=2020-01-01');
    const expected = await count.innerText();
    await count.click();
    await page.getByRole('button', { name: /From: / }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(Number(expected));
  });

  it('says so if nothing was distributed', async () => {
    await stage.visit(page, `${path}?to=1999-12-31`);
    await page.getByText('There are no records to display').waitFor();
  });
});

/** Accrued carry of the demo's funds, from the menu to the carry of one participant. */
describe('the carry reconciliation', { sequential: true }, () => {
  it('is in the menu, adds up for every fund, and names its quarter end', async () => {
    const stage = await Stage.open();
    const page = await stage.signedIn(viewer);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.getByRole('link', { name: 'Reconcile', exact: true }).click();
    const total = page.locator('tfoot tr').filter({ hasText: 'USD' });
    await total.waitFor();
    const [accrued, participants, unallocated, difference] = (await total.locator('td').allInnerTexts())
      .map((text) => text.trim())
      .filter((text) => /^[\d,]+\.\d\d$/.test(text));
    expect([accrued === participants, unallocated, difference]).toEqual([true, '0.00', '0.00']);
    await page.getByText(/Quarter end: 06\/30\/2026/).waitFor();
  });
});
