import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, Stage } from '../harness.ts';

/** One story in order: a firm from the day it is added until it is deleted. */
describe('the firms behind the funds', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = (await stage.firm('Firm Keepers', [['Ada', 'administrator']])) as readonly [Person];
    page = await stage.signedIn(ada);
  });

  const fill = (name: string | RegExp, text: string, at = 0) => page.getByRole('textbox', { name }).nth(at).fill(text);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
  const toast = (text: string) => page.getByText(text).first().waitFor();
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();

  it('is added on the empty list, with its contacts', async () => {
    await stage.visit(page, '/performance/firm');
    await page.getByText('Nothing here yet. Add the first firm.').waitFor();
    await follow('Add firm');
    await fill(/^Code/, 'HARB');
    await fill(/^Name/, 'Harbour Lane Capital');
    await press('Add contact');
    await press('Save');
    await page.getByText('Name is required').first().waitFor();
    await fill(/^Name/, 'Ruth Olsen', 1);
    await fill(/^E-mail/, 'ruth@harbour.example');
    await press('Save');
    await toast('Harbour Lane Capital saved successfully');
    await page.waitForURL(/performance\/firm\/[^/]+\/overview/);
    await page.getByRole('row', { name: /Ruth Olsen.*ruth@harbour\.example/ }).waitFor();
  });

  it('has notes, documents and activity', async () => {
    await press(/^Notes/);
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('textbox').first().fill('Met in Boston.');
    await dialog.getByRole('button', { name: 'Add note' }).click();
    // Waits for the save, because the dialog asks before it closes with unsaved input.
    await expect.poll(() => dialog.getByRole('textbox').first().inputValue()).toBe('');
    await dialog.getByText('Met in Boston.').first().waitFor();
    await page.keyboard.press('Escape');
    await tab('Documents');
    await page.getByRole('button', { name: 'Add document' }).waitFor();
    await tab('Activity Log');
    await page.getByText('Firm saved').first().waitFor();
  });

  it('is edited, found in the list, and deleted', async () => {
    await follow('Edit');
    await fill(/^Name/, 'Harbour Lane Partners');
    await press('Remove row 1 of Contacts');
    await press('Save');
    await toast('Harbour Lane Partners updated successfully');
    expect(await page.getByRole('row', { name: /Ruth Olsen/ }).count()).toBe(0);
    await stage.visit(page, '/performance/firm');
    await page.getByRole('row', { name: /HARB Harbour Lane Partners/ }).click();
    await page.waitForURL(/performance\/firm\/[^/]+\/overview/);
    await press('Delete');
    await page.getByText("Deleting this firm is permanent and can't be undone.").waitFor();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click();
    await toast('Harbour Lane Partners deleted successfully');
    await page.getByText('Nothing here yet. Add the first firm.').waitFor();
  });
});
