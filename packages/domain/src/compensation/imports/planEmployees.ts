import { type CalendarDate, calendarDate, compareDates } from '../../kernel/index.ts';
import {
  type Counts,
  lookup,
  type NamedRecord,
  type ReadRow,
  type RowRefusal,
  textValue,
} from '../../platform/upload/index.ts';
import { lookupPeople } from './namedPeople.ts';

/** An employee's values from a file, in stored form. Null if empty. */
interface EmployeeValues {
  readonly code: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly hireDate: CalendarDate | null;
  readonly businessTitle: string | null;
  readonly titleId: string | null;
  readonly officeId: string | null;
  readonly department: string | null;
}
export interface ExistingEmployee extends EmployeeValues, NamedRecord {
  readonly code: string | null;
  readonly managerId: string | null;
  readonly carryEligibleDate: CalendarDate | null;
}
export interface ExistingOfEmployees {
  readonly employees: readonly ExistingEmployee[];
  readonly titles: readonly NamedRecord[];
  readonly offices: readonly NamedRecord[];
  /** True if the importing person may change reporting lines. */
  readonly canViewAllPay: boolean;
}
export interface PlannedEmployee {
  readonly id: string;
  readonly isNew: boolean;
  readonly values: EmployeeValues;
  readonly managerId: string | null;
  /** The fields of existing employees that the file changes. */
  readonly changed: readonly {
    readonly field: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}
export interface EmployeePlan {
  /** New and changed employees, including managers. */
  readonly employees: readonly PlannedEmployee[];
  readonly counts: Counts;
  readonly refusals: readonly RowRefusal[];
}

const plain = ['code', 'firstName', 'lastName', 'email', 'hireDate', 'businessTitle', 'department'] as const;
const blank = {
  code: null,
  firstName: '',
  lastName: '',
  email: null,
  hireDate: null,
  businessTitle: null,
  titleId: null,
  officeId: null,
  department: null,
  managerId: null,
  carryEligibleDate: null,
} as const;

/**
 * Plans the employees that the rows of a file create or change. Employees are identified by code, otherwise by e-mail. A filled cell replaces the
 * stored value and an empty one keeps it. Unknown employees are new. A manager may be another row of the file.
 *
 * Fails: in `refusals`, every row with each of its reasons.
 */
export function planEmployees(
  rows: readonly ReadRow[],
  existing: ExistingOfEmployees,
  newId: () => string,
): EmployeePlan {
  const refusals: RowRefusal[] = [];
  const refuse: Refuse = (row, field, reason) => void refusals.push({ row, field, reason });
  const read = readEmployees(rows, existing, newId, refuse);
  const requested = withManagers(read, existing, refuse);
  const display = employeeDisplay(existing, read);
  const employees: PlannedEmployee[] = [];
  let [created, changed, unchanged] = [0, 0, 0];
  const refusedRows = new Set(refusals.map(({ row }) => row));
  for (const { id, row, before, values, managerId, was } of requested) {
    if (row.unread || refusedRows.has(row.row)) continue;
    const after = display(values, managerId);
    const differences = before
      ? Object.entries(display(before, was)).flatMap(([field, text]) =>
          text === after[field] || (field === 'email' && same(text, after[field] ?? null))
            ? []
            : [{ field, before: text, after: after[field] ?? null }],
        )
      : [];
    if (before && differences.length === 0) unchanged += 1;
    else {
      if (before) changed += 1;
      else created += 1;
      employees.push({ id, isNew: !before, values, managerId, changed: differences });
    }
  }
  return { employees, counts: { created, changed, unchanged, missing: 0 }, refusals };
}

type Refuse = (row: number, field: string | null, reason: string) => void;

/** An employee of a row. Extends the existing employee, if any, with the filled cells. */
interface ReadEmployee extends NamedRecord {
  readonly row: ReadRow;
  readonly before: ExistingEmployee | undefined;
  readonly values: EmployeeValues;
  readonly email: string | null;
}

/** Reads the employees of the rows, except their managers. */
function readEmployees(
  rows: readonly ReadRow[],
  existing: ExistingOfEmployees,
  newId: () => string,
  refuse: Refuse,
): readonly ReadEmployee[] {
  const [titleNamed, officeNamed] = [lookup(existing.titles), lookup(existing.offices)];
  const byCode = new Map(
    existing.employees.flatMap((employee) => (employee.code ? [[employee.code.toLowerCase(), employee] as const] : [])),
  );
  const byEmail = new Map(
    existing.employees.flatMap((employee) =>
      employee.email ? [[employee.email.toLowerCase(), employee] as const] : [],
    ),
  );
  const firstRows = new Map<string, number>();
  return rows.flatMap((row) => {
    const [code, email] = [textValue(row, 'code'), textValue(row, 'email')];
    if (code === null && email === null) {
      if (!row.unread?.some((field) => field === 'code' || field === 'email'))
        refuse(row.row, 'code', 'Enter a code or an e-mail.');
      return [];
    }
    const before =
      (code === null ? undefined : byCode.get(code.toLowerCase())) ??
      (email === null ? undefined : byEmail.get(email.toLowerCase()));
    const owner = email === null ? undefined : byEmail.get(email.toLowerCase());
    if (owner && owner !== before) refuse(row.row, 'email', `This e-mail belongs to ${owner.name}.`);
    for (const key of [
      ...(code === null ? [] : [`code ${code.toLowerCase()}`]),
      ...(email === null ? [] : [`email ${email.toLowerCase()}`]),
    ]) {
      const twin = firstRows.get(key);
      if (twin !== undefined)
        refuse(row.row, key.startsWith('code') ? 'code' : 'email', `Row ${twin} is already for this employee.`);
      firstRows.set(key, row.row);
    }
    const was = before ?? blank;
    const found = (field: 'title' | 'office', named: (text: string) => NamedRecord | undefined, now: string | null) => {
      const cellText = textValue(row, field);
      if (cellText === null) return now;
      const record = named(cellText);
      if (!record) refuse(row.row, field, `There is no ${field} '${cellText}'.`);
      return record?.id ?? now;
    };
    const texts = Object.fromEntries(plain.map((field) => [field, textValue(row, field) ?? was[field]]));
    const values = {
      ...texts,
      titleId: found('title', titleNamed, was.titleId),
      officeId: found('office', officeNamed, was.officeId),
    } as EmployeeValues;
    for (const field of ['firstName', 'lastName'] as const)
      if (values[field] === '' && !row.unread?.includes(field))
        refuse(row.row, field, `${field === 'firstName' ? 'First' : 'Last'} name is required for a new employee.`);
    const hired = textValue(row, 'hireDate');
    if (hired !== null && was.carryEligibleDate && compareDates(was.carryEligibleDate, calendarDate(hired)) < 0)
      refuse(row.row, 'hireDate', 'The hire date is after the employee’s carry-eligible date.');
    const name = `${values.firstName} ${values.lastName}`;
    return [{ row, before, values, id: before?.id ?? newId(), name, code: values.code, email: values.email }];
  });
}

/** Adds the managers that the rows set, who may be employees of other rows, and the managers before. */
function withManagers(read: readonly ReadEmployee[], existing: ExistingOfEmployees, refuse: Refuse) {
  const inFile = new Set(read.map(({ id }) => id));
  const personNamed = lookupPeople([...read, ...existing.employees.filter(({ id }) => !inFile.has(id))]);
  const managers = new Map(existing.employees.map(({ id, managerId }) => [id, managerId]));
  const requested = read.map((item) => {
    const cellText = textValue(item.row, 'manager');
    const was = item.before?.managerId ?? null;
    const manager = cellText === null ? undefined : personNamed(cellText);
    if (cellText !== null && !manager) refuse(item.row.row, 'manager', `There is no employee '${cellText}'.`);
    const managerId = cellText === null ? was : (manager?.id ?? was);
    if (managerId !== was && !existing.canViewAllPay)
      refuse(
        item.row.row,
        'manager',
        'Only people with access to everyone’s pay can set a manager. Leave this column empty or ask HR.',
      );
    managers.set(item.id, managerId);
    return { ...item, managerId, was };
  });
  for (const { id, row, managerId, was } of requested)
    if (managerId !== was && isAbove(managers, id, managerId))
      refuse(
        row.row,
        'manager',
        'This person already reports to the employee, directly or indirectly. Choose another manager.',
      );
  return requested;
}

/** Returns a function that lists the fields of an employee as displayed, with the names of referenced records. */
function employeeDisplay(existing: ExistingOfEmployees, read: readonly ReadEmployee[]) {
  const nameOf = new Map([...existing.employees, ...read].map(({ id, name }) => [id, name]));
  const referenceName = new Map([...existing.titles, ...existing.offices].map(({ id, name }) => [id, name]));
  return (from: EmployeeValues, manager: string | null): Readonly<Record<string, string | null>> => ({
    ...Object.fromEntries(plain.map((field) => [field, from[field]])),
    title: from.titleId && (referenceName.get(from.titleId) ?? from.titleId),
    office: from.officeId && (referenceName.get(from.officeId) ?? from.officeId),
    manager: manager && (nameOf.get(manager) ?? manager),
  });
}

const same = (first: string | null, other: string | null) =>
  first !== null && first.toLowerCase() === other?.toLowerCase();

/** Returns true if a person is above another in the reporting line, or is the same person. */
function isAbove(managers: ReadonlyMap<string, string | null>, id: string, other: string | null): boolean {
  const seen = new Set<string>();
  for (let at = other; at !== null && !seen.has(at); at = managers.get(at) ?? null) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}
