import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { command } from '../commandLine.ts';
import { type Person, Stage } from '../harness.ts';

const headings = 'Personal;Von;Bis;Zahltag;Lohnart;Betrag;Waehrung';
const file = (...amounts: readonly (readonly [employee: string, amount: string])[]) => ({
  name: 'lohn-januar.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      headings,
      ...amounts.map(([employee, amount]) => `${employee};01.01.2026;31.01.2026;30.01.2026;Gehalt;${amount};USD`),
    ]
      .concat('')
      .join('\r\n'),
  ),
});

/**
 * One story in order: pay access is requested, confirmed, explained and ended. A provider's payroll file with its own layout is imported, compared
 * with the salaries, and corrected.
 */
describe('payroll and its visibility', { sequential: true }, () => {
  const firm = 'Payroll Partners';
  let stage: Stage;
  let people: readonly Person[];
  let head: Page;
  let second: Page;
  let ada: Page;
  let lena = '';

  beforeAll(async () => {
    stage = await Stage.open();
    people = await stage.firm(
      firm,
      [
        ['Head', 'administrator'],
        ['Second', 'administrator'],
        ['Ada', 'viewer'],
      ],
      ['comp'],
    );
    for (const { login } of people.slice(0, 2)) {
      const pattern = ['--login', login, '--tenant', firm, '--reason', 'Keeps the pay'];
      const { code, written } = await command(stage, people[0] as Person, ['admin', 'pay-access', ...pattern]);
      expect(code, written).toBe(0);
    }
    [head, second, ada] = (await Promise.all(people.map((person) => stage.signedIn(person)))) as [Page, Page, Page];
    const api: Api = await connectApi(head);
    const currencies = await api.read<readonly { Id: string; Code: string }[]>('/api/reference/currency');
    for (const [FirstName, Amount] of [
      ['Lena', '8000.00'],
      ['Omar', '6000.00'],
    ] as const) {
      const { Id } = await api.save('/api/comp/employee', {
        Code: FirstName.toUpperCase(),
        FirstName,
        LastName: 'Payee',
        HireDate: '2020-01-01',
        IsPayRestricted: false,
      });
      if (FirstName === 'Lena') lena = Id;
      await api.save('/api/comp/salary', {
        Employee: { Id },
        EffectiveDate: '2020-01-01',
        Amount,
        Currency: { Id: currencies.find(({ Code }) => Code === 'USD')?.Id },
        Frequency: { Code: 'MONTHLY' },
        FtePercent: '100',
      });
    }
  });

  const dialog = (page: Page) => page.getByRole('dialog');
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const send = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
  const text = (page: Page, pattern: string | RegExp) => page.getByText(pattern).first().waitFor();
  const pick = async (page: Page, name: string, option: string | RegExp) => {
    const field = dialog(page).getByRole('combobox', { name }).or(dialog(page).getByRole('textbox', { name }));
    await field.first().click();
    if (typeof option === 'string') await field.first().fill(option);
    await page.getByRole('option', { name: option }).first().click();
  };
  const payOfLena = async (page: Page, is: string) => {
    await stage.visit(page, '/comp/employee');
    await stage.visit(page, `/comp/employee/${lena}/profile/compensation`);
    await text(page, is);
  };
  const payNotVisible = 'You don’t have access to this employee’s pay.';

  it('is hidden until access was requested by one person and confirmed by another', async () => {
    await payOfLena(ada, payNotVisible);
    await stage.visit(head, '/comp/settings/payAccess');
    await press(head, 'Request access');
    await pick(head, 'Person', 'Ada Example');
    await dialog(head).getByRole('combobox', { name: 'Can see pay of' }).click();
    await head.getByRole('option', { name: /Selected/ }).click();
    await pick(head, 'Selected employees', 'Lena Payee');
    await dialog(head).getByRole('textbox', { name: 'Reason' }).fill('Prepares the review of Lena');
    await send(head, 'Request');
    await text(head, 'Pay access for Ada Example requested. 1 person can confirm it.');
    const requestedRow = (page: Page) => page.getByRole('row', { name: /Ada Example.*Requested/ });
    await requestedRow(head).waitFor();
    expect(await requestedRow(head).getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    await payOfLena(ada, payNotVisible);
    await stage.visit(second, '/comp/settings/payAccess');
    await requestedRow(second).getByRole('button', { name: 'Confirm' }).click();
    await text(
      second,
      'Ada Example will see the pay of Lena Payee, without an end date. Head Example requested it: Prepares the review of Lena',
    );
    await send(second, 'Confirm');
    await second.getByRole('row', { name: /Ada Example.*Active/ }).waitFor();
    await payOfLena(ada, '8,000.00');
  });

  it('explains which access shows it, and which one does not', async () => {
    await press(second, 'Why…');
    await pick(second, 'Who', 'Ada Example');
    await pick(second, 'Employee', 'Lena Payee');
    await text(second, 'This person can see the pay.');
    await pick(second, 'Employee', 'Omar Payee');
    await text(second, 'This person can’t see the pay.');
    await press(second, 'Close');
  });

  it('disappears from the open page of somebody who loses access', async () => {
    await second
      .getByRole('row', { name: /Ada Example.*Active/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await send(second, 'Revoke');
    await second.getByRole('row', { name: /Ada Example.*Ended/ }).waitFor();
    await text(ada, payNotVisible);
  });

  it("is imported in its provider's format with a template", async () => {
    await stage.visit(head, '/comp/datamanagement/mapping/add');
    await head.getByRole('combobox', { name: 'Files of' }).click();
    await head.getByRole('option', { name: 'Payroll' }).click();
    await head.getByRole('textbox', { name: 'Name', exact: true }).fill('Lohnbüro');
    await head.locator('input[type=file]').setInputFiles(file(['LENA', '8.000,00']));
    for (const [column, heading] of [
      ['Employee', 'Personal'],
      ['Period start', 'Von'],
      ['Period end', 'Bis'],
      ['Pay date', 'Zahltag'],
      ['Pay type', 'Lohnart'],
      ['Amount', 'Betrag'],
      ['Currency', 'Waehrung'],
    ] as const)
      await head.getByRole('combobox', { name: `Heading of ${column}`, exact: true }).fill(heading);
    await head.getByRole('textbox', { name: 'Fixed value of Provider' }).fill('Lohnbüro Nord');
    for (const [field, option] of [
      ['Numbers as', '1.234,56'],
      ['Dates', 'day/month/year'],
    ] as const) {
      await head.getByRole('combobox', { name: field }).click();
      await head.getByRole('option', { name: option }).first().click();
    }
    await press(head, 'Add a value');
    await head.getByRole('combobox', { name: 'Column' }).click();
    await head.getByRole('option', { name: 'Pay type' }).click();
    await head.getByRole('textbox', { name: 'In the file' }).fill('Gehalt');
    await head.getByRole('textbox', { name: 'Carrara value' }).fill('Salary');
    await head
      .getByRole('group', { name: /Preview/ })
      .getByText('8,000.00', { exact: true })
      .waitFor();
    await press(head, 'Save');
    await text(head, 'Lohnbüro saved successfully');
  });

  const upload = async (input: ReturnType<typeof file>) => {
    await stage.visit(head, '/comp/datamanagement?upload=payroll-actuals');
    await pick(head, 'Mapping template', /Lohnbüro/);
    await dialog(head).locator('input[type=file]').setInputFiles(input);
  };
  const period = async () => {
    await stage.visit(head, '/comp/payroll');
    await head.getByRole('row', { name: /Lohnbüro Nord.*In force/ }).click();
    return head.getByRole('region', { name: /^Payroll tie-out/ });
  };

  it('is compared with the salaries, and a difference is explained', async () => {
    await upload(file(['LENA', '8.000,00'], ['OMAR', '6.250,00']));
    await press(head, 'Confirm');
    await text(head, 'Data successfully uploaded.');
    const tieOut = await period();
    const omar = tieOut.getByRole('row', { name: /Omar Payee.*6,000\.00.*6,250\.00.*250\.00/ });
    await omar.getByRole('button', { name: 'Explain' }).click();
    await dialog(head).getByRole('textbox', { name: 'Explanation' }).fill('Allowance for the move');
    await send(head, 'Explain');
    await tieOut.getByRole('row', { name: /Omar Payee.*Allowance for the move/ }).waitFor();
  });

  it('is corrected by a later file, whose difference needs a new explanation', async () => {
    await upload(file(['LENA', '8.000,00'], ['OMAR', '6.500,00']));
    await text(head, '6,250.00');
    await press(head, 'Update');
    // Waits for this upload, because the message of the one before may still be on the screen.
    await dialog(head).waitFor({ state: 'hidden' });
    const tieOut = await period();
    const omar = tieOut.getByRole('row', { name: /Omar Payee.*6,000\.00.*6,500\.00.*500\.00/ });
    await omar.getByRole('button', { name: 'Explain' }).waitFor();
  });
});
