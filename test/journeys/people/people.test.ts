import { filesIn } from '@carrara/adapters/files/filesIn';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { captureDownload, readFigures, type Person, Stage } from '../harness.ts';
import { plantVestedFund } from '../vestedFund.ts';

/** One story in order: people are hired, have trusts and entities, vest, leave and come back, and two accountants edit the same record. */
describe('the participants', { sequential: true }, () => {
  let stage: Stage;
  let ada: Page;
  let ben: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('People Partners', [
      ['Ada', 'administrator'],
      ['Ben', 'editor'],
    ]);
    const [first, second] = people as readonly [Person, Person];
    ada = await stage.signedIn(first);
    ben = await stage.signedIn(second);
  });

  const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
  async function choose(page: Page, name: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first().click();
    await page.getByRole('option', { name: option }).click();
  }
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

  it("gives an employee a trust on the employee's page [U-C-155 M-C-065]", async () => {
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

  it('creates an entity with a person and a trust, and an entity inside an entity [U-C-022 U-C-117]', async () => {
    await stage.visit(ada, '/carry/entity/add');
    await field(ada, /^Name/).fill('Harbor Founders LLC');
    await field(ada, 'Carry eligible from').fill('01/15/2021');
    await save(ada);
    await toast(ada, 'Harbor Founders LLC saved successfully');
    await ada.waitForURL(/entity\/[^/]+\/profile\/members/);
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

  it('stores notes and links, and shows who changed what [U-C-018]', async () => {
    await stage.visit(ada, '/carry/participant/employee');
    await ada.getByRole('link', { name: /Haddad/ }).click();
    await ada.getByRole('button', { name: /^Notes/ }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'New note' }).fill('Joined from the London office.');
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await dialog.getByText('Joined from the London office.').last().waitFor();
    // The list of notes may update before the box is cleared.
    await expect.poll(() => dialog.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await ada.getByRole('button', { name: 'Notes, 1' }).click();
    await dialog.waitFor();
    // The dialog closes when the person goes back to the previous page.
    await ada.goBack();
    await dialog.waitFor({ state: 'detached' });
    await ada.goForward();
    // An address can open a new note.
    await ada.goto(`${ada.url()}?newNote=true`);
    await dialog.getByRole('textbox', { name: 'New note' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await tab(ada, 'Documents').click();
    await ada.getByRole('button', { name: 'Add document' }).click();
    const form = ada.getByRole('dialog');
    await form.getByText('External link').click();
    await form.getByRole('textbox', { name: 'Address' }).fill('https://example.test/award.pdf');
    await form.getByRole('textbox', { name: 'Name' }).fill('Award letter');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await ada.getByRole('link', { name: 'Award letter' }).waitFor();
    for (const content of ['first', 'second']) {
      await ada.getByRole('button', { name: 'Add document' }).click();
      const file = { name: 'Offer.txt', mimeType: 'text/plain', buffer: Buffer.from(content) };
      await form.locator('input[type=file]').setInputFiles(file);
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await form.waitFor({ state: 'detached' });
    }
    const zip = await captureDownload(ada, () => ada.getByRole('button', { name: 'Download all' }).click());
    const names: string[] = [];
    for await (const { fileName } of filesIn(zip)) names.push(fileName);
    expect(names).toEqual(['Offer.txt', 'Offer 2.txt']);

    await tab(ada, 'Activity Log').click();
    await ada
      .getByRole('row', { name: /Ada Example/ })
      .first()
      .waitFor();
  });

  it('sets the vesting months, and refuses periods that leave a gap [U-C-014 U-C-034 U-C-066 U-C-093 U-T-015]', async () => {
    await stage.visit(ada, '/carry/nothing/here');
    await ada.getByText('Page not found.').waitFor();
    await stage.visit(ada, '/carry/settings/vestingEditor/of-nothing');
    await ada.getByRole('heading', { name: 'Add vesting schedule' }).waitFor();
    await field(ada, /^Name/).fill('Two years');
    await choose(ada, 'Participant class', 'Partner');
    await save(ada);
    await ada.getByText('Both Start and End Period must be specified').first().waitFor();
    await ada.getByText('Start Period must be specified', { exact: true }).waitFor();
    const starts = field(ada, 'Start (months)');
    const ends = field(ada, 'End (months)');
    const vested = field(ada, 'Vested %');
    expect(await starts.count()).toBe(3);
    await starts.nth(0).fill('0');
    await ends.nth(0).fill('12');
    await vested.nth(0).fill('0');
    await ends.nth(1).fill('11');
    await vested.nth(1).fill('50');
    await ada.getByText('Start Period is greater than End Period').waitFor();
    await ends.nth(1).fill('12');
    await ada.getByText('End Period should be greater than Start Period').waitFor();
    await ends.nth(1).fill('24');
    expect(await starts.nth(2).inputValue()).toBe('24');
    await ada.getByText('Years', { exact: true }).click();
    expect(await field(ada, 'End (years)').nth(1).inputValue()).toMatch(/^2(\.0+)?$/);
    await ada.getByText('Months', { exact: true }).click();
    await save(ada);
    await toast(ada, 'Two years saved successfully');
    await ada.getByRole('cell', { name: '100.0000' }).waitFor();
  });

  it('shows the vested and forfeited amounts on any day by tranche, also as a workbook', async () => {
    await plantVestedFund(ada, { employee: 'Nora', trust: 'Lindqvist', schedule: 'Two' });
    await stage.visit(ada, '/carry/participant/employee');
    await ada.getByRole('link', { name: /Lindqvist/ }).click();
    await tab(ada, 'Allocations').click();
    await ada.getByRole('row', { name: /Harbor Fund I/ }).waitFor();
    await ada.getByRole('link', { name: 'Vesting', exact: true }).click();
    await field(ada, 'Carry amount').fill('1000000');
    await field(ada, 'As of').fill('02/01/2027');
    await ada
      .getByRole('row', { name: /Tranche # 1/ })
      .getByRole('cell', { name: '75,000.00' })
      .last()
      .waitFor();
    const second = ada.getByRole('row', { name: /Tranche # 2/ });
    await second.getByRole('cell', { name: '50.0000' }).waitFor();
    expect(await second.getByRole('cell', { name: '12,500.00' }).count(), 'half vested, half forfeited').toBe(2);
    await ada
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell', { name: '87,500.00' })
      .waitFor();
    const bytes = await captureDownload(ada, () => ada.getByRole('button', { name: 'Excel' }).click());
    const figures = await readFigures(bytes);
    expect(figures).toEqual(expect.arrayContaining(['Not vested', '25000', '12500', '50']));
  });

  it('terminates with a reason, and shows the vested part on that day [U-C-065 U-C-141]', async () => {
    await ada.getByRole('button', { name: 'Terminate' }).click();
    const dialog = ada.getByRole('dialog');
    const date = dialog.getByRole('textbox', { name: 'Termination date' });
    expect(await date.inputValue(), 'today unless another day is chosen').toMatch(/^\d\d\/\d\d\/\d{4}$/);
    await dialog.getByRole('button', { name: 'Terminate', exact: true }).click();
    await dialog.getByText('Reason is required').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left for another firm');
    // The error appears at the date while it is being typed, not only after submitting.
    await date.fill('06/30/1990');
    await dialog.getByText('The termination can’t be before the hire date.').waitFor();
    await date.fill('06/30/2026');
    await dialog.getByText('Not vested').first().waitFor();
    await dialog.getByText(/^at the share of 06\/30\/2026, .+, of the carry that these sources have paid$/).waitFor();
    await dialog.getByText('Stays in 1 allocation profile').waitFor();
    await dialog
      .getByRole('row', { name: /10\.0000/ })
      .getByRole('link')
      .waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Carry amount' }).count(), 'only the page asks for it').toBe(0);
    await dialog.getByRole('button', { name: 'Terminate', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await ada.getByText('Terminated on 06/30/2026: Left for another firm').waitFor();
    await ada.getByRole('link', { name: '1 allocation profile', exact: true }).waitFor();

    await tab(ada, 'Overview').click();
    await ada.getByRole('link', { name: 'Vesting on that day' }).click();
    await ada.getByText('the leaving date', { exact: true }).waitFor();
    await field(ada, 'Carry amount').fill('1000000');
    const total = ada.getByRole('row', { name: /^Total/ });
    await total.getByRole('cell', { name: '37,500.00' }).waitFor();
    await total.getByRole('cell', { name: '62,500.00' }).waitFor();
  });

  it('rehires, and shows who recorded each step and why', async () => {
    await ada.getByRole('button', { name: 'Rehire' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came back');
    await dialog.getByRole('textbox', { name: 'Rehire date' }).fill('09/01/2026');
    await dialog.getByRole('button', { name: 'Rehire', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Terminate' }).waitFor();
    await tab(ada, 'Overview').click();
    const history = ada.getByRole('region', { name: 'Employment history', exact: true });
    for (const step of [/Hired/, /Terminated Left for another firm Ada Example/, /Rehired Came back Ada Example/])
      await history.getByRole('row', { name: step }).waitFor();
  });

  it("shows a trust's vesting on a day", async () => {
    await tab(ada, 'Trusts').click();
    await ada.getByRole('link', { name: 'Lindqvist Family Trust' }).click();
    await ada.getByRole('link', { name: 'Vesting', exact: true }).click();
    await ada.getByRole('row', { name: /Tranche # 1/ }).waitFor();
    await field(ada, 'As of').fill('01/15/2026');
    await ada.getByText('the chosen day', { exact: true }).waitFor();
    await ada
      .getByRole('row', { name: /Tranche # 1/ })
      .getByRole('cell', { name: '50.0000' })
      .waitFor();
    await ada
      .getByRole('row', { name: /Tranche # 2/ })
      .getByRole('cell', { name: '0.0000' })
      .first()
      .waitFor();
  });

  it('taxes a person by a profile with rates, which is offered once and can be archived [U-C-061 U-C-099 U-C-100 M-C-067 M-C-068 M-C-086 U-C-062 M-C-087]', async () => {
    await stage.visit(ada, '/carry/settings/taxEditor');
    await field(ada, /^Name/).fill('State tax');
    await ada.getByRole('checkbox', { name: 'Subject to characterization' }).check();
    await save(ada);
    await ada.getByText('Select at least one rate.').waitFor();
    await ada.getByRole('button', { name: 'Add rates' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Select at least one rate.').waitFor();
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await field(ada, /^Rate %/).fill('9.3');
    await save(ada);
    await toast(ada, 'State tax saved successfully');
    await ada.getByRole('link', { name: 'Edit', exact: true }).click();
    const characterized = ada.getByRole('checkbox', { name: 'Subject to characterization' });
    await characterized.uncheck();
    await dialog.getByText(/Its rates by characterization will be removed\. Are you sure/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => characterized.isChecked()).toBe(true);

    await stage.visit(ada, '/carry/participant/employee');
    await ada.getByRole('link', { name: /Haddad/ }).click();
    await tab(ada, 'Tax profiles').click();
    await ada.getByRole('button', { name: 'Add tax profile' }).click();
    await dialog.getByRole('checkbox', { name: /State tax/ }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const stateRate = ada.getByRole('row', { name: /State tax .*9\.3000%/ });
    await stateRate.waitFor();
    await ada.getByRole('button', { name: 'Add tax profile' }).click();
    await dialog.getByText('Every tax profile is already applied.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await stateRate.getByRole('link').click();
    await ada.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText(/This archives it.* you can restore it\. Are you sure you want to continue\?/).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(ada, 'State tax deleted successfully');
    // An archived record can't be saved and has to be restored first.
    const restore = ada.getByRole('button', { name: 'Restore' });
    await restore.waitFor();
    expect(await ada.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
    await restore.click();
    await toast(ada, 'State tax restored successfully');
  });

  it('notifies the second of two people who edit a record, and loses no input', async () => {
    await stage.visit(ada, '/carry/participant/employee');
    await ada.getByRole('link', { name: /Haddad/ }).click();
    await ada.getByRole('link', { name: 'Edit', exact: true }).click();
    await field(ada, 'Business title').waitFor();
    const address = ada.url();
    await ben.goto(address);
    await field(ben, 'Business title').fill('Director');
    await field(ada, 'Business title').fill('Managing Director');
    await save(ada);
    await toast(ada, 'updated successfully');
    await save(ben);
    await ben
      .getByRole('dialog')
      .getByText(/Ada Example/)
      .waitFor();
    await ben.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(await field(ben, 'Business title').inputValue()).toBe('Director');
  });
});
