import {
  carryTermsStore,
  carryTermsVersions,
  committedInvestors,
  investmentNames,
} from '@carrara/adapters/postgres/performance/analysis/carryTerms';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { readPeriods } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { Fields } from '@carrara/contract/core/fields';
import { emptyId } from '@carrara/contract/core/kinds';
import {
  type CarryTerms,
  type CarryTermsBody,
  carryTermsFields,
  carryTermsRows,
} from '@carrara/contract/performance/carryTerms/carryTerms';
import { calendarDate, err, fail, type Failures, noSuch, ok } from '@carrara/domain/kernel';
import {
  type CarryTermsDecision,
  type CarryTermsFacts,
  decideCarryTerms,
  decideCarryTermsDeletion,
  type EnteredCarryTerms,
  type TermsVersion,
} from '@carrara/domain/performance/carryTerms';
import { vehicleNotFound } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns entered values as the rules read them: references by their id, choices by their code, null for blanks. */
function enteredValues(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      const value = values[name];
      if (kind === 'boolean') return [name, value === true];
      const blank = value === undefined || value === null || value === '';
      if (kind === 'status') return [name, blank ? null : (value as { code: string }).code];
      if (kind !== 'reference') return [name, blank ? null : value];
      const id = blank ? emptyId : (value as { id: string }).id;
      return [`${name}Id`, id === emptyId ? null : id.toLowerCase()];
    }),
  );
}

/** Returns a version as the rules read it. */
function enteredVersion(body: CarryTermsBody): TermsVersion {
  const rows = Object.entries(carryTermsRows).map(([name, fields]): [string, readonly Values[]] => [
    name,
    (body[name as keyof typeof carryTermsRows] as readonly Values[]).map((row) => enteredValues(fields, row)),
  ]);
  const terms = { ...enteredValues(carryTermsFields, body), ...Object.fromEntries(rows) };
  const id = body.id ?? emptyId;
  return { id, effectiveDate: calendarDate(body.effectiveDate), terms: terms as unknown as EnteredCarryTerms };
}

/** Returns what the rules need to know about a vehicle and the investments that terms name. Fails: NOT_FOUND. */
export async function carryTermsFacts(
  tx: Transaction,
  vehicleId: string,
  { isWritten = false, investmentIds = [] }: { isWritten?: boolean; investmentIds?: readonly string[] } = {},
): Outcome<CarryTermsFacts> {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten });
  if (vehicle === undefined) return err(vehicleNotFound());
  const [periods, versions, investors, investments] = [
    await readPeriods(tx, vehicleId),
    await carryTermsVersions(tx, vehicleId),
    await committedInvestors(tx, vehicleId),
    await investmentNames(tx, investmentIds),
  ];
  const locked = periods.filter(({ status }) => status === 'LOCKED');
  return ok({
    lockedEnds: locked.map(({ periodEnd }) => calendarDate(periodEnd)),
    firstClose: vehicle.firstClose,
    versions,
    investors,
    investments,
  });
}

/** Checks a version against its vehicle. Fails: NOT_FOUND, FIELD_NOT_OF_TYPE (a version of another vehicle). */
export async function checkCarryTerms(
  tx: Transaction,
  body: CarryTermsBody,
  { isWritten = false } = {},
): Outcome<CarryTermsDecision & { readonly version: TermsVersion; readonly facts: CarryTermsFacts }> {
  const version = enteredVersion(body);
  const investmentIds = version.terms.offsets.map(({ investmentId }) => investmentId);
  const found = await carryTermsFacts(tx, body.vehicle.id, { isWritten, investmentIds });
  if (found.isErr()) return err(found.error);
  const facts = found.value;
  if (version.id !== emptyId && !facts.versions.some(({ id }) => id === version.id))
    return (await carryTermsStore.load(tx, version.id)) === undefined
      ? err([noSuch('version')])
      : err([fail('FIELD_NOT_OF_TYPE', ['vehicle'], 'These terms belong to another fund.')]);
  return ok({ ...decideCarryTerms(version, facts), version, facts });
}

/** Checks a version before it is saved. Fails: as `decideCarryTerms`, with its warnings unless a person confirmed them, and NOT_FOUND. */
export async function prepareCarryTerms(
  tx: Transaction,
  values: Values,
  { before, warningsConfirmed }: { readonly before?: CarryTerms | undefined; readonly warningsConfirmed: boolean },
): Outcome<Values> {
  const body = { ...values, id: before?.id } as CarryTermsBody;
  const checked = await checkCarryTerms(tx, body, { isWritten: true });
  return checked.andThen((decision) => {
    const failures = unresolved(decision, warningsConfirmed);
    return failures.length > 0 ? err(failures) : ok(values);
  });
}

/** Returns the refusals or, without any, the warnings that nobody confirmed. */
const unresolved = (
  { refusals, warnings }: Pick<CarryTermsDecision, 'refusals' | 'warnings'>,
  warningsConfirmed: boolean,
): Failures => (refusals.length > 0 || warningsConfirmed ? refusals : warnings);

/** Deletes a version. Fails: NOT_FOUND, STALE_VERSION, and as `decideCarryTermsDeletion`, with its warnings unless a person confirmed them. */
export async function deleteCarryTerms(
  tx: Transaction,
  {
    id,
    rowVersion,
    warningsConfirmed,
  }: { readonly id: string; readonly rowVersion: number | undefined; readonly warningsConfirmed: boolean },
): Outcome<{ id: string }> {
  const stored = await carryTermsStore.load(tx, id);
  if (stored !== undefined) {
    const facts = await carryTermsFacts(tx, stored.vehicle.id, { isWritten: true });
    if (facts.isErr()) return err(facts.error);
    const version = facts.value.versions.find((candidate) => candidate.id === stored.id);
    if (version !== undefined) {
      const failures = unresolved(decideCarryTermsDeletion(version, facts.value), warningsConfirmed);
      if (failures.length > 0) return err(failures);
    }
  }
  const removed = await carryTermsStore.remove(tx, { operation: 'deleteCarryTerms' }, id, rowVersion);
  return removed.map((record) => ({ id: record.id })).mapErr((failure) => [failure]);
}
