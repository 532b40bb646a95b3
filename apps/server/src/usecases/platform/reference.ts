import {
  referenceEntries,
  saveReferenceEntry as storeReferenceEntry,
  usedCurrencies,
} from '@carrara/adapters/postgres/platform/reference';
import { modules } from '@carrara/contract/core/modules';
import { hasPermission } from '@carrara/contract/core/permissions';
import {
  editPermissionFor,
  areaOwner,
  type ReferenceType,
  referenceTypes,
} from '@carrara/contract/platform/reference/referenceTypes';
import { err, fail, type Failures } from '@carrara/domain/kernel';
import { decideCurrencyArchive, decideCurrencyCode, usesOf } from '@carrara/domain/platform/fx';
import type { RequestContext } from '../../core/operations.ts';
import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { archiveEach } from '../archiveEach.ts';

type Store = typeof storeReferenceEntry;
type Entry = Parameters<Store>[2] & Parameters<Store>[3];

/** Returns why the person can't change a reference list, which may belong to one module. */
function forbiddenList({ grants }: RequestContext, type: ReferenceType): Failures {
  const owner = areaOwner(type);
  if (!owner || hasPermission(grants, editPermissionFor(type))) return [];
  const list = referenceTypes[type].toLowerCase();
  return [fail('FORBIDDEN', ['type'], `Only administrators of ${modules[owner].title} can change ${list}.`)];
}

/** Returns why some entries can't be archived. */
const archiveFailures = async (
  context: RequestContext,
  type: ReferenceType,
  ids: readonly string[],
  path: Parameters<typeof decideCurrencyArchive>[2],
): Promise<Failures> =>
  type === 'currency'
    ? decideCurrencyArchive(await usedCurrencies(context.tx, ids), tenantCurrency(context), path)
    : [];

/** Adds to each entry the uses that prevent its archiving. Only currencies have such uses. */
export async function addUses<E extends { readonly id: string }>(
  context: RequestContext,
  type: ReferenceType,
  entries: readonly E[],
): Promise<(E & { uses: string[] })[]> {
  const used = type === 'currency' ? await usedCurrencies(context.tx, null) : [];
  const uses = new Map(used.map((currency) => [currency.id, usesOf(currency, tenantCurrency(context))]));
  return entries.map((entry) => ({ ...entry, uses: [...(uses.get(entry.id) ?? [])] }));
}

const store = ({ tx }: RequestContext, type: ReferenceType, { id, rowVersion, ...values }: Entry) =>
  storeReferenceEntry(tx, type, { id, rowVersion }, values);

/** Returns why a currency can't be stored. */
async function currencyFailures(context: RequestContext, { id, code, isInactive }: Entry): Promise<Failures> {
  const used = id ? await usedCurrencies(context.tx, [id]) : [];
  const base = tenantCurrency(context);
  return [
    ...decideCurrencyCode(used[0], code, base),
    ...(isInactive ? decideCurrencyArchive(used, base, ['isInactive']) : []),
  ];
}

/** Stores an entry of a reference list. Fails: FORBIDDEN, those of `currencyFailures`, and those of the store. */
export async function saveReferenceEntry(
  context: RequestContext,
  type: ReferenceType,
  entry: Entry,
): ReturnType<Store> {
  const forbidden = forbiddenList(context, type);
  if (forbidden.length > 0) return err(forbidden);
  const refused = type === 'currency' ? await currencyFailures(context, entry) : [];
  return refused.length > 0 ? err(refused) : store(context, type, entry);
}

/** Archives or restores entries of a reference list. Fails: FORBIDDEN, NOT_FOUND, STALE_VERSION, and those of `decideCurrencyArchive`. */
export async function archiveReferenceEntries(
  context: RequestContext,
  type: ReferenceType,
  body: Parameters<typeof archiveEach>[0],
): ReturnType<typeof archiveEach> {
  const forbidden = forbiddenList(context, type);
  if (forbidden.length > 0) return err(forbidden);
  const ids = body.isInactive ? body.records.map(({ id }) => id) : [];
  const refused = await archiveFailures(context, type, ids, ['records']);
  if (refused.length > 0) return err(refused);
  const entries = await referenceEntries(context.tx, type, { includeInactive: true });
  return archiveEach(body, {
    noun: 'entry',
    load: async (id) => entries.find((entry) => entry.id === id),
    nameOf: ({ description }) => description,
    save: (entry, rowVersion) => store(context, type, { ...entry, rowVersion, isInactive: body.isInactive }),
  });
}
