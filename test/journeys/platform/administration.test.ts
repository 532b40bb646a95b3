import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectApi } from '../connectApi.ts';
import { type Person, signIn, Stage } from '../harness.ts';

const firm = 'Harbor Keys Partners';
const firstPassword = 'a first password of hers';
const noor = { login: 'noor@example.test', password: 'umbrella kettle of her own' };
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One story in order: a user is created, and gets and loses roles while their browser is open. Then the firm and a password are changed. */
describe('granting and removing access', { sequential: true }, () => {
  let stage: Stage;
  let ada: Page;
  let ben: Page;
  let hers: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm(firm, [
      ['Ada', 'administrator'],
      ['Ben', 'administrator'],
    ]);
    [ada, ben] = (await Promise.all(people.map((person: Person) => stage.signedIn(person)))) as [Page, Page];
  });

  const fill = (page: Page, name: string | RegExp, text: string) => page.getByRole('textbox', { name }).fill(text);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
  const inMenu = async (page: Page, name: string) => {
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const carryRole = async (role: string) => {
    await ada.getByRole('combobox', { name: 'Carry' }).click();
    await ada.getByRole('option', { name: role }).click();
  };
  const addFund = () => hers.getByRole('link', { name: 'Add fund' });
  const listedFunds = () => hers.getByRole('heading', { name: /^Funds/ }).first();
  /** Returns the server's response to a fund that she sends without the web app. */
  const answerToFund = () =>
    hers.evaluate(async () => {
      const tenants = (await (await fetch('/api/user/tenant-list')).json()) as { Id: string }[];
      const headers = { TenantId: tenants[0]?.Id ?? '', 'content-type': 'application/json' };
      return (await fetch('/api/carry/fund', { method: 'POST', headers, body: '{}' })).status;
    });

  it('requires a new user to set their own password first, and shows nothing without a role [M-T-046 M-T-059]', async () => {
    await stage.visit(ada, '/user/add');
    await fill(ada, /^First name/, 'Noor');
    await fill(ada, /^Last name/, 'Salim');
    await fill(ada, /^Login/, noor.login);
    await fill(ada, /^E-mail/, 'noor');
    await ada.getByLabel('First password').fill(firstPassword);
    await press(ada, 'Save');
    await ada.getByText('is not an e-mail address').waitFor();
    await fill(ada, /^E-mail/, '');
    await press(ada, 'Save');
    await toast(ada, 'Noor Salim saved successfully');
    await ada.getByText('Invited, not a user yet.').waitFor();
    hers = await stage.signingIn({ ...noor, password: firstPassword });
    await hers.getByRole('heading', { name: 'Choose your password' }).waitFor();
    const choose = async (next: string) => {
      await hers.getByLabel('First password').fill(firstPassword);
      await hers.getByLabel('New password', { exact: true }).fill(next);
      await hers.getByLabel('New password again').fill(next);
      await hers.getByLabel('New password again').press('Enter');
    };
    await choose('password1234');
    await hers.getByText(/is easy to guess/).waitFor();
    await hers.reload();
    await choose(noor.password);
    await hers.getByRole('heading', { name: 'No applications' }).waitFor();
  });

  it("gives a group's members the group's permissions, and no more", async () => {
    await stage.visit(ada, '/carry/settings/groupEditor');
    await fill(ada, /^Name/, 'Readers');
    await carryRole('Viewer');
    await press(ada, 'Save');
    await toast(ada, 'Readers saved successfully');
    await press(ada, 'Add users');
    await ada.getByRole('checkbox', { name: /Noor Salim/ }).check();
    await press(ada, 'Add 1');
    await ada.getByRole('row', { name: /Noor Salim/ }).waitFor();

    await hers.getByRole('link', { name: 'Sign in' }).click();
    await signIn(hers, noor);
    await hers.getByRole('navigation').first().waitFor();
    await stage.visit(hers, '/carry/fund');
    await listedFunds().waitFor();
    expect(await addFund().count()).toBe(0);
    expect(await answerToFund()).toBe(403);
  });

  it('shows a granted role in the open browser, usable at once [M-T-045]', async () => {
    await stage.visit(ada, '/carry/settings/user');
    await ada.getByRole('link', { name: /Salim/ }).first().click();
    await ada.getByRole('link', { name: 'Edit', exact: true }).click();
    await carryRole('Editor');
    await press(ada, 'Save');
    await toast(ada, 'Noor Salim updated successfully');

    await addFund().first().click();
    await fill(hers, /^Code/, 'HP-I');
    await fill(hers, /^Legal name/, 'Harbor Partners Fund I, L.P.');
    await hers.getByRole('combobox', { name: /^Currency/ }).fill('US Dollar');
    await hers.getByRole('option', { name: 'US Dollar' }).first().click();
    await press(hers, 'Save');
    await toast(hers, 'Harbor Partners Fund I, L.P. saved successfully');
    await hers.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    expect(await answerToFund()).toBe(400);
  });

  it('removes a role from the open browser too', async () => {
    await ada.getByRole('link', { name: 'Edit', exact: true }).click();
    await carryRole('No access');
    await press(ada, 'Save');
    await ada.getByText('No roles assigned directly.').waitFor();
    await hers.getByRole('link', { name: 'Edit', exact: true }).waitFor({ state: 'detached' });
    await hers.getByRole('heading', { level: 1, name: /Harbor Partners Fund I/ }).waitFor();
    expect(await answerToFund()).toBe(403);
  });

  it("saves the firm's settings on their screen; open browsers apply them, and lose no input", async () => {
    await inMenu(ada, 'Firm settings');
    const height = ada.getByRole('textbox', { name: /^Logo height/ });
    await height.fill('5');
    await press(ada, 'Save');
    await ada.getByText('must be between 10 and 400').waitFor();
    await height.fill('48');

    await inMenu(hers, 'Firm settings');
    await hers.getByText('Allocate by shares').waitFor();
    await inMenu(ben, 'Firm settings');
    await fill(ben, /^Navigation bar/, 'blue');
    await ben.keyboard.press('Tab');
    await ben.getByText('must be a color such as #12aaff').waitFor();
    expect(await ben.getByRole('textbox', { name: /^Navigation bar/ }).inputValue()).toBe('blue');
    await fill(ben, /^Navigation bar/, '#123456');

    await ada.getByRole('checkbox', { name: 'Allocate by shares' }).check();
    await ada.getByRole('combobox', { name: 'Time zone' }).fill('America/New_York');
    await ada.getByRole('option', { name: 'America/New_York' }).click();
    await press(ada, 'Save');
    await toast(ada, `${firm} updated successfully`);

    await hers.getByText('America/New_York').waitFor();
    await press(ben, 'Save');
    await ben.getByText('This record was changed by someone else.').waitFor();
    expect(await ben.getByRole('textbox', { name: /^Navigation bar/ }).inputValue()).toBe('#123456');
    const { PageData: funds } = await (await connectApi(ada)).read<{ PageData: readonly { Id: string }[] }>(
      '/api/carry/fund',
    );
    // His input was not saved, so leaving asks first.
    await press(ben, 'Cancel');
    await ben.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Leave' }).click();
    await ben.getByRole('heading', { name: 'settings of the firm' }).waitFor({ state: 'detached' });
    await stage.visit(ben, `/carry/fund/${funds[0]?.Id ?? ''}/allocation/create`);
    await ben.getByRole('checkbox', { name: 'Share based', checked: true }).waitFor();
  });

  it("shows the firm's logo everywhere", async () => {
    await press(ada, 'Add logo');
    const dialog = ada.getByRole('dialog');
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: dot };
    await dialog.locator('input[type=file]').setInputFiles(logo);
    await dialog.getByAltText('Preview').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await ada.getByAltText(`Logo of ${firm}`).waitFor();
    await ada.reload();
    await ada.getByRole('textbox', { name: /^Logo height/ }).waitFor();
    expect(await ada.getByRole('textbox', { name: /^Logo height/ }).inputValue()).toBe('48');
    await ada.getByAltText(`Logo of ${firm}`).waitFor();
  });

  it("changes a user's own password; the old one and its sessions end", async () => {
    const elsewhere = await stage.signedIn({ ...noor, firstName: 'Noor', lastName: 'Salim' });
    await inMenu(hers, 'My account');
    await press(hers, 'Change password');
    const dialog = hers.getByRole('dialog', { name: 'Change password' });
    const change = async (present: string, next: string, again: string) => {
      await dialog.getByLabel('Current password').fill(present);
      await dialog.getByLabel('New password', { exact: true }).fill(next);
      await dialog.getByLabel('New password again').fill(again);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    const next = 'a second password of hers';
    await change(noor.password, 'short', 'short');
    await dialog.getByText('The password is too short. Use at least 12 characters.').waitFor();
    await change(noor.password, next, `${next}!`);
    await dialog.getByText('The passwords don’t match.').waitFor();
    await change('no password of hers', next, next);
    await dialog.getByText('This is not your password.').waitFor();
    await change(noor.password, next, next);
    await toast(hers, 'Password updated successfully');
    await hers.getByRole('navigation').first().waitFor();

    await elsewhere.getByRole('button', { name: 'Sign in' }).waitFor();
    await signIn(elsewhere, noor);
    await elsewhere.getByRole('alert').waitFor();
    await signIn(elsewhere, { ...noor, password: next });
    await elsewhere.getByRole('navigation').first().waitFor();
  });

  it('shows a no-access page to somebody who loses the last role [U-T-042 M-T-063 M-T-064 M-T-065 R-T-137]', async () => {
    await stage.visit(ada, '/carry/settings/group');
    await ada.getByRole('link', { name: 'Readers' }).click();
    await ada
      .getByRole('row', { name: /Noor Salim/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    const question = ada.getByRole('dialog').filter({ hasText: 'Are you sure you want to continue?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await hers.getByRole('heading', { name: 'No applications' }).waitFor();
    expect(await answerToFund()).toBe(401);
    // The group and the user are no longer needed.
    await press(ada, 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(ada, 'Readers deleted successfully');
    await ada.waitForURL(/settings\/group(\?|$)/);
    await stage.visit(ada, '/carry/settings/user');
    await ada.getByRole('link', { name: /Salim/ }).first().click();
    await press(ada, 'Archive');
    await question.getByRole('button', { name: 'Archive' }).click();
    await toast(ada, 'Noor Salim archived successfully');
    await ada.getByRole('button', { name: 'Restore', exact: true }).waitFor();
  });

  it('archives and restores selected groups, users and currency pairs', async () => {
    const selectAll = () => ada.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const change = async (button: string | RegExp, done: string) => {
      await ada.getByRole('button', { name: button }).click();
      await ada
        .getByRole('dialog')
        .getByRole('button', { name: /^(Archive|Restore|Activate)$/ })
        .click();
      await toast(ada, done);
    };
    await stage.visit(ada, '/carry/settings/group?f.show=all');
    await ada.getByRole('row', { name: /Readers/ }).waitFor();
    await selectAll();
    await change('Restore 1', '1 group restored');

    await stage.visit(ada, '/carry/settings/user?f.show=all');
    await ada.getByRole('row', { name: /Salim/ }).waitFor();
    await selectAll();
    await change('Restore 1 of 3', '1 user restored');
    await selectAll();
    await ada.getByRole('button', { name: 'Archive 2 of 3' }).click();
    await ada.getByText('Ada Example: This is your own account.').waitFor();
    await ada.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
    await toast(ada, '2 users archived');
    await ben
      .getByRole('button', { name: 'Sign in' })
      .or(ben.getByRole('heading', { name: 'No applications' }))
      .waitFor();

    const api = await connectApi(ada);
    const pair = { SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'USD' };
    await api.save('/api/reference/currency-pair', pair);
    await stage.visit(ada, '/carry/settings/reference/currency-pair');
    await ada.getByRole('row', { name: /EUR\/USD/ }).waitFor();
    await selectAll();
    await change(/^Archive \d/, 'archived');
    await ada.getByText('Archived').first().waitFor();
  });
});
