import { compEmployeeFields } from '@carrara/contract/compensation/compEmployee';
import { accessToOperation } from '@carrara/contract/core/events';
import type { Field, Fields } from '@carrara/contract/core/fields';
import { type Grants, hasPermission } from '@carrara/contract/core/permissions';
import { employeeFields, trustFields } from '@carrara/contract/people/participant';
import { withheldFields } from '../core/fieldAccess.ts';
import type { FieldChange } from './activityChanges.ts';

/** Carry and compensation share the employee's record, so its history has the fields of both. */
const fieldsOf: Readonly<Record<string, Fields>> = {
  employee: { ...employeeFields, ...compEmployeeFields },
  trust: trustFields,
};
/** The employee's fields that only carry displays. */
const carryFields = Object.entries<Field>(employeeFields).flatMap(([name, { group }]) =>
  group === 'Carry' && !Object.hasOwn(compEmployeeFields, name) ? [name] : [],
);
/** Returns the fields of a record type whose changes these roles may not read. */
const withheldOf = (objectType: string, grants: Grants): string[] => [
  ...withheldFields(fieldsOf[objectType] ?? {}, grants),
  ...(objectType === 'employee' && !hasPermission(grants, 'employee.view') ? carryFields : []),
];
/** Operations whose reason is personal: why the employment ended or started again. Leaving also settles deferred awards. */
const employmentMoves = new Set(['terminateEmployee', 'correctEmployeeLeaving', 'rehireEmployee', 'settleLeaver']);

/** Returns the operations whose audit entries these roles may not read. */
export const withheldOperations = (grants: Grants): string[] =>
  Object.entries(accessToOperation).flatMap(([operation, permission]) =>
    hasPermission(grants, permission) ? [] : [operation],
  );

interface ChangedRecord {
  readonly objectType: string;
  readonly operation: string;
  readonly reason: string | null;
}

/** Returns the changes of a record and their reason, without data that these roles may not read. */
export function readableChanges(
  { objectType, operation, reason }: ChangedRecord,
  changes: readonly FieldChange[],
  grants: Grants,
): { readonly changes: FieldChange[]; readonly reason: string | null } {
  const withheld = new Set(withheldOf(objectType, grants));
  const readsReasons = hasPermission(grants, 'employee.viewPersonalData');
  const isReadable = ({ field }: FieldChange) => {
    const [first = '', ...rest] = field.split('.');
    return !withheld.has(first) && (readsReasons || first !== 'employmentEvents' || rest.at(-1) !== 'reason');
  };
  const readable = changes.filter(isReadable);
  // A reason may quote withheld data.
  const quotes = readable.length < changes.length || (employmentMoves.has(operation) && !readsReasons);
  return { changes: readable, reason: quotes ? null : reason };
}

/** Returns the fields whose changes these roles may not read, by record type. */
export const withheldFieldsByType = (grants: Grants): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.keys(fieldsOf).map((type) => [type, withheldOf(type, grants)]));
