import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi, type SavedRecord } from '../connectApi.ts';
import { captureDownload, readFigures, type Person, Stage } from '../harness.ts';

/** A person reads and types dates and numbers in their format. Records, files and other people's screens stay as they are. */
describe('the formats of a person', { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let api: Api;
  let ben: Person;
  let fund: string;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm(
      'Format Partners',
      [
        ['Anna', 'administrator'],
        ['Ben', 'viewer'],
      ],
      ['carry', 'performance'],
    );
    const [anna, other] = people as readonly [Person, Person];
    ben = other;
    page = await stage.signedIn(anna);
    api = await connectApi(page);
    const entry = async (type: string, code: string) =>
      (await api.read<readonly SavedRecord[]>(`/api/reference/${type}`)).find(({ Code }) => Code === code)?.Id;
    const created = await api.save('/api/carry/fund', {
      Code: 'F1',
      LegalName: 'Format I, L.P.',
      Name: 'Format I',
      Currency: { Id: await entry('currency', 'EUR') },
    });
    fund = created.Id;
    const Type = { Id: await entry('investor-type', 'INVESTOR') };
    await api.save('/api/performance/investor', { Code: 'PENS', Name: 'Pension Fund', Type });
  });

  const choose = async (on: Page | ReturnType<Page['getByRole']>, field: string | RegExp, option: string) => {
    await on.getByRole('combobox', { name: field }).first().click();
    await page.getByRole('option', { name: option, exact: true }).first().click();
  };
  const field = (name: RegExp) => page.getByRole('dialog').getByRole('textbox', { name }).first();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const commitments = async (on: Page) => {
    await stage.visit(on, `/performance/fund/${fund}/ledger`);
    await on.getByRole('radiogroup').getByText('Commitments', { exact: true }).click();
  };
  const row = (name: RegExp, on = page) => on.getByRole('main').getByRole('row', { name }).first();

  it('are chosen in the account, with a preview', async () => {
    await stage.visit(page, '/account');
    const panel = page.getByRole('region', { name: 'Dates and numbers' });
    await panel.getByText('1,234,567.89').waitFor();
    await choose(panel, 'Date format', '05.09.2026 (DD.MM.YYYY)');
    await panel.getByText('05.09.2026', { exact: true }).waitFor();
    await choose(panel, 'Number format', '1.234,56');
    await panel.getByText('1.234.567,89').waitFor();
    await panel.getByText('(940,50)').waitFor();
  });

  it('are those of input, which is displayed as understood and stored exactly', async () => {
    await commitments(page);
    await press('Add commitment');
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: /^Investor/ })
      .first()
      .fill('Pension Fund');
    await page
      .getByRole('option', { name: /Pension Fund/ })
      .first()
      .click();
    await field(/^Date/).fill('5.6.2026');
    await page.getByRole('dialog').getByText('June 5, 2026', { exact: true }).waitFor();
    await field(/^Amount/).fill('1.234.567,5');
    await field(/^Date/).focus();
    expect(await field(/^Date/).inputValue()).toBe('05.06.2026');
    expect(await field(/^Amount/).inputValue()).toBe('1.234.567,50');
    await field(/^Amount/).fill('1234567.5');
    await field(/^Date/).focus();
    await page.getByText(/Use points for thousands \(1\.234\) and a comma for decimals \(1,5\)/).waitFor();
    await field(/^Amount/).fill('1.234.567,5');
    await press('Save');
    await row(/05\.06\.2026.*1\.234\.567,50|1\.234\.567,50.*05\.06\.2026/).waitFor();
    const stored = await api.read<readonly object[]>(`/api/performance/commitment?vehicleId=${fund}`);
    expect(stored).toMatchObject([{ Amount: '1234567.50', Events: [{ Date: '2026-06-05', Amount: '1234567.50' }] }]);
  });

  it('are those of the server’s refusals', async () => {
    await page.getByRole('radiogroup').getByText('Entries', { exact: true }).click();
    await press('Post');
    await page.getByRole('menuitem', { name: 'Other entry' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: /^Type/ }).first().click();
    await page.getByRole('option', { name: 'Capital call: investments' }).first().click();
    await field(/^Amount/).fill('2.000.000');
    await field(/^Date/).fill('2026-06-20');
    await press('Post');
    await page.getByText(/unfunded commitments? of .*\(?765\.432,50/).waitFor();
    await field(/^Amount/).fill('1000,50');
    await press('Post');
    await row(/20\.06\.2026.*1\.000,50|1\.000,50.*20\.06\.2026/).waitFor();
  });

  it('stay with the person, in another browser too, and never reach files or other people', async () => {
    const account = await page.context().newPage();
    await stage.visit(account, '/account');
    await account.getByRole('region', { name: 'Dates and numbers' }).getByText('1.234.567,89').waitFor();
    await account.close();
    const bens = await stage.signedIn(ben);
    await commitments(bens);
    await row(/06\/05\/2026/, bens).waitFor();
    await row(/1,234,567\.50/, bens).waitFor();
    await bens.context().close();
    const exported = async (format: 'Excel' | 'PDF') => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      return captureDownload(page, () => page.getByRole('menuitem', { name: format, exact: true }).click());
    };
    const printed = pdfTexts(await exported('PDF')).join(' ');
    expect(printed).toContain('06/20/2026');
    expect(printed).toContain('1,000.50');
    expect(printed).not.toMatch(/20\.06\.2026|1\.000,50/);
    expect(await readFigures(await exported('Excel'))).toContain('1000.5');
  });
});
