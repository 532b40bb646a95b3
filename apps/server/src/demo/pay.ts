import { awardStore } from '@carrara/adapters/postgres/compensation/award';
import { storePayScope } from '@carrara/adapters/postgres/compensation/compEmployee';
import { insertPayAccess } from '@carrara/adapters/postgres/compensation/payAccess';
import type { PayAccessKind } from '@carrara/domain/compensation/access';
import type { LeaverTreatment } from '@carrara/domain/compensation/deferred';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { RequestContext } from '../core/operations.ts';
import { enteredOn, exists, type PeopleFacts } from './hiring.ts';
import { dayAfter, type Firm, type Happening, latest, type PlanRow } from './firm.ts';
import { demoPeople, type DemoPerson, type DemoPersonKey } from './people.ts';

type Person = PlanRow<'participants'>;
type Amounts = Readonly<Record<string, number>>;

export interface PayFacts {
  /** Person in charge of pay. */
  readonly head: DemoPersonKey;
  /** First and last year of salaries. Awards are for the years before the last. */
  readonly from: number;
  readonly to: number;
  /** Currencies by office. Others use US dollars. */
  readonly currencies: Readonly<Record<string, string>>;
  /** Initial annual salary, and the amount deferred each year, by title. */
  readonly rates: Amounts;
  readonly deferred: Amounts;
  /** FTE by employee code, for part-time employees. */
  readonly partTime: Readonly<Record<string, string>>;
  /** Class whose pay is restricted. */
  readonly restricted: string;
  /** The employee without a manager, and the managers of the others by class and office. The rest report to the top. */
  readonly top: string;
  readonly leadOf: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Treatment of the deferred awards of leavers. */
  readonly leavers: Readonly<Record<string, LeaverTreatment>>;
  /** Notes on the pay of employees, by code. */
  readonly notes: readonly { readonly code: string; readonly day: string; readonly text: string }[];
}

const access: readonly (readonly [key: DemoPersonKey, kind: PayAccessKind, reason: string])[] = [
  ['hrHead', 'ALL', 'Keeps the pay of the firm'],
  ['hrOfficer', 'ALL_BUT_RESTRICTED', 'Keeps the pay of all but the partners'],
  ['manager', 'REPORTS', 'Leads the teams in London and Luxembourg'],
];
const reviewDays = { salaries: '01-15', awards: '02-20', grants: '03-01', due: '03-20' } as const;
const placeOf = (code: string) => Number(code.replaceAll(/\D/g, ''));
const money = (whole: number) => `${String(whole)}.00`;
/**
 * Returns a salary that grows four percent a year, in whole hundreds, with steps so that people with the same title
 * differ.
 */
const rateIn = (base: number, years: number, code: string) =>
  Math.round((base * (100 + 4 * years + (placeOf(code) % 4) * 3)) / 10_000) * 100;

/** Performs an action for each row in turn, up to the first failure. */
async function inTurn<T>(rows: readonly T[], act: (row: T) => Promise<Result<unknown, Failures>>) {
  for (const row of rows) {
    const done = await act(row);
    if (done.isErr()) return err(done.error);
  }
  return ok(undefined);
}

/**
 * Plays reporting lines and pay access, then year by year salaries, awards, and deferred awards that vest in thirds.
 */
