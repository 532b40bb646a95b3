import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../harness.ts';

describe('looking around in a sample firm', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const [elena] = await stage.firm('Curious Partners', [['Elena', 'administrator']]);
    if (!elena) throw new Error('the firm was not created');
    page = await stage.signedIn(elena);
  });

  const addButton = () => page.getByRole('button', { name: 'Add a sample firm' });

  it('is added from the checklist by a background job', async () => {
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await addButton().press('Enter');
    const job = page.getByRole('dialog', { name: 'Sample: Curious Partners' });
    await job.getByText('Done').waitFor();
    await job.getByRole('button', { name: 'Close' }).last().press('Enter');
    await page.getByText(/^Sample: Curious Partners, added on /).waitFor();
    expect(await addButton().count()).toBe(0);
  });

  it('opens with data of its own, and offers nobody to join', async () => {
    await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
    await page.getByText('Sample: Curious Partners', { exact: true }).first().waitFor();
    await stage.visit(page, '/carry/fund');
    await page
      .getByRole('row', { name: /ARP-I\b/ })
      .first()
      .waitFor();
    await stage.visit(page, '/carry/settings/user');
    await page.getByRole('row', { name: /Elena/ }).waitFor();
    expect(await page.getByRole('link', { name: /Add user/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /Add user/ }).count()).toBe(0);
  });

  it('leaves the firm itself as it was, and is archived in data management', async () => {
    await page.goto(`${stage.baseUrl}/#/select-tenant`);
    await page.getByRole('button', { name: /^Curious Partners/ }).press('Enter');
    await page.getByRole('navigation').first().waitFor();
    await stage.visit(page, '/carry/fund');
    await page.getByText(/Add a fund first/).waitFor();
    await stage.visit(page, '/carry/datamanagement');
    await page.getByRole('button', { name: 'Archive…' }).press('Enter');
    await page
      .getByRole('dialog', { name: 'Archive Sample: Curious Partners?' })
      .getByRole('button', { name: 'Archive', exact: true })
      .press('Enter');
    await page.getByText('Sample: Curious Partners was archived.').waitFor();
    await addButton().waitFor();
  });
});
