/**
 * The names in requests and responses. Inside the product, names are camelCase and spelled correctly. On the wire, they follow the specification:
 * PascalCase by rule, with explicit names where the specification differs. Only the two tables below define them. Query parameters keep their
 * camelCase name unless a table says otherwise.
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
  openingCarryPaid: 'BroughtAlong',
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

/** Alternative spellings accepted on input, with the internal name. */
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

/** Converts a wire name, with either case of the first letter, to the internal name. */
export function innerName(wire: string): string {
  return inside.get(wire) ?? lowerFirst(wire);
}

/** Query parameters of paged lists use the specification's names. All others use their internal names. */
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
  // Iterate over keys rather than entries, because entries would allocate an array for each of a million fields.
  for (const key of Object.keys(value)) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    out[name(key)] = item !== null && typeof item === 'object' ? rename(item, name) : item;
  }
  return out;
}

/** Caches converted names, because a response may repeat a few dozen names a million times. */
const spelled = new Map<string, string>();
function spelledName(name: string): string {
  const spelling = spelled.get(name);
  if (spelling !== undefined) return spelling;
  const wire = wireName(name);
  spelled.set(name, wire);
  return wire;
}

/** Converts camelCase to wire names in the whole tree. No record on the wire uses data as keys, so no schema is needed. */
export const toWire = (value: unknown): unknown => rename(value, spelledName);
/**
 * Returns the JSON of a response. List items are converted and written one by one, so that a large list is never copied as a whole. Keeping and
 * collecting such a copy took as long as writing it.
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

/** Serializes a list item before the response exists, for example while its rows are being stored. The item must not change afterwards. */
export function writeAhead(item: object): void {
  ahead.set(item, JSON.stringify(toWire(item)));
}

/** Converts wire names to camelCase in the whole tree. */
export const fromWire = (value: unknown): unknown => rename(value, innerName);
