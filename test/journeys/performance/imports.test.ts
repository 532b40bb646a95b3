import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectApi } from '../connectApi.ts';
import { type Person, Stage } from '../harness.ts';

const headings = 'Nr;Fonds;Buchungstag;Art;Betrag (T)';
const file = (...rows: readonly string[]) => ({
  name: 'fondsbuch.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[headings, ...rows].join('\r\n')}\r\n`),
});
const call = 'B-1;HL1;03.04.2024;Kapitalabruf;-100,5';
const fee = 'B-2;HL1;30.06.2024;Verwaltungsgebühr;-2,25';

/** One story: an administrator's CSV file with its own headings is mapped, checked, fixed, imported, sent again, corrected and undone. */
describe("an administrator's files", { sequential: true }, () => {
  let stage: Stage;
  let page: Page;
  let fund: string;

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm('File Takers', [['Ada', 'administrator']], ['carry', 'performance']);
    const [ada] = people as readonly [Person];
    page = await stage.signedIn(ada);
    const { read, save } = await connectApi(page);
    const entry = async (type: string, code: string) =>
      (await read<readonly { Id: string; Code: string }[]>(`/api/reference/${type}`)).find(
        (candidate) => candidate.Code === code,
      )?.Id;
    const { Id: fundId } = await save('/api/carry/fund', {
      Code: 'HL1',
      LegalName: 'Harbour Lane I',
      Currency: { Id: await entry('currency', 'EUR') },
    });
    fund = fundId;
    const investor = await save('/api/performance/investor', {
      Code: 'LP-A',
      Name: 'Larch Pension',
      Type: { Id: await entry('investor-type', 'INVESTOR') },
    });
    await save('/api/performance/commitment', {
      VehicleId: fund,
      InvestorId: investor.Id,
      Kind: 'CLOSE',
      Date: '2024-01-15',
      Amount: '1000000.00',
    });
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const text = (pattern: string | RegExp) => page.getByText(pattern).first().waitFor();
  const pick = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).first().click();
  };
  const upload = async (input: ReturnType<typeof file>) => {
    await stage.visit(page, '/performance/datamanagement');
    await press('Upload');
    const dialog = page.getByRole('dialog');
    await pick('File type', 'Ledger entries');
    await pick('Mapping template', 'Fondsbuch');
    await dialog.locator('input[type=file]').setInputFiles(input);
  };
  const done = () => page.getByRole('dialog').waitFor({ state: 'hidden' });

  it('are mapped with a preview of their first rows [R-T-080 R-T-086 A-T-053]', async () => {
    await stage.visit(page, '/performance/datamanagement/mapping/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Fondsbuch');
    await page.locator('input[type=file]').setInputFiles(file(call, fee));
    // The conventions for numbers and dates are guessed from the first rows.
    const written = (field: string) => page.getByRole('combobox', { name: field }).inputValue();
    await expect.poll(() => written('Numbers as')).toBe('1.234,56');
    expect(await written('Dates')).toBe('day/month/year');
    for (const [column, heading] of [
      ['External id', 'Nr'],
      ['Vehicle', 'Fonds'],
      ['Date', 'Buchungstag'],
      ['Type', 'Art'],
    ] as const)
      await page.getByRole('combobox', { name: `Heading of ${column}`, exact: true }).fill(heading);
    await page.getByRole('combobox', { name: 'Heading of Amount', exact: true }).fill('Betrag');
    await text("The file has no column 'Betrag'.");
    await page.getByRole('combobox', { name: 'Heading of Amount', exact: true }).fill('Betrag (T)');
    await pick('Numbers as', '1,234.56');
    await text(/is written with a decimal comma/);
    await pick('Numbers as', '1.234,56');
    await pick('Signs', 'By cash');
    await pick('Amounts in', 'Thousands');
    await text("'Kapitalabruf' isn’t a valid type.");
    for (const [i, [own, code]] of [
      ['Kapitalabruf', 'CALL-INV'],
      ['Verwaltungsgebühr', 'FEE:'],
    ].entries()) {
      await press('Add a value');
      await page.getByRole('textbox', { name: 'In the file' }).nth(i).fill(own!);
      await page.getByRole('combobox', { name: 'Carrara value' }).nth(i).fill(code!);
      await page
        .getByRole('option', { name: new RegExp(`^${code!}`) })
        .first()
        .click();
    }
    await page.getByRole('heading', { name: /Unreadable values/ }).waitFor({ state: 'hidden' });
    await page
      .getByRole('group', { name: /Preview/ })
      .getByText('100,500.00', { exact: true })
      .waitFor();
    await press('Save');
    await text('Fondsbuch saved successfully');
    await page.getByRole('row', { name: /^Fondsbuch/ }).waitFor();
  });

  it('are validated as a whole, corrected and imported [R-T-084 U-T-055 U-T-058 M-T-021]', async () => {
    await upload(
      file(call.replace('03.04', '31.02'), fee.replace('HL1', 'HL9'), 'B-3;HL1;30.06.2024;Kapitalabruf;-9000'),
    );
    await text('3 row errors');
    await text("There is no fund or coinvestment 'HL9'.");
    await text(/isn’t a calendar date/);
    await text(/The unfunded commitment of LP-A would be/);
    await press('Choose another file');
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file(call, fee));
    await text('Figures before and after');
    await press('Confirm');
    await text('Data successfully uploaded.');
    await done();
  });

  it('are the source of a net IRR: its explanation links to the row [U27]', async () => {
    await stage.visit(page, `/performance/fund/${fund}/overview`);
    await page.locator('dl > div', { hasText: 'Net IRR' }).first().getByRole('button', { name: /^Why/ }).click();
    const answer = page.getByRole('dialog', { name: /^Why/ });
    await answer.getByText('Net IRR · Harbour Lane I · EUR · 06/30/2024 · quarter open, not final').waitFor();
    const entries = answer.getByRole('list', { name: 'Entries' }).first();
    await entries
      .getByRole('listitem')
      .filter({ hasText: /04\/03\/2024.*Capital call: investments.*100,500\.00/ })
      .waitFor();
    await answer.getByText('NAV', { exact: true }).last().click();
    await answer.getByText('NAV of the entries', { exact: true }).first().click();
    await answer.getByText('Management fees').waitFor();
    await entries
      .getByRole('link', { name: /^fondsbuch\.csv, row \d+$/ })
      .first()
      .click();
    await page.waitForURL(/datamanagement\/uploads\//);
    await text('fondsbuch.csv');
  });

  it('change nothing on a second import, replace a corrected row, and can be undone [U-T-056 R-T-132]', async () => {
    await upload(file(call, fee));
    await press('Confirm');
    await text('Data successfully uploaded.');
    await done();
    await upload(file(call.replace('-100,5', '-90'), fee));
    await text(/Some of this data already exists. Do you want to update or overwrite it\?/);
    await press('Update');
    await text('Data successfully uploaded.');
    await done();
    await page
      .getByRole('row', { name: /fondsbuch.csv/ })
      .first()
      .click();
    await page.waitForURL(/datamanagement\/uploads\//);
    await press('Undo');
    await text(/^NAV of Harbour Lane I at .*, EUR: /);
    await page.getByRole('dialog').getByRole('textbox').fill('The first file was right');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await text('fondsbuch.csv undone');
    await page.getByText('Undone', { exact: true }).first().waitFor();
    await text(/^Undone by Ada .*: The first file was right$/);
    await text('Figures before and after the import was undone, as computed then');
  });

  it('are deleted and recovered without changing the entered data [R-T-133 M-T-060 M-T-043 M-T-044]', async () => {
    await stage.visit(page, '/performance/datamanagement');
    await page
      .getByRole('row', { name: /fondsbuch.csv.*Undone/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await text("Deleting this record is permanent and can't be undone.");
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await text('fondsbuch.csv deleted successfully');
    await page.getByRole('button', { name: 'Deleted', exact: true }).click();
    await press('Recover');
    await text('fondsbuch.csv recovered successfully');
  });
});
