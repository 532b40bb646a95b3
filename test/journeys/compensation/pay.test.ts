import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, connectApi } from '../connectApi.ts';
import { command } from '../commandLine.ts';
import { captureDownload, type Person, Stage } from '../harness.ts';

/** One story in order: somebody is hired, paid, awarded a bonus, granted deferred pay, and leaves. Four readers look at the same people. */
describe('pay', { sequential: true }, () => {
  const firm = 'Pay Partners';
  let stage: Stage;
  let head: Page;
  let pages: readonly Page[];
  let lena = '';
  let people: readonly Person[];

  beforeAll(async () => {
    stage = await Stage.open();
    people = await stage.firm(
      firm,
      [
        ['Head', 'administrator'],
        ['Second', 'administrator'],
        ['Officer', 'editor'],
        ['Mona', 'viewer'],
        ['Ada', 'administrator'],
        ['Lena', 'viewer', ['participant-portal']],
      ],
      ['comp'],
    );
    for (const { login } of people.slice(0, 2)) {
      const options = ['--login', login, '--tenant', firm, '--reason', 'Keeps the pay'];
      const { code, written } = await command(stage, people[0] as Person, ['admin', 'pay-access', ...options]);
      expect(code, written).toBe(0);
    }
    pages = await Promise.all(people.map((person) => stage.signedIn(person)));
    head = pages[0] as Page;
    const [api, second, officer, mona, , own] = (await Promise.all(pages.map(connectApi))) as [
      Api,
      Api,
      Api,
      Api,
      Api,
      Api,
    ];
    const idOf = async (person: Api) => (await person.read<{ readonly Id: string }>('/api/Signin/')).Id;
    const hired = { HireDate: '2020-01-01', IsPayRestricted: false };
    const boss = { ...hired, FirstName: 'Mona', LastName: 'Example', User: { Id: await idOf(mona) } };
    const { Id: manager } = await api.save('/api/comp/employee', boss);
    const partner = { ...hired, FirstName: 'Paul', LastName: 'Partner', IsPayRestricted: true };
    const { Id: restricted } = await api.save('/api/comp/employee', partner);
    lena = (
      await api.save('/api/comp/employee', {
        ...hired,
        FirstName: 'Lena',
        LastName: 'Report',
        Manager: { Id: manager },
        User: { Id: await idOf(own) },
      })
    ).Id;
    const currencies =
      await api.read<readonly { readonly Id: string; readonly Code: string }[]>('/api/reference/currency');
    const salary = {
      EffectiveDate: '2020-01-01',
      Amount: '10000.00',
      Currency: { Id: currencies.find(({ Code }) => Code === 'USD')?.Id },
      Frequency: { Code: 'MONTHLY' },
      FtePercent: '100',
    };
    for (const Id of [manager, restricted]) await api.save('/api/comp/salary', { ...salary, Employee: { Id } });
    for (const [person, Kind] of [
      [officer, 'ALL_BUT_RESTRICTED'],
      [mona, 'REPORTS'],
    ] as const) {
      const access = { PersonId: await idOf(person), Kind, Reason: 'Journey' };
      const { Id, RowVersion } = await api.save('/api/comp/pay-access', access);
      await second.save(`/api/comp/pay-access/${Id}/confirm`, { RowVersion });
    }
  });

  const field = (name: string | RegExp) => head.getByRole('dialog').getByRole('textbox', { name });
  const toast = (text: string) => head.getByText(text).first().waitFor();
  const press = (name: string) => head.getByRole('button', { name, exact: true }).click();
  const send = (name: string) => head.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  async function choose(name: string, option: string): Promise<void> {
    const dialog = head.getByRole('dialog');
    await dialog.getByRole('combobox', { name }).or(dialog.getByRole('textbox', { name })).first().click();
    await head.getByRole('option', { name: option }).first().click();
  }
  const compensation = async () => {
    await stage.visit(head, `/comp/employee/${lena}/profile/compensation`);
    await head.getByRole('region', { name: 'Deferred awards', exact: true }).waitFor();
  };

  it('is entered as salary and award, which is paid', async () => {
    await compensation();
    await press('Add salary');
    await field('Effective date').fill('01/01/2024');
    await field('Amount').fill('8000');
    await choose('Currency', 'US Dollar');
    await choose('Frequency', 'Monthly');
    await choose('Reason', 'Annual review');
    await send('Save');
    await toast('Salary saved successfully');
    await press('Add award');
    await field('Performance year').fill('2024');
    await choose('Pay type', 'Annual bonus');
    await field('Amount').fill('20000');
    await choose('Currency', 'US Dollar');
    await field('Award date').fill('02/15/2025');
    await send('Save');
    await toast('Award saved successfully');
    const years = head.getByRole('region', { name: 'Compensation by year' }).last();
    await years.getByRole('row', { name: /^2024.*96,000\.00.*20,000\.00.*116,000\.00/ }).waitFor();
    await head.getByRole('region', { name: 'Awards', exact: true }).getByRole('row').nth(1).click();
    await press('Pay');
    await field('Pay date').fill('03/15/2025');
    await send('Pay');
    await toast('paid successfully');
  });

  it('is granted, vests when due, and is forfeited when the employee leaves [U-T-060]', async () => {
    await compensation();
    await press('Grant deferred award');
    await field('Grant date').fill('03/01/2023');
    await field('Amount').fill('10000');
    await choose('Currency', 'US Dollar');
    for (const [at, [vest, pay]] of [
      ['03/01/2024', '03/15/2024'],
      ['03/01/2070', '03/15/2070'],
    ].entries()) {
      if (at > 0) await send('Add tranche');
      await field('Vest date')
        .nth(at)
        .fill(vest as string);
      await field('Percent').nth(at).fill('50');
      await field('Pay date')
        .nth(at)
        .fill(pay as string);
    }
    await send('Grant');
    await toast('Deferred award granted successfully');
    await press('Enter amounts due');
    await send('Enter');
    await toast('Deferred awards updated successfully');
    await press('Terminate');
    await field('Reason').fill('Resigned');
    await choose('Leaver type', 'Good leaver');
    await choose('Deferred awards that have not vested', 'Forfeit');
    await send('Terminate');
    await toast('terminated successfully');
    const deferred = head.getByRole('region', { name: 'Deferred awards', exact: true });
    await deferred.getByRole('row', { name: /10,000\.00.*5,000\.00.*5,000\.00.*5,000\.00.*0\.00/ }).waitFor();
    const pdf = await captureDownload(head, () => press('PDF'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is listed by person in a directory, all, active by default or terminated, and in reports [U-T-010 M-T-017 M-T-018 M-T-019]', async () => {
    await stage.visit(head, '/comp/employee');
    const row = (name: string) => head.getByRole('main').getByRole('row', { name: new RegExp(name) });
    const filter = (name: string) =>
      head.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true });
    await row('Paul Partner').waitFor();
    expect(await row('Lena Report').count()).toBe(0);
    await filter('Terminated').click();
    await row('Lena Report').waitFor();
    expect(await row('Paul Partner').count()).toBe(0);
    await filter('All').click();
    await row('Paul Partner').waitFor();
    await row('Lena Report').waitFor();
    await filter('Active').click();
    await row('Lena Report').waitFor({ state: 'detached' });
    await stage.visit(head, '/comp/report/compensation-summary?selectedDate=2024-12-31');
    await head.getByRole('row', { name: /Lena Report.*96,000\.00.*20,000\.00.*116,000\.00/ }).waitFor();
  });

  it('is stated for a year: drafted, released, corrected and superseded, and an audit recomputes it', async () => {
    const drafted = async () => {
      await stage.visit(head, `/comp/employee/${lena}/profile/statement`);
      await press('Draft statement');
      await field('Year').fill('2024');
      await send('Draft');
      await head.getByText('This is a draft. Its figures change with the records until it is released.').waitFor();
    };
    const released = async () => {
      await press('Release');
      await field('Text to acknowledge').fill('I have read my statement.');
      await send('Release');
      await toast('released successfully');
    };
    await drafted();
    const total = /^Total compensation.*116,000\.00/;
    await head.getByRole('row', { name: total }).waitFor();
    await released();
    await head.getByRole('region', { name: 'Acknowledgment text' }).getByText('I have read my statement.').waitFor();
    const pdf = await captureDownload(head, () => press('PDF'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const api = await connectApi(head);
    const awards = await api.read<{
      readonly PageData: readonly { readonly PayType: object; readonly Currency: object }[];
    }>(`/api/comp/award?EmployeeId=${lena}`);
    const { PayType, Currency } = awards.PageData[0]!;
    const late = { PerformanceYear: 2024, Amount: '1000.00', AwardDate: '2025-04-01', PayType, Currency };
    await api.save('/api/comp/award', { ...late, Employee: { Id: lena } });
    await drafted();
    await head.getByRole('row', { name: /^Total compensation.*117,000\.00/ }).waitFor();
    await released();
    await head.getByRole('link', { name: 'an earlier statement' }).click();
    await head.getByText('This statement was superseded by').waitFor();
    await head.getByRole('row', { name: total }).waitFor();
    const verify = ['audit', 'verify', '--json', '--without-heads'];
    const { written } = await command(stage, people[0] as Person, verify);
    const { firms } = JSON.parse(written.slice(written.indexOf('{'))) as {
      readonly firms: readonly {
        readonly firm: string;
        readonly findings: readonly object[];
        readonly runs: readonly { readonly name: string }[];
      }[];
    };
    const own = firms.find((candidate) => candidate.firm === firm);
    expect([own?.findings, own?.runs.map(({ name }) => name)]).toEqual([[], ['Lena Report 2024', 'Lena Report 2024']]);
  });

  it('is read and acknowledged as a statement by the employee in the portal', async () => {
    const page = pages[5] as Page;
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    const statements = page.getByRole('main').getByRole('row', { name: 'Compensation statement 2024' });
    await stage.visit(page, '/participant-portal/pay');
    await statements.first().getByRole('link').first().click();
    const pdf = await captureDownload(page, () => page.getByRole('button', { name: /^Download / }).click());
    expect(pdfTexts(pdf).join(' ')).toContain('117,000.00');
    await panel('Acknowledge').getByRole('textbox', { name: 'Your name' }).fill('Lena Example');
    await panel('Acknowledge').getByRole('button', { name: 'Acknowledge' }).click();
    await panel('Acknowledged').getByText('Lena Example').waitFor();
    await stage.visit(page, '/participant-portal/pay');
    await statements.filter({ hasText: 'Acknowledged' }).first().waitFor();
    const boxes = page.getByRole('checkbox', { name: 'Select Compensation statement 2024' });
    for (const box of await boxes.all()) await box.click();
    const zip = await captureDownload(page, () =>
      page.getByRole('button', { name: 'Download 2', exact: true }).click(),
    );
    expect(zip.subarray(0, 2).toString()).toBe('PK');
  });

  it('is visible to four readers of the same people according to their access', async () => {
    const seen = async (page: Page) => {
      await stage.visit(page, '/comp/salary');
      await page.getByRole('heading', { name: 'Salaries' }).waitFor();
      const rows = page.getByRole('main').getByRole('row');
      const empty = page.getByText('There are no records to display');
      // While loading, the table has rows without text.
      await page.getByRole('main').locator('table[aria-busy=false]').or(empty).first().waitFor();
      const texts = await rows.allInnerTexts();
      return ['Lena', 'Mona', 'Paul'].filter((name) => texts.some((text) => text.includes(name)));
    };
    const [, , officer, mona, ada] = pages as readonly [Page, Page, Page, Page, Page];
    expect(await seen(head)).toEqual(['Lena', 'Mona', 'Paul']);
    expect(await seen(officer)).toEqual(['Lena', 'Mona']);
    expect(await seen(mona)).toEqual(['Lena']);
    expect(await seen(ada)).toEqual([]);
    await stage.visit(ada, `/comp/employee/${lena}/profile/compensation`);
    await ada.getByText('You don’t have access to this employee’s pay.').waitFor();
    await stage.visit(head, '/comp/settings/payRead');
    await head
      .getByRole('row', { name: /Mona Example.*Lena Report/ })
      .first()
      .waitFor();
  });
});
