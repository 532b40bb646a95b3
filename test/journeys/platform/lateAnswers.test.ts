import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi, type SavedRecord } from '../connectApi.ts';
import { type Person, Stage } from '../harness.ts';

/** A response that arrives after the page has changed, or after a second click, must not be displayed or repeated. */
describe('a late response', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let api: Api;
  let harbour: SavedRecord;
  let quay: SavedRecord;

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = (await stage.firm('Late Answers', [
      ['Ada', 'administrator'],
      ['Bo', 'editor'],
    ])) as readonly [Person, Person];
    page = await stage.signedIn(ada);
    api = await connectApi(page);
    harbour = await api.save('/api/performance/firm', { Code: 'HARB', Name: 'Harbour Lane', Contacts: [] });
    quay = await api.save('/api/performance/firm', { Code: 'QUAY', Name: 'Quay Street', Contacts: [] });
  });

  /** Delays the responses to these calls. Returns functions that release them and count the requests. */
  const delayAnswers = async (address: RegExp, method: string) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const counted = { reads: 0 };
    const handler = async (route: Route) => {
      if (route.request().method() !== method) return route.fallback();
      counted.reads += 1;
      await released;
      return route.continue();
    };
    await page.route(address, handler);
    return {
      counted,
      release,
    };
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const toTheList = () =>
    page.getByRole('navigation').getByRole('link', { name: 'Firms', exact: true }).first().click();
  const saved = (name: string) => page.getByText(`${name} updated successfully`).first().waitFor();

  it("never shows one record's data under another's name", async () => {
    await stage.visit(page, `/performance/firm/${harbour.Id}/activity`);
    const rows = page.getByText('Firm saved');
    await rows.first().waitFor();
    const pause = await delayAnswers(/\/api\/.*activity/i, 'GET');
    await stage.visit(page, `/performance/firm/${quay.Id}/activity`);
    await page.getByRole('heading', { name: 'Quay Street' }).waitFor();
    expect(await rows.count()).toBe(0);
    pause.release();
    await rows.first().waitFor();
  });

  it('does not navigate somebody who has left, and confirms the save', async () => {
    await stage.visit(page, `/performance/firm/${harbour.Id}/edit`);
    await page.getByRole('textbox', { name: /^Name/ }).first().fill('Harbour Lane Capital');
    const pause = await delayAnswers(/\/api\/performance\/firm$/, 'POST');
    await press('Save');
    await toTheList();
    await page.getByRole('heading', { name: 'Firms' }).waitFor();
    pause.release();
    await saved('Harbour Lane Capital');
    expect(page.url()).toMatch(/#\/performance\/firm$/);
  });

  it('reports a refused save on the current page', async () => {
    await stage.visit(page, `/performance/firm/${quay.Id}/edit`);
    await page.getByRole('textbox', { name: /^Code/ }).fill('HARB');
    const pause = await delayAnswers(/\/api\/performance\/firm$/, 'POST');
    await press('Save');
    await toTheList();
    await page.getByRole('heading', { name: 'Firms' }).waitFor();
    pause.release();
    await page.getByText(/^Edit Quay Street was not saved\./).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('is requested once by a button pressed twice [M-T-047 M-T-048]', async () => {
    const people = await api.read<{
      readonly PageData: readonly { readonly Id: string; readonly FirstName: string }[];
    }>('/api/user');
    const bo = people.PageData.find(({ FirstName }) => FirstName === 'Bo');
    await stage.visit(page, `/carry/settings/userProfile/${bo?.Id ?? ''}`);
    await press('Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('Bo Example archived successfully').first().waitFor();
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    await restore.waitFor();
    const pause = await delayAnswers(/\/api\/user$/, 'POST');
    await restore.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.waitForFunction(() => document.readyState === 'complete');
    pause.release();
    await page.getByText('Bo Example restored successfully').first().waitFor();
    expect(pause.counted.reads).toBe(1);
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
  });

  it('accepts no more input into a note while it is being saved', async () => {
    await stage.visit(page, `/performance/firm/${harbour.Id}/overview`);
    await page.getByRole('button', { name: /^Notes/ }).click();
    const box = page.getByRole('dialog').last().getByRole('textbox').first();
    await box.fill('Met in Boston.');
    const pause = await delayAnswers(/\/api\/note$/, 'POST');
    await press('Add note');
    await page.locator('textarea[readonly]').first().waitFor();
    pause.release();
    await expect.poll(() => box.inputValue()).toBe('');
    await page.getByRole('dialog').getByText('Met in Boston.').first().waitFor();
  });

  it('changes nothing in the current input', async () => {
    const names = { FirstName: 'Nora', LastName: 'Late', HireDate: '2020-01-01' };
    const nora = await api.save('/api/carry/employee', { ...names, IsForeign: false, IsEscrowExempt: false });
    const pause = await delayAnswers(
      /\/api\/carry\/participant\/[^/]+\/(vesting|investment|fund-and-coinvestment)/,
      'GET',
    );
    await stage.visit(page, `/carry/employee/${nora.Id}/profile/vesting`);
    const day = page.getByRole('textbox', { name: 'As of' });
    await day.fill('02/01/2027');
    await expect.poll(() => pause.counted.reads).toBeGreaterThan(2);
    pause.release();
    await page.getByText('the chosen day', { exact: true }).waitFor();
    expect(await day.inputValue()).toBe('02/01/2027');
  });
});
