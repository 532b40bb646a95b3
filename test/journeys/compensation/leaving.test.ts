import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectApi, type SavedRecord } from '../connectApi.ts';
import { command, importSample } from '../commandLine.ts';
import { type Person, Stage } from '../harness.ts';

const leaver = 'Noah Okafor';

/** HR compares two dates on which somebody might leave, before any decision. */
describe('comparing two leaving dates', { sequential: true }, () => {
  const firm = 'What-if Partners';
  let stage: Stage;
  let head: Page;
  let manager: Page;
  let noah = '';
  let lena = '';

  beforeAll(async () => {
    stage = await Stage.open();
    const people = await stage.firm(
      firm,
      [
        ['Head', 'administrator'],
        ['Second', 'administrator'],
        ['Mona', 'viewer'],
      ],
      ['comp', 'carry'],
    );
    const [hr, second, mona] = people as [Person, Person, Person];
    for (const { login } of [hr, second]) {
      const options = ['--login', login, '--tenant', firm, '--reason', 'Keeps the pay'];
      const { code, written } = await command(stage, hr, ['admin', 'pay-access', ...options]);
      expect(code, written).toBe(0);
    }
    head = await stage.signedIn(hr);
    manager = await stage.signedIn(mona);
    await importSample(stage, hr);
    const own = await connectApi(head);
    const found = `/api/comp/employee/directory?SearchQuery=${encodeURIComponent(leaver)}`;
    noah = (await own.read<{ PageData: readonly SavedRecord[] }>(found)).PageData[0]?.Id ?? '';
    const [usd] = (await own.read<readonly SavedRecord[]>('/api/reference/currency')).filter(
      ({ Code }) => Code === 'USD',
    );
    const Currency = { Id: usd?.Id };
    const { Id: personId } = await (await connectApi(manager)).read<SavedRecord>('/api/Signin/');
    const hired = { LastName: 'Example', HireDate: '2020-01-01', IsPayRestricted: false };
    const boss = await own.save('/api/comp/employee', { ...hired, FirstName: 'Mona', User: { Id: personId } });
    lena = (await own.save('/api/comp/employee', { ...hired, FirstName: 'Lena', Manager: { Id: boss.Id } })).Id;
    for (const Id of [noah, lena]) {
      const base = { Employee: { Id }, Currency };
      const salary = {
        EffectiveDate: '2020-01-01',
        Amount: '120000.00',
        Frequency: { Code: 'ANNUAL' },
        FtePercent: '100',
      };
      await own.save('/api/comp/salary', { ...base, ...salary });
      const tranche = (year: string) => ({ VestDate: `${year}-03-01`, Percent: '50', PayDate: `${year}-03-15` });
      const Tranches = [tranche('2022'), tranche('2070')];
      await own.save('/api/comp/deferred', { ...base, GrantDate: '2021-03-01', Amount: '10000.00', Tranches });
    }
    await own.save('/api/comp/deferred/due', { Until: new Date().toISOString().slice(0, 10), EmployeeId: noah });
    const access = { PersonId: personId, Kind: 'REPORTS', Reason: 'Journey' };
    const { Id: accessId, RowVersion } = await own.save('/api/comp/pay-access', access);
    const other = await connectApi(await stage.signedIn(second));
    await other.save(`/api/comp/pay-access/${accessId}/confirm`, { RowVersion });
  });

  const leaving = (id: string) => `/comp/employee/${id}/profile/leaving`;
  /** Returns the amounts of a line by date. */
  async function amounts(page: Page, title: string): Promise<readonly string[]> {
    const row = page
      .getByRole('group', { name: /Amounts on leaving/ })
      .getByRole('row', { name: new RegExp(`^${title}`) });
    await row.waitFor();
    return (await row.getByRole('cell').allInnerTexts()).flatMap((text) => text.match(/[\d,]+\.\d\d/)?.[0] ?? []);
  }
  async function choose(name: string, option: string): Promise<void> {
    await head.getByRole('combobox', { name }).or(head.getByRole('textbox', { name })).first().click();
    await head.getByRole('option', { name: option, exact: true }).click();
  }

  it('lists pay of the year, deferred awards and carry for two dates, by currency', async () => {
    await stage.visit(head, leaving(noah));
    const chosen = head.getByRole('list', { name: 'Days' }).getByRole('button');
    await chosen.first().waitFor();
    for (let remaining = await chosen.count(); remaining > 1; remaining--) await chosen.nth(1).click();
    const day = head.getByRole('textbox', { name: 'Another day', exact: true });
    await day.fill('02/30/2071');
    await head.getByRole('button', { name: 'Add day' }).click();
    await head.getByText('Another day must be a date, such as 09/30/2026').waitFor();
    await day.fill('12/31/2071');
    await head.getByRole('button', { name: 'Add day' }).click();
    await head.getByRole('button', { name: 'Remove 12/31/2071' }).waitFor();
    await choose('Leaves as', 'Bad leaver');
    await expect.poll(() => amounts(head, 'Deferred, forfeited, USD')).toEqual(['5,000.00', '0.00']);
    expect(await amounts(head, 'Deferred, paid by then, USD')).toEqual(['5,000.00', '10,000.00']);
    expect((await amounts(head, 'Salary earned that year, USD'))[1]).toBe('120,000.00');
    await choose('Deferred awards that have not vested', 'Continue');
    await expect.poll(() => amounts(head, 'Deferred, paid later, USD')).toEqual(['5,000.00', '0.00']);
    // The link opens the same comparison.
    await head.reload();
    await expect.poll(() => amounts(head, 'Deferred, paid later, USD')).toEqual(['5,000.00', '0.00']);
  });

  it('explains each projected figure', async () => {
    const row = head.getByRole('row', { name: /^Deferred, paid by then, USD/ });
    await row.getByRole('button', { name: 'Why 10,000.00?' }).press('Enter');
    await head
      .getByRole('dialog')
      .getByText(/the sum of the deferred award entries by that day/)
      .waitFor();
    await head.keyboard.press('Escape');
  });

  it('equals the roll-forward of deferred awards', async () => {
    const deferred = (
      await Promise.all(
        ['granted by then', 'paid by then', 'forfeited', 'paid later'].map((name) =>
          amounts(head, `Deferred, ${name}, USD`),
        ),
      )
    ).map(([now]) => now);
    await stage.visit(head, `/comp/employee/${noah}/profile/compensation`);
    const rolled = head
      .getByRole('group', { name: /^Roll-forward of deferred awards/ })
      .getByRole('row')
      .last();
    await head.getByRole('textbox', { name: 'From', exact: true }).fill('01/01/2020');
    // Currency, opening, granted, paid, forfeited, closing, vested.
    const [granted, paid, forfeited, closing] = deferred;
    await expect
      .poll(async () => (await rolled.getByRole('cell').allInnerTexts()).slice(1, 6))
      .toEqual(['0.00', granted, paid, forfeited, closing]);
  });

  it('is visible to a manager for direct reports only', async () => {
    await stage.visit(manager, leaving(lena));
    expect((await amounts(manager, 'Deferred, paid by then, USD'))[0]).toBe('5,000.00');
    await stage.visit(manager, leaving(noah));
    await manager.getByText('You don’t have access to this employee’s pay.').waitFor();
  });
});
