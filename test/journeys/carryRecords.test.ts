import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, Stage } from './harness.ts';

/** One story told in order: people are hired and leave, hold trusts and entities, and two accountants meet at one record. */
describe('the records that carry is computed from', { sequential: true }, () => {
  let stage: Stage;
  let ada: Page;
  let ben: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('Harbor Partners', [
      ['Ada', 'editor'],
      ['Ben', 'editor'],
    ]);
    const [first, second] = people as readonly [Person, Person];
    ada = await stage.signedIn(first);
    ben = await stage.signedIn(second);
  });
  afterAll(async () => {
    await stage?.close();
  });

  const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
  const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

  async function hire(firstName: string, lastName: string): Promise<void> {
    await stage.visit(ada, '/carry/employee/add');
    await field(ada, 'First name').fill(firstName);
    await field(ada, 'Last name').fill(lastName);
    await field(ada, 'Hire date').fill('01/15/2020');
    await field(ada, 'Carry eligible from').fill('01/15/2021');
    await save(ada);
    await toast(ada, 'saved successfully');
    await ada.getByRole('heading', { level: 1 }).filter({ hasText: lastName }).waitFor();
  }

  it('hires people and makes them eligible', async () => {
    await hire('Nora', 'Lindqvist');
    await hire('Omar', 'Haddad');
    await stage.visit(ada, '/carry/participant/employee');
    await ada.getByRole('row', { name: /Lindqvist/ }).waitFor();
    await ada.getByRole('row', { name: /Haddad/ }).waitFor();
  });

  it('gives an employee a trust from the own page', async () => {
    await ada.getByRole('link', { name: /Lindqvist/ }).click();
    await tab(ada, 'Trusts').click();
    await ada.getByRole('link', { name: 'Add trust' }).click();
    await field(ada, 'Legal name').fill('Lindqvist Family Trust');
    await field(ada, 'Carry eligible from').fill('01/15/2021');
    await save(ada);
    await toast(ada, 'Lindqvist Family Trust saved successfully');
    await ada
      .getByRole('link', { name: /Lindqvist/ })
      .filter({ hasText: 'Nora' })
      .first()
      .click();
    await tab(ada, 'Trusts').click();
    await ada.getByRole('row', { name: /Lindqvist Family Trust/ }).waitFor();
  });

  it('makes an entity of a person and a trust, and an entity inside an entity', async () => {
    await stage.visit(ada, '/carry/entity/add');
    await field(ada, /^Name/).fill('Harbor Founders LLC');
    await field(ada, 'Carry eligible from').fill('01/15/2021');
    await save(ada);
    await toast(ada, 'Harbor Founders LLC saved successfully');
    await addMembers(['Omar', 'Lindqvist Family Trust']);

    await stage.visit(ada, '/carry/entity/add');
    await field(ada, /^Name/).fill('Harbor Carry LP');
    await save(ada);
    await toast(ada, 'Harbor Carry LP saved successfully');
    await addMembers(['Harbor Founders LLC']);
    await ada.getByRole('row', { name: /Harbor Founders LLC/ }).waitFor();
  });

  async function addMembers(names: readonly string[]): Promise<void> {
    await ada.getByRole('button', { name: 'Add members' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Choose at least one participant.').waitFor();
    for (const name of names) await dialog.getByRole('checkbox', { name: new RegExp(name) }).check();
    await dialog.getByRole('button', { name: `Add ${String(names.length)}` }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const name of names) await ada.getByRole('row', { name: new RegExp(name) }).waitFor();
  }

  it('keeps notes and links, and says who changed what', async () => {
    await stage.visit(ada, '/carry/participant/employee');
    await ada.getByRole('link', { name: /Haddad/ }).click();
    await ada.getByRole('button', { name: /^Notes/ }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'New note' }).fill('Joined from the London office.');
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await dialog.getByText('Joined from the London office.').last().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await ada.getByRole('button', { name: 'Notes, 1' }).waitFor();

    await tab(ada, 'Documents').click();
    await ada.getByRole('button', { name: 'Add document' }).click();
    const form = ada.getByRole('dialog');
    await form.getByText('External link').click();
    await form.getByRole('textbox', { name: 'Address' }).fill('https://example.test/award.pdf');
    await form.getByRole('textbox', { name: 'Name' }).fill('Award letter');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await ada.getByRole('link', { name: 'Award letter' }).waitFor();

    await tab(ada, 'Activity').click();
    await ada
      .getByRole('row', { name: /Ada Example/ })
      .first()
      .waitFor();
  });

  it('terminates with a reason, and rehires', async () => {
    await ada.getByRole('button', { name: 'Terminate' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left for another firm');
    await dialog.getByRole('textbox', { name: 'Termination date' }).fill('06/30/2026');
    await dialog.getByRole('button', { name: 'Terminate', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await ada.getByText('Terminated').first().waitFor();
    await ada.getByRole('button', { name: 'Rehire' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came back');
    await dialog.getByRole('textbox', { name: 'Rehire date' }).fill('09/01/2026');
    await dialog.getByRole('button', { name: 'Rehire', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Terminate' }).waitFor();
  });

  it('tells the second of two people who edit one record, and loses nothing that was typed', async () => {
    await ada.getByRole('link', { name: 'Edit', exact: true }).click();
    await field(ada, 'Business title').waitFor();
    const address = ada.url();
    await ben.goto(address);
    await field(ben, 'Business title').fill('Director');
    await field(ada, 'Business title').fill('Managing Director');
    await save(ada);
    await toast(ada, 'saved successfully');
    await save(ben);
    await ben
      .getByRole('dialog')
      .getByText(/Ada Example/)
      .waitFor();
    await ben.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(await field(ben, 'Business title').inputValue()).toBe('Director');
  });
});
