import { type MailReceiver, startMailReceiver } from '@carrara/server/testing/mailReceiver';
import { signInRefusals } from '@carrara/contract/platform/signIn/signInRefusals';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopAndRemove, dataFolder, type Product, startProduct } from '../../faults/product.ts';
import { type Person, signIn, Stage } from '../harness.ts';

/** A product with a mail server: somebody is invited by email, resets their password, and gets notifications. */
describe('mail', { sequential: true }, () => {
  const folder = dataFolder();
  let receiver: MailReceiver;
  let product: Product | undefined;
  let stage: Stage;
  let ada: Page;
  let lena: Page;
  const address = 'lena@firm.test';
  const password = 'umbrella kettle orbit seven';
  const chosen = 'marble lantern twelve foxes';

  beforeAll(async () => {
    receiver = await startMailReceiver();
    product = await startProduct(folder, { SMTP_URL: receiver.url, MAIL_FROM: 'carrara@firm.test' });
    stage = await Stage.open({ baseUrl: product.baseUrl, folder });
    const [administrator] = (await stage.firm('Alder Mail', [['Ada', 'administrator']])) as [Person];
    ada = await stage.signedIn(administrator);
  });
  afterAll(async () => {
    await stopAndRemove(folder, product);
    await receiver.stop();
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const subjects = () => receiver.mails.flatMap(({ to, subject }) => (to === address ? [subject] : []));
  /** Waits for the newest email to her with such a subject. */
  const mailed = async (subject: RegExp) => {
    const newest = () => receiver.mails.findLast((mail) => mail.to === address && subject.test(mail.subject));
    await expect.poll(newest).toBeDefined();
    return newest()!;
  };
  const open = async (link: string): Promise<Page> => {
    const page = await (await stage.browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    // Emails use the name of the machine, for which the browser has another session than for its address.
    await page.goto(link.replace('localhost', '127.0.0.1'));
    return page;
  };
  const choose = async (page: Page, text: string, button: string) => {
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(text);
    await page.getByRole('textbox', { name: 'New password again' }).fill(text);
    await press(page, button);
  };
  const createToken = async (name: string) => {
    await stage.visit(lena, '/carry/settings/apiToken');
    await lena.getByRole('button', { name: 'Create token…' }).first().click();
    const form = lena.getByRole('dialog', { name: 'Create token' });
    await form.getByLabel(/^Name/).fill(name);
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await form.getByLabel(/^Last day/).fill(day);
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await lena
      .getByRole('dialog', { name: `Token ${name}` })
      .getByRole('button', { name: 'Done' })
      .click();
  };

  it('invites somebody, who sets a password once, without their own name in it', async () => {
    await stage.visit(ada, '/user/add');
    const fill = (name: RegExp, text: string) => ada.getByRole('textbox', { name }).fill(text);
    await fill(/^First name/, 'Lena');
    await fill(/^Last name/, 'Mossberg');
    await fill(/^E-mail/, address);
    await fill(/^Login/, address);
    await ada.getByRole('combobox', { name: 'Carry' }).click();
    await ada.getByRole('option', { name: 'Editor' }).click();
    await press(ada, 'Save');
    await ada.getByText(`Invitation mailed to ${address}`).waitFor();
    const [link = ''] = (await mailed(/invites you to join$/)).links;
    lena = await open(link);
    await lena.getByRole('heading', { name: 'Join Alder Mail' }).waitFor();
    await choose(lena, 'mossberglena12', 'Accept and join');
    await lena.getByText(/is easy to guess from your name/).waitFor();
    await choose(lena, password, 'Accept and join');
    await lena.getByRole('navigation').first().waitFor();
    const again = await open(link);
    await again.getByRole('heading', { name: 'This invitation can’t be opened' }).waitFor();
    await again.getByRole('link', { name: 'Sign in' }).waitFor();
  });

  it('resets a password with a link that opens once', async () => {
    const page = await open(stage.baseUrl);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('textbox', { name: 'E-mail or user name' }).fill(address);
    await press(page, 'E-mail me a link');
    await page.getByRole('status').getByText('a link is on its way', { exact: false }).waitFor();
    const [link = ''] = (await mailed(/^Reset your password$/)).links;
    const reset = await open(link);
    await choose(reset, chosen, 'Set password');
    await reset.getByRole('navigation').first().waitFor();
    await mailed(/^Your password was reset$/);

    const again = await open(link);
    await again.getByRole('heading', { name: 'This link can’t be opened' }).waitFor();
    expect(await again.getByLabel('New password', { exact: true }).count()).toBe(0);
    await again
      .getByText('This link was already used, has expired or was replaced by a later one.', { exact: false })
      .waitFor();
    await again.getByRole('link', { name: 'Request another link' }).waitFor();
    // The earlier sessions have ended.
    await stage.visit(lena, '/account');
    await lena.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    lena = await stage.signedIn({ login: address, password: chosen, firstName: 'Lena', lastName: 'Mossberg' });
  });

  it("covers the inbox by the person's settings; items opened there are read", async () => {
    await createToken('Nightly load');
    const message = /^The API token Nightly load in your name was created/;
    await mailed(message);
    await stage.visit(lena, '/inbox/other');
    const item = lena.getByRole('listitem').filter({ hasText: message });
    await item.getByText(/^Unread/).waitFor();
    await item.getByRole('link').click();
    await lena.getByRole('heading', { name: 'Your account' }).waitFor();
    await stage.visit(lena, '/inbox/other');
    await item.getByText(/^Read/).waitFor();

    await stage.visit(lena, '/account');
    await lena.getByRole('combobox', { name: 'API tokens' }).click();
    await lena.getByRole('option', { name: 'Never' }).click();
    await lena.getByText('API tokens: never').waitFor();
    const before = subjects().length;
    await createToken('Weekly load');
    await stage.visit(lena, '/inbox/other');
    await lena.getByRole('link', { name: /^The API token Weekly load/ }).waitFor();
    await press(lena, 'Mark all as read');
    await lena.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    expect(subjects()).toHaveLength(before);
  });

  it('is listed for an administrator, who sends a test mail', async () => {
    await stage.visit(ada, '/carry/settings/mail');
    await ada
      .getByRole('row', { name: /Password reset/ })
      .first()
      .waitFor();
    await press(ada, 'Send a test e-mail');
    await ada.getByText('Your account has no e-mail address.', { exact: false }).waitFor();
  });

  it('a refused sign-in shows a message and a way to continue', async () => {
    const page = await open(stage.baseUrl);
    for (const [reason, text] of Object.entries(signInRefusals)) {
      await page.goto(`${stage.baseUrl}/?${reason}#/login?refused=${reason}`);
      await page.getByText(text).waitFor();
    }
    await signIn(page, { login: address, password: chosen });
    await page.getByRole('navigation').first().waitFor();
  });
});
