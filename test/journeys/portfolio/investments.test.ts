import ExcelJS from 'exceljs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectApi } from '../connectApi.ts';
import { captureDownload, type Person, Stage } from '../harness.ts';

/** One story in order: an investment, from the fund that holds it until it is deleted. */
describe('the investments of funds', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.open();
    const [ada] = (await stage.firm('Holding Partners', [['Ada', 'administrator']])) as readonly [Person];
    page = await stage.signedIn(ada);
  });

  type Root = Page | Locator;
  const dialog = () => page.getByRole('dialog').last();
  const fill = (at: Root, name: string | RegExp, text: string) => at.getByRole('textbox', { name }).fill(text);
  const press = (at: Root, name: string | RegExp) => at.getByRole('button', { name, exact: true }).click();
  const toast = (text: string) => page.getByText(text).first().waitFor();
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click();
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  async function pick(at: Root, name: string | RegExp, choice: string): Promise<void> {
    const box = at.getByRole('combobox', { name });
    if (await box.isEditable()) await box.fill(choice);
    else await box.click();
    await page.getByRole('option', { name: choice }).first().click();
  }
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).first();

  it('adds a fund and its coinvestment, and shows the coinvestment after saving [U-C-032]', async () => {
    await stage.visit(page, '/carry/fund/add');
    await fill(page, /^Code/, 'HP-I');
    await fill(page, /^Legal name/, 'Harbor Partners Fund I, L.P.');
    await pick(page, /^Currency/, 'US Dollar');
    await press(page, 'Save');
    await toast('Harbor Partners Fund I, L.P. saved successfully');
    await stage.visit(page, '/carry/coinvestment/add');
    await fill(page, /^Code/, 'HP-CO');
    await fill(page, /^Name/, 'Harbor Co-Invest');
    await pick(page, /^Fund/, 'Harbor Partners Fund I');
    await press(page, 'Save');
    await toast('Harbor Co-Invest saved successfully');
    await page.waitForURL(/coinvestment\/[^/]+\/profile\/overview/);
  });

  it('refuses an investment without a holder; a fund holds it with a vintage created in the same form [U-C-098 M-C-094 R-C-237 R-C-238]', async () => {
    await stage.visit(page, '/carry/investment/add');
    await fill(page, /^Code/, 'HDG');
    await fill(page, /^Name/, 'Helios');
    await fill(page, /^Legal name/, 'Helios, Inc.');
    await press(page, 'Save');
    await page.getByText('An investment needs at least one fund or coinvestment that holds it.').waitFor();
    await press(page, 'Add fund');
    await pick(dialog(), /^Fund/, 'Harbor Partners Fund I');
    await press(dialog(), 'Select a vintage of this fund');
    await page.getByText('The fund has no vintage yet.').waitFor();
    await press(dialog(), 'Add a vintage to this fund');
    await fill(dialog(), /^Vintage/, 'HP-I 2019');
    await pick(dialog(), /^Type/, 'Vintage Shares');
    await fill(dialog(), /^Year/, '2019');
    await press(dialog(), 'Save');
    await toast('HP-I 2019 saved successfully');
    await press(dialog(), 'Add');
    await press(page, 'Add coinvestment');
    await pick(dialog(), /^Coinvestment/, 'Harbor Co-Invest');
    await fill(dialog(), /^Invested amount/, '250000');
    await press(dialog(), 'Add');
    await row(/HP-I 2019 Sum of its tranches/).waitFor();
    await press(page, 'Save');
    await toast('Helios saved successfully');
    await page.waitForURL(/investment\/[^/]+\/profile\/tranche/);
  });

  it('numbers and names tranches; a name follows its number until it is edited [U-C-169 U-C-170 M-C-088]', async () => {
    const name = () => dialog().getByRole('textbox', { name: /^Name/ });
    await press(page, 'Add tranche');
    expect(await name().inputValue()).toBe('Helios, Inc. Tranche # 1');
    // Escape returns the focus to the button, so that Enter opens the dialog again.
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    expect(await name().inputValue()).toBe('Helios, Inc. Tranche # 1');
    await fill(dialog(), /^Number/, '4');
    expect(await name().inputValue()).toBe('Helios, Inc. Tranche # 4');
    await fill(dialog(), /^Invested amount/, '100000');
    await press(dialog(), 'Save');
    await toast('Helios, Inc. Tranche # 4 saved successfully');
    await press(page, 'Add tranche');
    expect(await name().inputValue()).toBe('Helios, Inc. Tranche # 5');
    await name().fill('Follow-on');
    await fill(dialog(), /^Number/, '2');
    expect(await name().inputValue()).toBe('Follow-on');
    await fill(dialog(), /^Invested amount/, '300000.50');
    await press(dialog(), 'Save');
    await row(/Follow-on.*75\.0000/).waitFor();
    await figure('Invested').filter({ hasText: '650,000.50' }).waitFor();
  });

  it('keeps the sum of the tranches up to date after the investment is saved [M-C-066]', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await fill(page, /^Name/, 'Helios Dental');
    await row(/HP-I 2019 Sum of its tranches/).waitFor();
    await row(/Harbor Co-Invest.*250,000\.00/).waitFor();
    await press(page, 'Save');
    await toast('Helios Dental updated successfully');
    await row(/Follow-on/)
      .getByRole('button', { name: 'Edit' })
      .click();
    // A figure has no separators while it is edited.
    await dialog()
      .getByRole('textbox', { name: /^Invested amount/ })
      .focus();
    await fill(dialog(), /^Invested amount/, '400000.50');
    await press(dialog(), 'Save');
    await figure('Invested').filter({ hasText: '750,000.50' }).waitFor();
  });

  it('adds and removes a logo [U-C-135]', async () => {
    await press(page, 'Logo');
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const file = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from(png, 'base64') });
    const input = dialog().locator('input[type=file]');
    await input.setInputFiles(file('logo.png', 'image/png'));
    await dialog().getByAltText('Preview').waitFor();
    await press(dialog(), 'Save');
    await toast('Helios Dental updated successfully');
    const logo = page.getByRole('main').locator('img');
    await logo.waitFor();
    await press(page, 'Logo');
    await press(dialog(), 'Save');
    await dialog().waitFor({ state: 'detached' });
    await press(page, 'Logo');
    await press(dialog(), 'Remove');
    await press(dialog(), 'Save');
    await logo.waitFor({ state: 'detached' });
  });

  it('shows a year as a year, and an investment for a single holder', async () => {
    await page.getByRole('link', { name: 'Harbor Partners Fund I, L.P.' }).first().click();
    await tab('Vintages');
    await row(/HP-I 2019 2019/).waitFor();
    await tab('Investments');
    await row(/Helios Dental.*500,000\.50/)
      .getByRole('link')
      .first()
      .click();
    await page.getByText('This is the part held by Harbor Partners Fund I, L.P.').waitFor();
    await row(/Follow-on/).waitFor();
    const address = page.url();
    await stage.visit(page, '/carry/coinvestment');
    await row(/Harbor Co-Invest/)
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(/coinvestment\/([^/]+)\/profile/);
    const holder = /coinvestment\/([^/]+)\//.exec(page.url())?.[1] ?? '';
    await page.goto(address.replace(/[^/]+$/, holder));
    await page.getByText('This is the part held by Harbor Co-Invest.').waitFor();
    await page.getByText('There are no records to display').first().waitFor();
  });

  it('exports the list of investments to Excel and PDF', async () => {
    await stage.visit(page, '/carry/investment');
    await row(/Helios Dental/).waitFor();
    const exported = async (format: string) => {
      await press(page, 'Export');
      return captureDownload(page, () => page.getByRole('menuitem', { name: format }).click());
    };
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await exported('Excel')) as unknown as ArrayBuffer);
    expect(JSON.stringify(book.worksheets[0]?.getSheetValues())).toContain('Helios Dental');
    expect((await exported('PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it("is deleted with the specification's messages, once nothing refers to it [M-C-067 M-C-082 M-C-083]", async () => {
    await row(/Helios Dental/)
      .getByRole('link')
      .first()
      .click();
    await row(/Follow-on/).waitFor();
    expect(await page.getByRole('row').getByRole('button', { name: 'Delete', exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await press(dialog(), 'Delete');
    await toast('409 This record is in use and can not be deleted. Tranches refer to it.');
    for (const name of [/Follow-on/, /Tranche # 4/]) {
      await row(name).getByRole('button', { name: 'Delete' }).click();
      await dialog().getByText("Deleting this tranche is permanent and can't be undone.").waitFor();
      await press(dialog(), 'Delete');
      await row(name).waitFor({ state: 'detached' });
    }
    await press(page, 'Delete');
    await dialog()
      .getByText("Delete this investment is permanent and can't be undone. Are you sure you want to continue?")
      .waitFor();
    await press(dialog(), 'Delete');
    await toast('Helios Dental deleted successfully');
    await row(/Helios Dental/).waitFor({ state: 'detached' });
  });

  type Spare = 'employee' | 'trust' | 'coinvestment' | 'fund';
  let spare: Readonly<Record<Spare, { readonly Id: string }>> | undefined;
  const createSpare = async () => {
    const api = await connectApi(page);
    const currencies = await api.read<readonly { Id: string; Code: string }[]>('/api/reference/currency');
    const Currency = { Id: currencies.find(({ Code }) => Code === 'USD')?.Id };
    const fund = await api.save('/api/carry/fund', { Code: 'SP', LegalName: 'Spare Fund', Currency });
    return {
      fund,
      coinvestment: await api.save('/api/carry/coinvestment', {
        Code: 'SC',
        Name: 'Spare Side',
        Fund: { Id: fund.Id },
      }),
      employee: await api.save('/api/carry/employee', { FirstName: 'Zoe', LastName: 'Spare' }),
      trust: await api.save('/api/carry/trust', { LegalName: 'Spare Trust' }),
    };
  };
  it.each<readonly [kind: Spare, name: string, message: string, ids: string]>([
    ['employee', 'Zoe Spare', 'Delete this employee will also delete related notes & documents.', 'M-C-067 M-C-078'],
    ['trust', 'Spare Trust', 'Delete this trust will also delete any related notes & documents.', 'M-C-077'],
    ['coinvestment', 'Spare Side', "Deleting this coinvestment is permanent and can't be undone.", 'M-C-085 M-T-066'],
    ['fund', 'Spare Fund', "Deleting this fund is permanent and can't be undone.", 'M-C-084'],
  ])('asks before the %s %s is deleted: %s [%s]', async (kind, name, wording) => {
    spare ??= await createSpare();
    await stage.visit(page, `/carry/${kind}/${spare[kind].Id}/profile/overview`);
    await press(page, 'Delete');
    await dialog().getByText(`${wording} Are you sure you want to continue?`).waitFor();
    await press(dialog(), 'Delete');
    await toast(`${name} deleted successfully`);
  });
});
