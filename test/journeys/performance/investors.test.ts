import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, Stage } from '../harness.ts';

/** One story in order: a firm's fund and an investor in it, from the day they are added until the investor is deleted. */
describe('performance funds and investors', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('Investor Keepers', [['Ada', 'administrator']], ['carry', 'performance']);
    const [ada] = people as readonly [Person];
    page = await stage.signedIn(ada);
  });

  const fill = (name: string | RegExp, text: string, at = 0) => page.getByRole('textbox', { name }).nth(at).fill(text);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const follow = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const choose = async (field: string | RegExp, option: string) => {
    await page.getByRole('combobox', { name: field }).fill(option);
    await page.getByRole('option', { name: option }).first().click();
  };
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();

  it('a fund is added and found with its firm, which has no figures yet [R-P-056 R-P-059 R-P-068 R-P-099 R-P-102 U-P-027 U-P-056 M-P-027]', async () => {
    await stage.visit(page, '/performance/firm/add');
    await fill(/^Code/, 'HARB');
    await fill(/^Name/, 'Harbour Lane Capital');
    await press('Save');
    await toast('Harbour Lane Capital saved successfully.');
    // The open page had no funds and displays the new one.
    await page.waitForURL(/performance\/firm\/[^/]+\/funds/);
    await toast('There are no records to display');
    await stage.visit(page, '/performance/fund');
    await follow('Add fund');
    await fill(/^Code/, 'HL1');
    await press('Save');
    await page.getByText('Please correct the marked fields.').waitFor();
    await fill(/^Name/, 'Harbour Lane I');
    await choose(/^Currency/, 'Euro');
    await choose(/^Firm/, 'Harbour Lane Capital');
    await press('Save');
    await toast('Harbour Lane I saved successfully.');
    await page.waitForURL(/performance\/fund\/[^/]+\/overview/);
    await follow('Harbour Lane Capital');
    await toast('No data is available for this firm.');
    await page.waitForURL(/performance\/dashboard/);
    await stage.visit(page, '/performance/firm');
    await page.getByRole('row', { name: /HARB Harbour Lane Capital/ }).click();
    await page.waitForURL(/performance\/firm\/[^/]+\/funds/);
    await page.getByRole('row', { name: /HL1 Harbour Lane I/ }).click();
    await page.waitForURL(/performance\/fund\/[^/]+\/overview/);
    const id = /fund\/([^/]+)/.exec(page.url())?.[1] ?? '';
    await stage.visit(page, `/performance/fund/${id}/2026-06-30/profile/edit/full-page`);
    await page.getByRole('heading', { name: 'Edit Harbour Lane I' }).waitFor();
    await stage.visit(page, `/performance/fund/${id}/nothing-of-the-kind`);
    await page.getByText('Fiscal year end').first().waitFor();
  });

  it('an investor is added, listed by type and linked [R-P-039 R-P-040 R-P-043 U-P-053 M-P-042]', async () => {
    await stage.visit(page, '/performance/investor');
    await follow('Add investor');
    await fill(/^Code/, 'FEED');
    await press('Save');
    await page.getByText('Please correct the marked fields.').waitFor();
    await fill(/^Name/, 'Harbour Lane Feeder');
    await choose(/^Type/, 'SPV');
    await choose(/^Fund represented by this investor/, 'Harbour Lane I');
    await press('Save');
    await toast('Harbour Lane Feeder saved successfully.');
    await page.waitForURL(/performance\/investor\/[^/]+\/overview/);
    await follow('Harbour Lane I');
    await page.waitForURL(/performance\/fund\/[^/]+\/overview/);
    await stage.visit(page, '/performance/investor?f.type=SPV');
    await page.getByRole('row', { name: /FEED Harbour Lane Feeder SPV/ }).click();
    await page.waitForURL(/performance\/investor\/[^/]+\/overview/);
  });

  it('an investor has notes, documents and activity, at its previous address too [R-P-048 R-P-049 R-P-050 R-P-051]', async () => {
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
    const id = /investor\/([^/]+)/.exec(page.url())?.[1] ?? '';
    await stage.visit(page, `/performance/investor/${id}/profile/activity`);
    await page.getByText('Investor saved').first().waitFor();
    await page.waitForURL(/performance\/investor\/[^/]+\/activity/);
  });

  it('an investor is edited and deleted in the editor [R-P-041 R-P-055 U-P-018 M-P-041 M-P-043 M-P-045]', async () => {
    await follow('Edit');
    await fill(/^Name/, 'Harbour Lane Feeder LP');
    await press('Save');
    await toast('Harbour Lane Feeder LP updated successfully.');
    await follow('Edit');
    await page.getByRole('heading', { name: 'Edit Harbour Lane Feeder LP' }).waitFor();
    await press('Delete');
    await page
      .getByText("Deleting this investor is permanent and can't be undone. Are you sure you want to continue?")
      .waitFor();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click();
    await toast('Harbour Lane Feeder LP deleted successfully.');
    await page.waitForURL(/performance\/investor$/);
  });
});
