import { sumOfMoney } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf } from '../testing/testClient.ts';
import { alderRidge, demoPassword, demoPeople } from './people.ts';
import { type Demo, openDemo } from '../testing/openDemo.ts';

describe('pay in the demo', () => {
  let demo: Demo;
  let server: Demo['server'];
  let tenants: Demo['tenants'];
  let adminOf: Demo['adminOf'];
  let signIn: Demo['signIn'];

  beforeAll(async () => {
    demo = await openDemo();
    ({ server, tenants, adminOf, signIn } = demo);
  });
  afterAll(() => demo?.server.stop());

  it('has payroll in two currencies that agrees with the salaries except for four differences, one of them unexplained', async () => {
    const head = await signIn('hr@alder.example');
    type Row = Record<'status' | 'employee', { code: string; name: string }> &
      Record<'periodEnd' | 'difference', string>;
    const query = { pageSize: 1000, from: '2025-01-01', to: '2026-08-31' };
    const all = (await head.reportPayrollTieOut({ query })).pageData as readonly unknown[] as readonly Row[];
    expect(all.length).toBeGreaterThan(800);
    const displayed = all
      .filter(({ status }) => status.code !== 'AGREED')
      .map(({ employee, periodEnd, difference, status }) =>
        [periodEnd, employee.name, difference, status.code].join(' '),
      );
    expect(displayed.toSorted()).toEqual([
      '2025-02-28 Aoife Byrne 4250.00 EXPLAINED',
      '2025-11-30 Clara Bauer 640.00 EXPLAINED',
      '2026-03-31 Samuel Adler -150.00 EXPLAINED',
      '2026-08-31 Asha Kapoor 420.00 OPEN',
    ]);
    const agreed = all.filter(({ status }) => status.code === 'AGREED');
    expect(new Set(agreed.map(({ difference }) => difference))).toEqual(new Set(['0.00']));
    const { rows } = await server.database.worker.query(
      `SELECT c.code, f.provider, count(DISTINCT f.period_end)::int AS months FROM payroll_row r
       JOIN payroll_file f ON f.tenant_id = r.tenant_id AND f.id = r.payroll_file_id
       JOIN reference_entry c ON c.tenant_id = r.tenant_id AND c.id = r.currency_id GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { code: 'GBP', provider: 'Thames Payroll', months: 20 },
      { code: 'USD', provider: 'Harbor Payroll', months: 20 },
    ]);
  });

  it('has a released statement of 2025 for every employee, equal to the profile, the report, the files and carry', async () => {
    const head = await signIn('hr@alder.example');
    const query = { pageSize: 1000, year: 2025 };
    const stated = (await head.listPayStatementFigures({ query })).pageData;
    const years = (await head.listCompensations({ query })).pageData;
    const report = (await head.reportCompensationSummary({ query: { pageSize: 1000, selectedDate: '2025-12-31' } }))
      .pageData;
    expect(stated.length).toBeGreaterThan(40);
    const names = [
      'baseSalary',
      'bonus',
      'supplementalBonus',
      'other',
      'totalCash',
      'deferredGranted',
      'grossCarryDistributed',
      'totalCompensation',
      'salaryEarned',
    ] as const;
    type Figures = Readonly<Partial<Record<'employeeId' | 'currency' | (typeof names)[number], unknown>>>;
    const rowTexts = (found: readonly (Figures & { readonly employee?: unknown })[]) =>
      found.map((row) => [employeeOf(row), row.currency, ...names.map((name) => row[name])].join(' ')).toSorted();
    const employeeOf = ({ employeeId, employee }: Figures & { readonly employee?: unknown }) =>
      employeeId ?? (employee as { readonly id: string }).id;
    const keyOf = (row: Parameters<typeof employeeOf>[0]) => `${String(employeeOf(row))} ${String(row.currency)}`;
    const isStated = new Set(stated.map(keyOf));
    // A statement also has currencies of the year before that don't occur in this one.
    const keys = new Set(years.map(keyOf));
    const own = stated.filter((row) => keys.has(keyOf(row)));
    expect(rowTexts(own)).toEqual(rowTexts(years.filter((row) => isStated.has(keyOf(row)))));
    expect(rowTexts(own)).toEqual(rowTexts(report.filter((row) => isStated.has(keyOf(row)))));
    const file = await server.call(await server.signIn('hr@alder.example', demoPassword), tenants.get(alderRidge), {
      method: 'GET',
      url: '/api/comp/statement/figures?year=2025&format=csv',
    });
    for (const row of own) expect(file.body).toContain(row.totalCompensation);
    const [partner] = own.toSorted(
      (row, other) => Number(other.grossCarryDistributed) - Number(row.grossCarryDistributed),
    );
    const { employeeId, currency, grossCarryDistributed } = partner!;
    const inCurrency = (row: { readonly currency: string | null }) => row.currency === currency;
    const history = await adminOf(alderRidge).listEmployeeDistributions({
      params: { id: employeeId },
      query: { pageSize: 1000, aggregateTrust: 'true', disbursedOnly: 'true', year: 2025 },
    });
    const paid = history.pageData.filter(inCurrency);
    expect(sumOfMoney(paid.map((row) => row.grossCarryDistributed ?? '0'))).toBe(grossCarryDistributed);
    const [statement] = (await head.listPayStatements({ query: { employeeId, year: 2025 } })).pageData;
    const whole = await head.getPayStatement({ params: { id: statement!.id } });
    const byFund = whole.statement.carry.filter(inCurrency).map((row) => row.gross ?? '0');
    expect(sumOfMoney(byFund)).toBe(grossCarryDistributed);
    expect(sumOfMoney(paid.map((row) => row.netCarryDistributed ?? '0'))).toBe(
      sumOfMoney(whole.statement.carry.filter(inCurrency).map((row) => row.net ?? '0')),
    );
    expect(whole.statement.currencies.some(({ payroll }) => payroll !== null)).toBe(true);
  });

  it('computes the same consequences of leaving as carry, deferred awards and the portal, for every employee', async () => {
    const hr = await signIn('hr@alder.example');
    type Lines = AnswerOf<'getEmployeeLeaving'>['lines'];
    const today = server.now.toISOString().slice(0, 10);
    const days = [today, '2027-12-31'];
    const leaving = (id: string, leaverKind: 'GOOD' | 'BAD') =>
      hr.getEmployeeLeaving({ params: { id }, query: { leaverKind, on: days.join(',') } });
    const figuresAt = (lines: Lines, figures: readonly string[], at: number) =>
      lines
        .filter(({ figure }) => figures.includes(figure))
        .map(({ figure, currency, values }) => `${currency ?? ''} ${figure} ${values[at]?.value ?? ''}`)
        .toSorted();
    const sumTexts = <N extends string>(
      sums: readonly ({ readonly currency: string | null } & Readonly<Record<N, string | null>>)[],
      names: readonly N[],
    ) => sums.flatMap((sum) => names.map((name) => `${sum.currency ?? ''} ${name} ${sum[name] ?? ''}`)).toSorted();
    const carry = ['originalCarryAmount', 'vestedCarryAmount', 'forfeitedCarryAmount'] as const;
    const deferred = ['granted', 'paid', 'closing', 'forfeited'] as const;
    const { pageData } = await hr.listCompEmployees({ query: { pageSize: 200 } });
    const compared = { carry: 0, deferred: 0, former: 0 };
    for (const { id, terminationDate } of pageData) {
      const { lines } = await leaving(id, 'BAD');
      for (const [at, day] of days.entries()) {
        const vesting = await adminOf(alderRidge).getParticipantVesting({
          params: { id },
          query: { vestingDate: day },
        });
        const currencies = new Set(vesting.byCurrency.map(({ currency }) => currency));
        const ofExisting = lines.filter(({ currency }) => currencies.has(currency));
        expect(figuresAt(ofExisting, carry, at)).toEqual(sumTexts(vesting.byCurrency, carry));
        compared.carry += vesting.byCurrency.length;
      }
      if (terminationDate !== null && terminationDate < today) {
        compared.former++;
        continue;
      }
      // The amount that continues is the closing balance of the roll-forward.
      const good = await leaving(id, 'GOOD');
      const { totals } = await hr.getDeferredRollForward({
        query: { from: '1990-01-01', to: today, employeeId: id },
      });
      expect(figuresAt(good.lines, deferred, 0)).toEqual(sumTexts(totals, deferred));
      compared.deferred += totals.length;
    }
    expect(compared.carry).toBeGreaterThan(20);
    expect(compared.deferred).toBeGreaterThan(10);
    expect(compared.former).toBeGreaterThan(0);
    const { login, readsAs } = demoPeople.portalPartner;
    const partner = await signIn(login);
    const ownId = pageData.find(({ code }) => code === readsAs)?.id ?? '';
    const own = await leaving(ownId, 'BAD');
    const [portal] = (await partner.getPortalLeaving({ query: { on: today } })).byCurrency;
    // The portal includes only what released statements disclose: no awards granted since, and none of those has
    // vested.
    const awards = await hr.listDeferredAwards({
      query: { employeeId: ownId, pageSize: 100 },
    });
    const since = sumOfMoney(
      awards.pageData.filter(({ grantDate }) => String(grantDate) > '2025-12-31').map(({ granted }) => granted ?? ''),
    );
    expect(since).not.toBe('0.00');
    const withLater = (amount: string | null) => sumOfMoney([amount ?? '', since]);
    const whole = { ...portal!, granted: withLater(portal!.granted), forfeited: withLater(portal!.forfeited) };
    expect(figuresAt(own.lines, deferred, 0)).toEqual(sumTexts([whole], deferred));
  });
});
