import { print } from '@carrara/adapters/pdf/print';
import { everyRecordType, isRecordType, findRecordType, upperFirst } from '@carrara/contract/core/recordType';
import { vehicleEndpoints } from '@carrara/contract/portfolio/vehicle';
import { referenceEndpoints, referenceTypes, type ReferenceType } from '@carrara/contract/platform/reference/reference';
import type { Column } from '@carrara/contract/core/fields';
import { calls, type ListCall } from '../lists/calls.ts';
import { allPages, type Row, type RowRequest } from '../lists/allRows.ts';
import { didYouMean } from '../run/closestNames.ts';
import { valueOrStop } from '../session/failureStop.ts';
import type { Session } from '../session/openSession.ts';
import { numberText } from '../run/countText.ts';

/** A record that was found by its name or code. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}
/** The record found, or the reason why there is none. */
export type Answer = { readonly record: NamedRecord } | { readonly reason: string };
type LookupSession = Pick<Session, 'server' | 'client'>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const same = (value: unknown, other: string) =>
  typeof value === 'string' &&
  value.normalize('NFC').trim().toLowerCase() === other.normalize('NFC').trim().toLowerCase();

interface Listed {
  readonly call: ListCall;
  /** The columns that identify a row. */
  readonly names: readonly string[];
  readonly query: RowRequest['query'];
  readonly title: string;
}

/** The list with the names of a kind of record. For `participant`, everybody of the three kinds. */
function listOf(listName: string): Listed | undefined {
  const type =
    listName === 'participant'
      ? { ...findRecordType('employee'), list: 'listParticipants', title: 'Participant' }
      : findRecordType(listName);
  const call = type?.list ? calls.get(type.list) : undefined;
  if (!type || !call?.list) return undefined;
  const withInactive = Object.hasOwn(call.query?.shape ?? {}, 'includeInactive') ? { includeInactive: 'true' } : {};
  return {
    call: call as ListCall,
    names: [type.name ?? 'name', 'name', 'code'],
    query: { ...type.listQuery, ...withInactive },
    title: (type.title ?? listName).toLowerCase(),
  };
}

/** True if records of that kind, or entries of that reference type, can be entered by name instead of by id. */
export const hasNames = (type: string): boolean =>
  type === vehicle || listOf(type) !== undefined || isReferenceType(type);
/** A fund or a coinvestment. */
const vehicle = 'vehicle';
const isReferenceType = (type: string): type is `reference:${ReferenceType}` =>
  type.startsWith('reference:') && Object.hasOwn(referenceTypes, type.slice('reference:'.length));

/** The kind of record in a path, from the call that reads one: `/api/carry/fund/:id` is for a fund. */
export function recordOfPath(path: string): string | undefined {
  const above = path.slice(0, path.indexOf('/:') + 1);
  const found = everyRecordType.find(([type]) => {
    const own = calls.get(`get${upperFirst(type)}`)?.path;
    return own !== undefined && own.slice(0, own.indexOf('/:') + 1) === above;
  });
  if (found && listOf(found[0])) return found[0];
  return above === '/api/carry/participant/' ? 'participant' : undefined;
}

/** The kind of record or reference entry that a filter refers to: `fundId` refers to a fund. */
export function recordOfFilter(filter: string): string | undefined {
  const type = filter.replace(/Id$/, '');
  if (type === filter) return undefined;
  if (isRecordType(type) && listOf(type)) return type;
  return isReferenceType(`reference:${type}`) ? `reference:${type}` : undefined;
}

/** Returns a function that finds records by name. It looks up each name once. */
export function lookUpAt(session: LookupSession): (type: string, text: string) => Promise<Answer> {
  const cache = new Map<string, Promise<Answer>>();
  return (type, text) => {
    const key = JSON.stringify([type, text]);
    const answer = cache.get(key) ?? lookUp(session, type, text);
    cache.set(key, answer);
    return answer;
  };
}

/**
 * Finds the record with a name or code. The server searches, so any number of records works. An id is used as it is.
 *
 * Fails: a reason, if none has the name (with similar ones) or several have it (with their differences).
 */
