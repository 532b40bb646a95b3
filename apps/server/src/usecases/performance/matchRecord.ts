import {
  type FactsOfTransfer,
  readFactsOfVehicles,
} from '@carrara/adapters/postgres/performance/transfer/transferMetrics';
import type { OwnVehicle } from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { coinvestmentFields } from '@carrara/contract/portfolio/coinvestment';
import { fundFields } from '@carrara/contract/portfolio/fund';
import type { Fields } from '@carrara/contract/core/fields';
import { required } from '@carrara/domain/kernel';
import { mergeRecord, type MergedRecord, restoredFacts } from '@carrara/domain/performance/transfer';
import type { TransferChoice, TransferredFacts, TransferredFund } from '@carrara/domain/platform/dataTransfer';
import { loadVehicleRecord, type VehicleOfKind } from '../portfolio/changeVehicle.ts';
import {
  differenceText,
  entriesFor,
  type OwnEntries,
  storableFacts,
  factsOfFields,
  valuesOfFacts,
} from './transferredFields.ts';

const names = [
  'legalName',
  'fundFamily',
  'sectors',
  'status',
  'platform',
  'region',
  'initialCloseDate',
  'finalCloseDate',
  'investmentPeriodEnd',
  'liquidationDate',
  'totalCapitalRaised',
];
/** Fields of the record that a transfer contains. A coinvestment doesn't have all of them. */
const fieldsOf = (kind: VehicleOfKind['kind']): Fields => {
  const fields: Fields = kind === 'fund' ? fundFields : coinvestmentFields;
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
};

/** Returns the record of a fund or a coinvestment in the form for another firm. */
export const recordFacts = async (tx: Transaction, vehicle: VehicleOfKind): Promise<TransferredFacts> =>
  factsOfFields(fieldsOf(vehicle.kind), { ...required(await loadVehicleRecord(tx, vehicle), `vehicle ${vehicle.id}`) });

/** A fund's record in a transfer, merged with this firm's. */
export interface MatchedRecord extends MergedRecord {
  readonly fields: Fields;
  readonly entries: OwnEntries;
  /** Null if the fund doesn't exist here yet. */
  readonly here: TransferredFacts | null;
  readonly theirs: TransferredFacts;
}

/** The name of the choice for the record. */
const recordChoice = 'record';

/** Matches the record of a fund in a transfer with this firm's. */
export async function matchRecord(
  tx: Transaction,
  { record }: Pick<TransferredFund, 'record'>,
  vehicle: OwnVehicle | undefined,
): Promise<MatchedRecord> {
  const fields = fieldsOf(vehicle?.kind ?? 'fund');
  const entries = await entriesFor(tx, fields);
  const theirs = storableFacts(fields, record, entries);
  if (vehicle === undefined) return { fields, entries, here: null, theirs, changes: [], conflicts: [] };
  const here = await recordFacts(tx, vehicle);
  const brought = (await readFactsOfVehicles(tx, [vehicle.id])).get(vehicle.id);
  return { fields, entries, here, theirs, ...mergeRecord(here, brought, theirs) };
}

/** Returns the choice to make if both sides changed the record. */
export const recordConflicts = ({ fields, conflicts }: MatchedRecord) =>
  conflicts.length === 0
    ? []
    : [
        {
          field: recordChoice,
          title: 'The fund’s record',
          mine: differenceText(fields, conflicts, 'mine'),
          theirs: differenceText(fields, conflicts, 'theirs'),
        },
      ];

/** Returns the values to store in an existing fund: the sender's new ones, and those chosen. */
export function valuesToApply(
  { fields, entries, changes, conflicts, theirs }: MatchedRecord,
  chosen: (field: string) => TransferChoice | undefined,
): Readonly<Record<string, unknown>> {
  const applied = [...changes, ...(chosen(recordChoice) === 'THEIRS' ? conflicts : [])].map(({ field }) => field);
  return onlyFields(valuesOfFacts(fields, theirs, entries), applied);
}

/** Returns the values of a new fund. */
export const newFundValues = ({ fields, entries, theirs }: MatchedRecord): Readonly<Record<string, unknown>> =>
  valuesOfFacts(fields, theirs, entries);

/** Returns the values to restore in a fund when a transfer is undone. */
export async function valuesToRestore(
  tx: Transaction,
  vehicle: VehicleOfKind,
  brought: FactsOfTransfer | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  if (brought === undefined || brought.before === null) return {};
  const fields = fieldsOf(vehicle.kind);
  const facts = restoredFacts(await recordFacts(tx, vehicle), { before: brought.before, after: brought.after });
  return onlyFields(valuesOfFacts(fields, facts, await entriesFor(tx, fields)), Object.keys(facts));
}

const onlyFields = (values: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));