export function pay(firm: Firm, people: PeopleFacts, facts: PayFacts): Happening[] {
  const { plan, book, operations, cast } = firm;
  const employees = plan.participants.filter(({ type }) => type === 'Employee');
  const does = (day: string, act: Happening['act']): Happening => ({ day, who: facts.head, act });
  const idOf = ({ code }: Person) => book.id('participant', code);
  const currencyOf = ({ office }: Person) => ({
    id: book.reference('currency', facts.currencies[office ?? ''] ?? 'USD')!.id,
  });
  const rateOf = (row: Person, year: number) => rateIn(facts.rates[row.title ?? ''] ?? 0, year - facts.from, row.code);
  const isLeft = ({ code, terminationDate }: Person, day: string) =>
    (terminationDate !== null && terminationDate !== undefined && terminationDate <= day) ||
    !exists(firm, people, code, day);
  const present = (day: string) => employees.filter((row) => enteredOn(firm, row.code) <= day && !isLeft(row, day));

  // Granted like from the command line: within the product, nobody can grant the first access or their own.
  const first = async ({ tx }: RequestContext) => {
    for (const [key, kind, reason] of access)
      await insertPayAccess(tx, 'startPayAccess', {
        id: newId(),
        personId: cast.persons[key],
        kind,
        reason,
        employees: [],
        offices: [],
        titles: [],
        endsOn: null,
        status: 'ACTIVE',
      });
    return ok(undefined);
  };
  const begin: Happening = { day: `${String(facts.from - 1)}-12-15`, who: null, act: first };

  const users = new Map(
    Object.entries<DemoPerson>(demoPeople).flatMap(([key, { participant }]) =>
      participant ? [[participant, cast.persons[key as DemoPersonKey]] as const] : [],
    ),
  );
  const managerOf = ({ code, participantClass, office }: Person) =>
    code === facts.top ? null : (facts.leadOf[participantClass ?? '']?.[office ?? ''] ?? facts.top);
  /** Assigns a manager to everybody who is employed by then and has none. */
  const placed = (day: string, rows: readonly Person[]) =>
    does(day, async ({ tx }) => {
      for (const row of rows) {
        const manager = managerOf(row);
        const user = users.get(row.code);
        const after = {
          manager: manager && manager !== row.code ? { id: book.id('participant', manager) } : null,
          isPayRestricted: row.participantClass === facts.restricted,
          user: user ? { id: user } : null,
        };
        const nobody = { manager: null, isPayRestricted: false, user: null };
        const [version] = await tx.query<{ n: number }>(
          'SELECT row_version AS n FROM employee WHERE tenant_id = $1 AND id = $2',
          [tx.tenantId, idOf(row)],
        );
        await storePayScope(tx, { id: idOf(row), name: row.name, rowVersion: version?.n ?? 1 }, nobody, after);
      }
      return ok(undefined);
    });
  const start = `${String(facts.from - 1)}-12-16`;
  const isEarly = ({ code }: Person) => enteredOn(firm, code) <= start;
  const places = [
    placed(start, employees.filter(isEarly)),
    ...employees.filter((row) => !isEarly(row)).map((row) => placed(dayAfter(enteredOn(firm, row.code), 1), [row])),
  ];

  const salary = (context: RequestContext, row: Person, effectiveDate: string, year: number, reason: string) =>
    operations.salary.saveSalary(context, {
      body: {
        employee: { id: idOf(row) },
        effectiveDate,
        amount: money(rateOf(row, year)),
        currency: currencyOf(row),
        frequency: { code: 'ANNUAL', description: 'Annual' },
        hoursAWeek: null,
        ftePercent: facts.partTime[row.code] ?? '100',
        reason,
      },
    });
  const salaries = (year: number) => {
    const first = `${String(year)}-01-01`;
    return does(`${String(year)}-${reviewDays.salaries}`, (context) =>
      inTurn(present(first), (row) => salary(context, row, first, year, 'Annual review')),
    );
  };
  const hired = employees
    .filter(({ code }) => enteredOn(firm, code) > `${String(facts.from)}-01-01`)
    .map((row) => {
      const day = enteredOn(firm, row.code);
      return does(dayAfter(day, 1), (context) => salary(context, row, day, Number(day.slice(0, 4)), 'Hired'));
    });
  const back = Object.entries(people.absences).flatMap(([code, { back: day }]) => {
    const row = employees.find((employee) => employee.code === code);
    if (!row || day <= `${String(facts.from)}-01-01`) return [];
    return [does(dayAfter(day, 1), (context) => salary(context, row, day, Number(day.slice(0, 4)), 'Came back'))];
  });

  const awards = (year: number) => {
    const day = `${String(year + 1)}-${reviewDays.awards}`;
    const rowsOf = (row: Person) => {
      const rate = rateOf(row, year);
      const isExtra = (placeOf(row.code) + year) % 5 === 0;
      const given = [
        ['BONUS', Math.round((rate * (20 + ((placeOf(row.code) * 7 + year) % 5) * 10)) / 10_000) * 100] as const,
        ...(isExtra ? [['SUPPLEMENTAL', Math.round(rate / 2000) * 100] as const] : []),
      ];
      return given.map(([type, amount]) => ({
        employee: { id: idOf(row) },
        performanceYear: year,
        payType: book.reference('pay-type', `${type}/${type}`),
        amount: money(amount),
        currency: currencyOf(row),
        awardDate: day,
        payDate: `${String(year + 1)}-03-15`,
        status: 'PAID',
      }));
    };
    return does(day, async ({ tx }) => {
      const rows = present(`${String(year)}-12-31`).flatMap(rowsOf);
      const saved = await awardStore.insertMany(tx, { operation: 'saveAward' }, rows);
      return saved.map(() => undefined).mapErr((failure) => [failure]);
    });
  };

  const grants = (year: number) => {
    const grantDate = `${String(year)}-${reviewDays.grants}`;
    const tranches = ['33.34', '33.33', '33.33'].map((percent, at) => ({
      vestDate: `${String(year + at + 1)}-03-01`,
      percent,
      payDate: `${String(year + at + 1)}-03-15`,
    }));
    return does(grantDate, (context) =>
      inTurn(
        present(grantDate).filter(({ title }) => facts.deferred[title ?? ''] !== undefined),
        (row) =>
          operations.deferredAward.grantDeferredAward(context, {
            body: {
              employee: { id: idOf(row) },
              grantDate,
              amount: money(rateIn(facts.deferred[row.title ?? ''] ?? 0, year - facts.from, row.code)),
              currency: currencyOf(row),
              comments: null,
              tranches,
            },
          }),
      ),
    );
  };
  const due = (year: number) => {
    const until = `${String(year)}-${reviewDays.due}`;
    return does(until, (context) =>
      operations.deferredAward.enterDueDeferred(context, { body: { until, employeeId: null } }),
    );
  };
  const settled = employees.flatMap((row) => {
    const treatment = facts.leavers[row.code];
    if (!treatment || !row.terminationDate) return [];
    const on = row.terminationDate;
    return [
      does(latest(on), (context) =>
        operations.deferredAward.settleLeaver(context, {
          body: { employeeId: idOf(row), on, treatment, reason: people.leavers[row.code] ?? 'Left' },
        }),
      ),
    ];
  });

  const noted = facts.notes.map(({ code, day, text }) =>
    does(day, (context) =>
      operations.note.saveNote(context, {
        body: { objectId: book.id('participant', code), objectType: 'employee', application: 'comp', noteText: text },
      }),
    ),
  );

  const years = Array.from({ length: facts.to - facts.from + 1 }, (_, at) => facts.from + at);
  return [
    begin,
    ...places,
    ...hired,
    ...back,
    ...settled,
    ...noted,
    ...years.flatMap((year) => [salaries(year), grants(year), due(year), ...(year < facts.to ? [awards(year)] : [])]),
  ];
}
