import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, Stage } from '../harness.ts';

/** Help is read next to the work, which stays as it is. */
describe('looking something up in the help', { sequential: true }, () => {
  let stage: Stage;
  let ada: Person;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    [ada] = (await stage.firm('Lookup Partners', [['Ada', 'editor']])) as [Person];
    page = await stage.signedIn(ada);
    await stage.visit(page, '/carry/fund/add');
    await page.getByRole('textbox', { name: /^Code/ }).fill('LP-I');
  });

  const panel = () => page.getByRole('dialog', { name: 'Help' });
  const search = async (text: string) => {
    await panel().getByRole('searchbox', { name: 'Search help' }).fill(text);
    await panel().getByRole('searchbox', { name: 'Search help' }).press('Enter');
  };

  it('opens the guide of the page with F1, and leads from a term to its calculation', async () => {
    await page.keyboard.press('F1');
    await panel().getByRole('heading', { name: 'Allocation profiles' }).waitFor();
    await search('hurdle');
    await panel().getByRole('link', { name: 'hurdle', exact: true }).press('Enter');
    const entry = panel().getByRole('listitem').filter({ hasText: 'The yearly rate that investors receive' });
    await entry.getByRole('link', { name: 'before carry is earned' }).press('Enter');
    await panel().getByRole('heading', { name: 'Waterfall' }).waitFor();
    await panel().getByRole('button', { name: 'Back' }).press('Enter');
    await panel().getByRole('heading', { name: 'Glossary' }).waitFor();
  });

  it('returns to the work with everything that was typed', async () => {
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(page.url()).toContain('#/carry/fund/add');
    expect(await page.getByRole('textbox', { name: /^Code/ }).inputValue()).toBe('LP-I');
  });

  it('lists the shortcuts with ?, which a field takes as text', async () => {
    await page.getByRole('textbox', { name: /^Code/ }).press('End');
    await page.keyboard.type('?');
    expect(await page.getByRole('textbox', { name: /^Code/ }).inputValue()).toBe('LP-I?');
    await page.getByRole('button', { name: 'Help', exact: true }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  });

  it('offers the guide of the page, a search and the shortcuts in the header', async () => {
    await page.getByRole('button', { name: 'Help', exact: true }).press('Enter');
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual(['Help on this page', 'Search help', 'Keyboard shortcuts']);
    await items.filter({ hasText: 'Search help' }).press('Enter');
    await panel().getByRole('link', { name: 'Run a distribution', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Search help');
    await page.keyboard.press('Escape');
  });

  it('is a page of its own, with addresses to share', async () => {
    const other = await stage.signedIn(ada);
    await stage.visit(other, '/help/user/carry-run?section=letters');
    await other.getByRole('heading', { name: 'Run a carry distribution', level: 1 }).waitFor();
    await expect.poll(() => other.evaluate(() => document.activeElement?.textContent)).toBe('Letters');
    // An editor doesn't get the pages for operators.
    await stage.visit(other, '/help/operate/security');
    await other.getByText(/^There is no such help page\./).waitFor();
    await other.context().close();
  });

  it('explains a refused password', async () => {
    const other = await stage.signedIn(ada);
    await stage.visit(other, '/account');
    await other.getByRole('button', { name: 'Change password' }).click();
    const form = other.getByRole('dialog');
    await form.getByLabel('Current password').fill(ada.password);
    await form.getByLabel('New password', { exact: true }).fill('password12345');
    await form.getByLabel('New password again').fill('password12345');
    await form.getByRole('button', { name: 'Change password' }).click();
    await form.getByRole('link', { name: 'Help on this message' }).press('Enter');
    await other.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name: 'Your account' }).waitFor();
    await other.keyboard.press('Escape');
    await other.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });
    expect(await form.getByLabel('New password again').inputValue()).toBe('password12345');
    await other.context().close();
  });
});
