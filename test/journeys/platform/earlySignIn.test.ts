import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, Stage } from '../harness.ts';

describe('the sign-in page before its scripts have loaded', () => {
  let stage: Stage;
  let person: Person;
  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = await stage.firm('Slow Line Partners', [['Ada', 'viewer']]);
    if (!ada) throw new Error('the firm was not made');
    person = ada;
  });

  /** Opens the sign-in page and holds its scripts back until `release` is called. */
  async function openWithoutScripts() {
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${stage.baseUrl}/#/carry/fund`, { waitUntil: 'commit' });
    return { page, release };
  }
  const loginField = (page: Page) => page.getByLabel('E-mail or user name');
  const passwordField = (page: Page) => page.locator('input[name="password"]');
  const boxOf = async (page: Page) => (await loginField(page).boundingBox())!;

  it('preserves input, focus and selection when the page takes over', async () => {
    const { page, release } = await openWithoutScripts();
    await loginField(page).fill(person.login);
    await passwordField(page).fill(person.password);
    await passwordField(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 7));
    const before = await boxOf(page);
    release();
    await page.locator('main.early').waitFor({ state: 'detached' });
    expect(await loginField(page).inputValue()).toBe(person.login);
    expect(await passwordField(page).inputValue()).toBe(person.password);
    expect(
      await passwordField(page).evaluate((field: HTMLInputElement) => [
        field === document.activeElement,
        field.selectionStart,
        field.selectionEnd,
      ]),
    ).toEqual([true, 3, 7]);
    const after = await boxOf(page);
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(after[side] - before[side])).toBeLessThan(24);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').first().waitFor();
  });

  it('signs in with a form that is sent early, and never has the password in an address', async () => {
    const { page, release } = await openWithoutScripts();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await loginField(page).fill(person.login);
    await passwordField(page).fill(person.password);
    await passwordField(page).press('Enter');
    await page.waitForURL(`${stage.baseUrl}/`, { waitUntil: 'commit' });
    release();
    await page.getByRole('navigation').first().waitFor();
    expect(addresses.filter((address) => /password|correct/.test(address))).toEqual([]);
  });
});
