import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, signIn, Stage } from '../harness.ts';

/** One story in order: somebody sets up a second factor. Then the firm requires one for everybody while work continues. */
describe('a second factor', { sequential: true }, () => {
  let stage: Stage;
  let ada: Person;
  let ben: Person;
  let cleo: Person;
  let hers: Page;
  let his: Page;
  let codes: string[];
  let used: string;
  let cleosCodes: string[];

  beforeAll(async () => {
    stage = await Stage.open();
    [ada, ben, cleo] = (await stage.firm('Factor Partners', [
      ['Ada', 'administrator'],
      ['Ben', 'editor'],
      ['Cleo', 'viewer'],
    ])) as [Person, Person, Person];
    hers = await stage.signedIn(ada);
    his = await stage.signedIn(ben);
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const typeCode = async (page: Page, code: string, button = 'Continue') => {
    await page.getByLabel('Code', { exact: true }).last().fill(code);
    await press(page, button);
  };
  const fillFund = async (page: Page, code: string, name: string) => {
    await stage.visit(page, '/carry/fund/add');
    await page.getByRole('textbox', { name: /^Code/ }).fill(code);
    await page.getByRole('textbox', { name: /^Legal name/ }).fill(name);
    await page.getByRole('combobox', { name: /^Currency/ }).fill('US Dollar');
    await page.getByRole('option', { name: 'US Dollar' }).first().click();
  };
  /** Goes through the setup: the password, the first code, and the recovery codes. */
  const setUp = async (page: Page, { password }: Person) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(password);
    await press(page, 'Continue');
    await page.getByText('Can’t scan the code?').click();
    const secret = ((await page.locator('details code').textContent()) ?? '').replaceAll(' ', '');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await typeCode(page, code, 'Set up');
    const listItems = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await listItems.first().waitFor();
    const texts = await listItems.allTextContents();
    await press(page, 'I saved them');
    return { code, codes: texts };
  };

  it('is set up on the account page, with ten recovery codes', async () => {
    await stage.visit(hers, '/account');
    await hers.getByText('Your account is protected by a password only.').waitFor();
    await press(hers, 'Set up');
    await hers.getByRole('textbox', { name: 'Current password' }).fill('not it');
    await press(hers, 'Continue');
    await hers.getByText('This is not your password.').waitFor();
    const setup = await setUp(hers, ada);
    codes = setup.codes;
    used = setup.code;
    expect(codes).toHaveLength(10);
    await hers.getByText('10 recovery codes are left.', { exact: false }).waitFor();
  });

  it('is requested after the password: no code twice, and a recovery code instead', async () => {
    hers = await stage.signingIn(ada);
    await hers.getByRole('heading', { name: 'Use your second factor' }).waitFor();
    await typeCode(hers, '000');
    await hers.getByText('isn’t the current code of your authenticator or one of your unused recovery codes').waitFor();
    await typeCode(hers, used);
    await hers.getByText('has already been used. Wait for the next one.').waitFor();
    await typeCode(hers, codes.pop() ?? '');
    await hers.getByRole('navigation').first().waitFor();
    await stage.visit(hers, '/account');
    await hers.getByText('9 recovery codes are left.', { exact: false }).waitFor();
  });

  it('is requested over the page whose session has expired', async () => {
    await fillFund(hers, 'TYPED', 'Typed Fund, L.P.');
    await hers.context().clearCookies();
    const ended = dialog(hers, 'Your session has ended');
    await press(hers, 'Save');
    await ended.waitFor();
    await ended.getByLabel('E-mail or user name').fill(ada.login);
    await ended.getByRole('textbox', { name: 'Password' }).fill(ada.password);
    await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
    await typeCode(hers, codes.pop() ?? '');
    await hers.getByText('Typed Fund, L.P. saved successfully').waitFor();
  });

  it('is requested over an open form once the firm requires it of everybody, and no input is lost', async () => {
    await fillFund(his, 'STEP', 'Step Fund, L.P.');
    await stage.visit(hers, '/appsettings');
    await hers.getByRole('combobox', { name: /^Second factor/ }).click();
    await hers.getByRole('option', { name: 'For everyone' }).click();
    await hers.getByLabel(/^Minimum password length/).fill('8');
    await press(hers, 'Save');
    await hers.getByText('must be between 12 and 64').first().waitFor();
    await hers.getByLabel(/^Minimum password length/).fill('14');
    await press(hers, 'Save');
    await hers.getByText('Factor Partners updated successfully').waitFor();

    // The server now refuses the page's reads, so that the page asks by itself.
    await dialog(his, 'Set up a second factor').waitFor();
    await setUp(his, ben);
    await press(his, 'Save');
    await his.getByText('Step Fund, L.P. saved successfully').waitFor();
    await his.waitForURL(/fund\/[^/]+\/profile/);
  });

  it('blocks people without one from that firm until it is set up', async () => {
    const page = await stage.signingIn(cleo);
    await page.getByRole('heading', { name: 'This firm requires a second factor' }).waitFor();
    cleosCodes = (await setUp(page, cleo)).codes;
    await page.getByRole('navigation').first().waitFor();
  });

  it("comes with a list of one's sessions, and ends the others", async () => {
    const other = await stage.signingIn(ada);
    await typeCode(other, codes.pop() ?? '');
    await other.getByRole('navigation').first().waitFor();
    await stage.visit(hers, '/account');
    await press(hers, 'End all others');
    await dialog(hers, 'End all other sessions').getByRole('button', { name: 'End them' }).click();
    await hers.getByText('All other sessions have ended').waitFor();
    await hers.getByText('Chrome on Linux · this one').waitFor();
    await stage.visit(other, '/carry/fund');
    await dialog(other, 'Your session has ended').waitFor();
  });

  it('is a passkey created on the account page, then a complete sign-in, until it is removed', async () => {
    // Passkeys belong to host names, not to addresses.
    const address = stage.baseUrl.replace('127.0.0.1', 'localhost');
    const page = await (await stage.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(address);
    await signIn(page, cleo);
    await page
      .getByText('The six digits that your authenticator app shows now, or one of your recovery codes.')
      .waitFor();
    await typeCode(page, cleosCodes.pop() ?? '');
    await page.getByRole('navigation').first().waitFor();
    await page.goto(`${address}/#/account`);
    await press(page, 'Add a passkey');
    await page.getByLabel('Name', { exact: true }).fill('The laptop');
    await page.getByRole('textbox', { name: 'Current password' }).fill(cleo.password);
    await press(page, 'Create the passkey');
    await page.getByText('Your passkey is registered').waitFor();
    const passkeys = page.getByRole('group', { name: 'Passkeys, table' });
    await passkeys.getByText('The laptop').waitFor();

    await page.goto(`${address}/#/force-logout`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await press(page, 'Sign in with a passkey');
    await page.getByRole('navigation').first().waitFor();
    await page.goto(`${address}/#/account`);
    await page.getByRole('group', { name: 'Sessions, table' }).getByText('Passkey', { exact: true }).waitFor();

    // A passkey can also sign in over a page whose session has ended, or serve as the second factor after a password.
    // A read of the page could reveal the end of the session too early, so it ends only once the confirmation is open.
    await page.getByRole('button', { name: 'Remove the passkey The laptop' }).click();
    const question = dialog(page, 'Remove the passkey The laptop');
    await question.getByRole('button', { name: 'Remove' }).waitFor();
    await page.context().clearCookies();
    await question.getByRole('button', { name: 'Remove' }).click();
    await dialog(page, 'Your session has ended').getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Passkey The laptop removed').waitFor();
    await page.getByText('You have no passkeys.', { exact: false }).waitFor();
  });
});