async function lookUp(session: LookupSession, type: string, text: string): Promise<Answer> {
  if (isReferenceType(type)) return entryNamed(session, type.slice('reference:'.length) as ReferenceType, text);
  if (type === vehicle) return vehicleNamed(session, text);
  const listed = listOf(type);
  if (UUID.test(text) || !listed) return { record: { id: text, name: text } };
  const read = async (searchQuery: string) =>
    (await allPages(session, listed.call, { query: { ...listed.query, searchQuery } })).flatMap(
      ({ pageData }) => pageData,
    );
  const matching = (rows: readonly Row[]) => rows.filter((row) => listed.names.some((name) => same(row[name], text)));
  const searched = text.length <= 200 ? matching(await read(text)) : [];
  // A search may skip a column that identifies a record. Similar names are found among all rows in any case.
  const rows = searched.length > 0 ? searched : await read('');
  const found = searched.length > 0 ? searched : matching(rows);
  const [first, second] = found;
  if (first && !second) return { record: { id: String(first['id']), name: nameOf(first, listed) } };
  if (!first)
    return {
      reason: `there is no ${listed.title} called '${text}'${didYouMean(
        text,
        rows.map((row) => nameOf(row, listed)),
      )}`,
    };
  const candidates = found.map((row) => `${String(row['id'])}  ${describe(row, listed)}`);
  return {
    reason: [`${numberText(found.length)} records are called '${text}'; use the id of one:`, ...candidates].join(
      '\n  ',
    ),
  };
}

/** Every record of a kind, in the order of their list. */
export async function everyRecord(session: LookupSession, type: string): Promise<readonly NamedRecord[]> {
  if (type === vehicle) return allVehicles(session);
  const listed = listOf(type);
  if (!listed) return [];
  const pages = await allPages(session, listed.call, { query: listed.query ?? {} });
  return pages.flatMap(({ pageData }) => pageData.map((row) => ({ id: String(row['id']), name: nameOf(row, listed) })));
}

const nameOf = (row: Row, { names }: Listed): string => String(row[names[0] ?? 'name'] ?? row['name'] ?? '');

const telling: ReadonlySet<Column['kind']> = new Set(['code', 'date', 'status', 'reference']);
const describe = (row: Row, { call, names }: Listed): string =>
  call.list.columns
    .filter(({ field, kind }) => telling.has(kind) && field !== names[0])
    .slice(0, 3)
    .map(({ field, kind }) => (kind === 'date' ? String(row[field] ?? '') : print(kind, row[field])))
    .join('  ');

const allVehicles = async ({ server, client }: LookupSession) =>
  valueOrStop(server, await client.call(vehicleEndpoints.listVehicleNavigation, {}));

async function vehicleNamed(session: LookupSession, text: string): Promise<Answer> {
  const all = await allVehicles(session);
  const [first, ...others] = all.filter(({ id, name, code }) => id === text || same(name, text) || same(code, text));
  if (first === undefined && UUID.test(text)) return { record: { id: text, name: text } };
  if (first === undefined)
    return {
      reason: `there is no fund called '${text}'${didYouMean(
        text,
        all.map(({ name }) => name),
      )}`,
    };
  if (others.length === 0) return { record: first };
  return {
    reason: [
      `${numberText(others.length + 1)} records are called '${text}'; use the id of one:`,
      ...[first, ...others].map(({ id, code }) => `${id}  ${code ?? ''}`),
    ].join('\n  '),
  };
}

async function entryNamed({ server, client }: LookupSession, type: ReferenceType, text: string): Promise<Answer> {
  const entries = valueOrStop(server, await client.call(referenceEndpoints.listReferenceEntries, { params: { type } }));
  const found = entries.find(({ id, code, description }) => id === text || same(code, text) || same(description, text));
  if (found) return { record: { id: found.id, name: found.description } };
  const names = entries.map(({ description }) => description);
  return { reason: `'${text}' isn’t in the list ${referenceTypes[type]}${didYouMean(text, names)}` };
}
