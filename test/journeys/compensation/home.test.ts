import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../harness.ts';

/** One story in order, by the HR head of the demo, who sees all pay in two currencies. */
describe('the Home of compensation', { sequential: true }, () => {
  let stage: Stage;
  let head: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    head = await stage.signingIn({ login: 'hr@alder.example', password: 'carrara-demo-2026' });
    await head.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  const panel = (name: string) => head.getByRole('region', { name, exact: true });
  const regions = () =>
    head
      .getByRole('main')
      .getByRole('region')
      .evaluateAll((panels) => panels.map((found) => found.ariaLabel));

  it('starts with the open work, each task with its action', async () => {
    await panel('Waiting for you').waitFor();
    expect((await regions())[0]).toBe('Waiting for you');
    await panel('Waiting for you')
      .getByRole('link', { name: /^Explain / })
      .first()
      .press('Enter');
    await head.waitForURL(/#\/comp\/payroll\/period\?from=/);
    await head.getByRole('heading', { level: 1 }).first().waitFor();
    await head.goBack();
  });

  it('has figures that lead to their rows, in one currency at a time', async () => {
    const payroll = panel('Key figures, USD').getByRole('link', { name: /^Payroll paid in \d{4}, through / });
    await payroll.press('Enter');
    await head.waitForURL(/#\/comp\/report\/payroll-actuals\?from=\d{4}-01-01&to=/);
    await head.getByRole('heading', { level: 1, name: 'Payroll actuals' }).waitFor();
    await head.goBack();
    await panel('Key figures, USD').waitFor();
    // The radio button itself has no size. People press its label.
    await head.getByRole('radiogroup', { name: 'Currency' }).getByText('GBP', { exact: true }).click();
    await panel('Key figures, GBP').waitFor();
    expect(await regions()).not.toContain('Key figures, USD');
  });

  it('opens the payments of a pay type from the chart of the report', async () => {
    await stage.visit(head, '/comp/report/payroll-actuals');
    const chart = head.getByRole('region', { name: /^Payroll by pay type/ });
    await chart.locator('.highcharts-point').first().click();
    await head.waitForURL(/payTypeId=/);
    await chart.locator('.highcharts-point').nth(1).waitFor({ state: 'detached' });
    await stage.visit(head, '/comp/home');
  });

  it('keeps its arrangement after a reload, until the default is restored', async () => {
    await head.getByRole('button', { name: 'Arrange' }).press('Enter');
    const stored = head.waitForResponse((response) => response.url().endsWith('/saved-view/board'));
    await head.getByRole('checkbox', { name: 'Next deferred payments' }).press('Space');
    await stored;
    await head.reload();
    await panel('Waiting for you').waitFor();
    await expect.poll(regions).not.toContain('Next deferred payments, USD');
    await head.getByRole('button', { name: 'Arrange' }).press('Enter');
    await head.getByRole('button', { name: 'Restore defaults' }).press('Enter');
    await panel('Next deferred payments, USD').waitFor();
  });
});
