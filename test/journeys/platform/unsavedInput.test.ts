import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, Stage } from '../harness.ts';

/** Unsaved input survives the end of a session, a closed browser and an accidental navigation, and never appears in the wrong place. */
describe('unsaved input', { sequential: true }, () => {
  let stage: Stage;
  let ada: Person;
  let ben: Person;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    [ada, ben] = (await stage.firm('Pilot Partners', [
      ['Ada', 'administrator'],
      ['Ben', 'editor'],
    ])) as [Person, Person];
    page = await stage.signedIn(ada);
  });

  const field = (name: string | RegExp) => page.getByRole('textbox', { name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const ended = () => dialog('Your session has ended');
  const signInOver = async (person: Person) => {
    await ended().getByLabel('E-mail or user name').fill(person.login);
    await ended().getByRole('textbox', { name: 'Password' }).fill(person.password);
    await ended().getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const choose = async (name: string | RegExp, option: string) => {
    await page.getByRole('combobox', { name }).last().fill(option);
    await page.getByRole('option', { name: option }).first().click();
  };
  const fillFund = async (code: string) => {
    await stage.visit(page, '/carry/fund/add');
    await field(/^Code/).fill(code);
    await field(/^Legal name/).fill(`Fund ${code}, L.P.`);
    await choose(/^Currency/, 'US Dollar');
  };

  it('a decimal comma is refused when the field is left, with its reason', async () => {
    await fillFund('HP-I');
    await field(/Total capital raised/).fill('1,5');
    await field(/^Code/).focus();
    await page.getByText(/Total capital raised is not a number\. Use commas for thousands/).waitFor();
    expect(await field(/Total capital raised/).inputValue()).toBe('1,5');
    await field(/Total capital raised/).fill('1,250,000');
  });

  it('a text that is too long stays and is refused at its field', async () => {
    const pasted = 'x'.repeat(201);
    await field(/^Legal name/).fill(pasted);
    await field(/^Code/).focus();
    await page.getByText('Legal name is longer than 200 characters').waitFor();
    expect(await field(/^Legal name/).inputValue()).toBe(pasted);
    await field(/^Legal name/).fill('Fund HP-I, L.P.');
  });

  it('a session that expires under a filled-in form is renewed over it, and the save completes [U-T-088]', async () => {
    await page.context().clearCookies();
    await press('Save');
    await ended().waitFor();
    // The login is filled in, so only the password is missing.
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'password');
    expect(await field(/^Code/).inputValue()).toBe('HP-I');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await signInOver({ ...ada, password: 'not this one' });
    await ended().getByRole('alert').waitFor();
    await signInOver(ada);
    await page.getByText('Fund HP-I, L.P. saved successfully').waitFor();
    await page.waitForURL(/fund\/[^/]+\/profile/);
  });

  const chosenFund = () => dialog('Add fund').getByRole('combobox', { name: /^Fund/ });

  it('a choice stays if the session has already expired, as does everything else in the dialog', async () => {
    await stage.visit(page, '/carry/investment/add');
    await field(/^Code/).fill('HEL');
    await field(/^Name/).fill('Helios');
    await press('Add fund');
    await dialog('Add fund').getByLabel('Invested amount').fill('2500');
    const searched = page.waitForResponse(/SearchQuery=Fund/);
    await chosenFund().fill('Fund HP-I');
    await searched;
    await page.context().clearCookies();
    // The vintages of the chosen fund are requested, and the response is that nobody is signed in.
    await page.getByRole('option', { name: 'Fund HP-I' }).click();
    await ended().waitFor();
    await signInOver(ada);
    await ended().waitFor({ state: 'detached' });
    expect(await chosenFund().inputValue()).toBe('Fund HP-I, L.P.');
    expect(await dialog('Add fund').getByLabel('Invested amount').inputValue()).toBe('2,500.00');
  });

  it('a search typed while the session expired is still there, and finds results', async () => {
    await dialog('Add fund').getByRole('button', { name: 'Cancel' }).click();
    await dialog('Add fund').waitFor({ state: 'detached' });
    await press('Add fund');
    await chosenFund().click();
    await page.getByRole('option', { name: 'Fund HP-I' }).waitFor();
    await page.context().clearCookies();
    await chosenFund().pressSequentially('HP');
    await ended().waitFor();
    await signInOver(ada);
    await ended().waitFor({ state: 'detached' });
    expect(await chosenFund().inputValue()).toBe('HP');
    await chosenFund().click();
    await page.getByRole('option', { name: 'Fund HP-I' }).click();
    await expect.poll(() => chosenFund().inputValue()).toBe('Fund HP-I, L.P.');
    await dialog('Add fund').getByRole('button', { name: 'Cancel' }).click();
  });

  it('a holder without a fund is refused in the dialog [R-C-236 U-C-087 U-C-098]', async () => {
    await press('Add fund');
    await dialog('Add fund').getByRole('button', { name: 'Add', exact: true }).click();
    await dialog('Add fund').getByText('Fund is required').waitFor();
    await dialog('Add fund').getByRole('button', { name: 'Cancel' }).click();
    await field(/^Legal name/).fill('Helios, Inc.');
    await press('Save');
    await page.getByText('An investment needs at least one fund or coinvestment that holds it.').waitFor();
  });

  it('an address typed over an unsaved form requires a confirmation, and so does a reload', async () => {
    await page.evaluate(() => {
      window.location.hash = '#/carry/fund';
    });
    await dialog('Unsaved changes').getByRole('button', { name: 'Stay' }).click();
    expect(page.url()).toContain('/carry/investment/add');
    expect(await field(/^Code/).inputValue()).toBe('HEL');
    const dialogOpened = page.waitForEvent('dialog');
    // A reload that the person declines never ends by itself.
    const reloading = page.reload({ timeout: 2_000 }).catch(() => undefined);
    const question = await dialogOpened;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await reloading;
    expect(await field(/^Code/).inputValue()).toBe('HEL');
  });

  it('cancelling Back after a typed address restores the current address', async () => {
    const other = await page.context().newPage();
    const type = (hash: string) =>
      other.evaluate((expectedText) => {
        window.location.hash = expectedText;
      }, hash);
    await other.goto(`${stage.baseUrl}/#/carry/investment`);
    await other.getByRole('heading', { level: 1, name: /^Investments/ }).waitFor();
    await type('#/carry/fund');
    await other.getByRole('heading', { level: 1, name: /^Funds/ }).waitFor();
    await other.getByRole('link', { name: 'Coinvestments' }).first().click();
    await other.getByRole('heading', { level: 1, name: /^Coinvestments/ }).waitFor();
    await type('#/carry/fund');
    await other.getByRole('heading', { level: 1, name: /^Funds/ }).waitFor();
    await other.evaluate(() => window.location.assign('#/carry/fund/add'));
    await other.getByRole('textbox', { name: /^Code/ }).fill('STAY');
    await other.goBack();
    await other.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click();
    expect(other.url()).toContain('/carry/fund/add');
    expect(await other.getByRole('textbox', { name: /^Code/ }).inputValue()).toBe('STAY');
    await other.close();
  });

  it('Back over a dialog asks before its input is lost', async () => {
    const other = await page.context().newPage();
    await other.goto(`${stage.baseUrl}/#/carry/investment`);
    await other.getByRole('link', { name: 'Add investment' }).first().click();
    await other.getByRole('button', { name: 'Add fund', exact: true }).click();
    const amount = other.getByRole('dialog', { name: 'Add fund' }).getByLabel('Invested amount');
    await amount.fill('2500');
    await other.goBack();
    await other.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click();
    expect(await amount.inputValue()).toMatch(/2,?500/);
    expect(other.url()).toContain('/carry/investment/add');
    await other.goBack();
    await other.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Leave' }).click();
    await other.getByRole('heading', { level: 1, name: /^Investments/ }).waitFor();
    expect(await other.getByRole('dialog').count()).toBe(0);
    await other.close();
  });

  it("an address typed over the firm's settings requires one confirmation", async () => {
    const other = await page.context().newPage();
    await other.goto(`${stage.baseUrl}/#/appsettings`);
    await other.getByRole('textbox', { name: /^Logo height/ }).fill('120');
    await other.evaluate(() => {
      window.location.hash = '#/carry/fund';
    });
    await other.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Leave' }).click();
    await other.getByRole('heading', { name: /^Funds/ }).waitFor();
    expect(await other.getByRole('dialog').count()).toBe(0);
    await other.close();
  });

  it('input from before a browser crash is offered when the form is opened again', async () => {
    const context = page.context();
    await page.waitForFunction(() => Object.values(localStorage).some((text) => String(text).includes('Helios, Inc.')));
    await page.close({ runBeforeUnload: false });
    page = await context.newPage();
    await page.goto(`${stage.baseUrl}/#/carry/investment/add`);
    await page.getByText(/You have unsaved input from /).waitFor();
    expect(await field(/^Code/).inputValue()).toBe('');
    await press('Restore');
    expect(await field(/^Code/).inputValue()).toBe('HEL');
    expect(await field(/^Legal name/).inputValue()).toBe('Helios, Inc.');
  });

  it('another person who signs in over the page neither sends nor sees that input', async () => {
    await page.context().clearCookies();
    await press('Add fund');
    // The funds are requested, and nobody is signed in anymore.
    await page.getByRole('combobox', { name: /^Fund/ }).last().fill('Fund HP-I');
    await ended().waitFor();
    await signInOver(ben);
    await dialog('This page belongs to someone else')
      .getByText(/You have signed in as Ben Example/)
      .waitFor();
    await page.getByRole('button', { name: 'Continue as Ben Example' }).click();
    await page.getByRole('navigation').first().waitFor();
    await stage.visit(page, '/carry/investment/add');
    await field(/^Code/).waitFor();
    expect(await page.getByText(/You have unsaved input/).count()).toBe(0);
  });

  it("a save that lost against somebody else's is reported with its status [U-C-151 M-C-060]", async () => {
    await stage.visit(page, '/carry/fund');
    await page.getByRole('link', { name: 'HP-I', exact: true }).click();
    await page.waitForURL(/fund\/([^/]+)\/profile/);
    const id = /fund\/([^/]+)\/profile/.exec(page.url())?.[1] ?? '';
    await stage.visit(page, `/carry/fund/${id}/edit`);
    await field(/^Legal name/).fill('Fund of Ben');
    const other = await stage.signedIn(ada);
    await stage.visit(other, `/carry/fund/${id}/edit`);
    await other.getByRole('textbox', { name: /^Legal name/ }).fill('Fund of Ada');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText(/updated successfully/).waitFor();
    await press('Save');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('alert').filter({ hasText: /^409 / }).waitFor();
    expect(await field(/^Legal name/).inputValue()).toBe('Fund of Ben');
  });

  it("signing out asks first, and deletes the person's input", async () => {
    const signOut = async () => {
      await page.getByRole('button', { name: /Ben Example/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await dialog('Unsaved changes').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('textbox', { name: 'Password' }).waitFor();
    const texts = await page.evaluate(() =>
      Object.values(localStorage).filter((text) => String(text).includes('Fund of Ben')),
    );
    expect(texts).toEqual([]);
  });
});
