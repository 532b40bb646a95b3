import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, Stage } from '../harness.ts';

/** Two firms: one invites a person of the other, who decides after signing in. */
describe('an invitation to another firm', { sequential: true }, () => {
  let stage: Stage;
  let ada: Page;
  let his: Page;
  let ben: Person;

  beforeAll(async () => {
    stage = await Stage.open();
    const [inviting] = (await stage.firm('Alder Partners', [['Ada', 'administrator']])) as [Person];
    [ben] = (await stage.firm('Birch Partners', [['Ben', 'viewer']])) as [Person];
    ada = await stage.signedIn(inviting);
  });

  const fill = (page: Page, name: string | RegExp, text: string) => page.getByRole('textbox', { name }).fill(text);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const card = () => his.getByRole('form', { name: 'Invitation of Alder Partners' });
  const invite = async (): Promise<string> => {
    await stage.visit(ada, '/user/add');
    await fill(ada, /^First name/, 'Benjamin');
    await fill(ada, /^Last name/, 'Birch');
    await fill(ada, /^Login/, ben.login);
    await ada.getByRole('combobox', { name: 'Carry' }).click();
    await ada.getByRole('option', { name: 'Editor' }).click();
    await press(ada, 'Save');
    const password = await ada.getByRole('dialog').getByRole('status').textContent();
    await press(ada, 'Done');
    await ada.getByText('Invited, not a user yet.').waitFor();
    return password ?? '';
  };

  it('can be withdrawn by the firm', async () => {
    await invite();
    await press(ada, 'Cancel invitation');
    await ada.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click();
    await ada.getByText('Invitation of Benjamin Birch canceled').waitFor();
    his = await stage.signedIn(ben);
  });

  it('is shown after sign-in, and asks for the password that the firm handed over', async () => {
    const password = await invite();
    const invitation = ada.url();
    his = await stage.signingIn(ben);
    await card().waitFor();
    await card().getByText('invites you to join as Carry editor.').waitFor();
    await card().getByRole('button', { name: 'Accept' }).click();
    await card().getByText('is required').waitFor();
    await card()
      .getByLabel(/^Password that Alder Partners gave you/)
      .fill(ben.password);
    await card().getByRole('button', { name: 'Accept' }).click();
    await card().getByText('This is not the password that Alder Partners gave you.').waitFor();
    await card()
      .getByLabel(/^Password that Alder Partners gave you/)
      .fill(password);
    await card().getByRole('button', { name: 'Accept' }).click();
    await his.getByRole('button', { name: /^Alder Partners/ }).click();
    await his.getByRole('navigation').first().waitFor();
    // The page of the invitation becomes that of the member, and its address is redirected.
    await ada.getByText('You can’t change this person’s name, e-mail, login or password.').waitFor();
    await expect.poll(() => ada.url()).not.toBe(invitation);
    const member = ada.url();
    await stage.visit(ada, invitation.slice(invitation.indexOf('#') + 1));
    await expect.poll(() => ada.url()).toBe(member);
    await stage.visit(ada, '/carry/settings/user');
    await ada
      .getByRole('row', { name: new RegExp(ben.login) })
      .getByText('Active')
      .waitFor();
    expect(await ada.getByRole('row', { name: /Benjamin/ }).count()).toBe(0);
  });
});
