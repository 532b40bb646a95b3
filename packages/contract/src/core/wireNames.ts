/**
 * The spelling of the wire. Inside the product names are camelCase and spelled right; on the wire they are the specifications':
 * PascalCase by rule, and an explicit name where the specification has another. The two tables below are the only place that knows.
 * Query parameters keep their camelCase name unless the table says otherwise.
 */
const explicit: Readonly<Record<string, string>> = {
  isoCode: 'ISOCode',
  isLpTenant: 'IsLPTenant',
  irr: 'IRR',
  grossIrr: 'GrossIRR',
  grossMoic: 'GrossMOIC',
  tvpi: 'TVPI',
  moic: 'MOIC',
  fmv: 'FMV',
  dpi: 'DPI',
  rvpi: 'RVPI',
  pic: 'PIC',
  nav: 'NAV',
  navBeforeCarry: 'NAVBeforeCarry',
  netIrr: 'NetIRR',
  totalFmv: 'TotalFMV',
  ltmDate: 'LTMDate',
  ltmRevenueEntry: 'LTMRevenueEntry',
  ltmRevenueCurrent: 'LTMRevenueCurrent',
  ltmEbitdaEntry: 'LTMEBITDAEntry',
  ltmEbitdaCurrent: 'LTMEBITDACurrent',
  ltmCapexEntry: 'LTMCAPEXEntry',
  ltmCapexCurrent: 'LTMCAPEXCurrent',
  ltmInterestPaidEntry: 'LTMInterestPaidEntry',
  ltmInterestPaidCurrent: 'LTMInterestPaidCurrent',
  personalIrr: 'PersonalIRR',
  qtd: 'QTD',
  ytd: 'YTD',
  itd: 'ITD',
  gpAmount: 'GPAmount',
  jvAmount: 'JVAmount',
  netDistributableAmount: 'NetDistrbutableAmount',
  forecastedCarry: 'ForecastdCarry',
  isLinked: 'isLinked',
  moduleName: 'moduleName',
  indexUrl: 'indexUrl',
  shortName: 'shortName',
  terminationReason: 'TerminationReason',
  foundRows: 'value',
  odataCount: '@odata.count',
  searchFacets: '@search.facets',
  childCount: 'count',
};

/** Other spellings that are accepted on input, each to its name inside. */
const accepted: Readonly<Record<string, string>> = {
  NetDistributableAmount: 'netDistributableAmount',
  ForecastedCarry: 'forecastedCarry',
};

const inside: ReadonlyMap<string, string> = new Map([
  ...Object.entries(explicit).map(([name, wire]) => [wire, name] as const),
  ...Object.entries(accepted),
]);

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function wireName(name: string): string {
  return Object.hasOwn(explicit, name) ? (explicit[name] ?? name) : upperFirst(name);
}

/** A name of the wire, either case of the first letter, to the name inside. */
export function innerName(wire: string): string {
  return inside.get(wire) ?? lowerFirst(wire);
}

/** Query parameters of paged lists are spelled as in the specification's envelope; all others as they are inside. */
const queryNames: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'startPage',
    'pageSize',
    'sortColumn',
    'sortAsc',
    'searchQuery',
    'searchString',
    'filters',
    'top',
    'skip',
    'sort',
    'isCarryEligible',
    'parameters',
  ].map((name) => [name, upperFirst(name)]),
);

export function queryName(name: string): string {
  return Object.hasOwn(queryNames, name) ? (queryNames[name] ?? name) : name;
}

function rename(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, name));
  if (value === null || typeof value !== 'object') return value;
  const out: Record<string, unknown> = {};
  // Keys rather than entries: a pair for each of a million fields is a million lists to throw away.
  for (const key of Object.keys(value)) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    out[name(key)] = item !== null && typeof item === 'object' ? rename(item, name) : item;
  }
  return out;
}

/** Spelled once each: an answer may repeat a few dozen names a million times. */
const spelled = new Map<string, string>();
function spelledName(name: string): string {
  const known = spelled.get(name);
  if (known !== undefined) return known;
  const wire = wireName(name);
  spelled.set(name, wire);
  return wire;
}

/** camelCase to the wire, through the whole tree. No record on the wire has data as keys, so the rule needs no schema. */
export const toWire = (value: unknown): unknown => rename(value, spelledName);
/**
 * JSON of the wire. The items of the lists of an answer are spelled and written one after the other, so that the renamed copy of a large
 * one is never there as a whole: to keep and collect it took as long as to write it.
 */
export function wireText(value: unknown): string {
  if (value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return listText(value);
  const fields: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    const text = Array.isArray(item) ? listText(item) : JSON.stringify(toWire(item));
    if (text !== undefined) fields.push(`${JSON.stringify(spelledName(key))}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

const listText = (items: readonly unknown[]) => `[${items.map(itemText).join(',')}]`;

const itemText = (item: unknown): string =>
  (isObject(item) ? ahead.get(item) : undefined) ?? JSON.stringify(toWire(item)) ?? 'null';

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';
const ahead = new WeakMap<object, string>();

/** Writes an item of a list of an answer before the answer is there: while its rows are being stored, for one. It must not change any more. */
export function writeAhead(item: object): void {
  ahead.set(item, JSON.stringify(toWire(item)));
}

/** The wire to camelCase, through the whole tree. */
export const fromWire = (value: unknown): unknown => rename(value, innerName);
