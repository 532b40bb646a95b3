import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';

interface ReportLocation {
  readonly path: string;
  readonly names: readonly string[];
  readonly parameters: readonly string[];
}
const endpoints = Object.values(callsByConcept).flatMap((calls): readonly Endpoint[] => Object.values(calls));
const locations: readonly ReportLocation[] = endpoints.flatMap(({ path, report }) =>
  report ? [{ path, names: [report.name, ...(report.aliases ?? [])], parameters: Object.keys(report.parameters) }] : [],
);
/** Other addresses of calls, as patterns with a named group per parameter. */
const otherPaths = endpoints.flatMap(({ path, otherPath }) =>
  otherPath ? [{ path, pattern: new RegExp(`^${otherPath.replaceAll(/:(\w+)/g, '(?<$1>\\w+)')}/?$`, 'i') }] : [],
);
/** Returns the endpoint of the report with this name, which may be an alias, in this area. */
const locationOf = (area: string, name: string | undefined): ReportLocation | undefined =>
  locations.find(({ path, names }) => path.startsWith(`${area}/reporting/`) && names.includes(name ?? ''));

/** Names of parameters in some addresses, and in the endpoints. */
const parameterNames = [
  ['endDate', 'selectedDate'],
  ['aggregateToEmployee', 'aggregateTrust'],
] as const;

/** Maps the other address of a call to its own. */
function ownAddress(address: string, query: URLSearchParams): string | undefined {
  for (const { path, pattern } of otherPaths) {
    const found = pattern.exec(address);
    if (!found) continue;
    for (const [name, value] of Object.entries(found.groups ?? {})) query.set(name, value);
    return `${path}?${query}`;
  }
  return undefined;
}

const REPORTING = /^(\/api\/[a-z-]+)\/reporting\/(?:v2\/)?([\w-]+)\/?$/i;

/**
 * Returns the URL of the endpoint that serves a report, for each address that clients may use for the report:
 *
 *     reporting/v2/{report}?selectedDate=…                  the endpoint itself
 *     reporting/v2/{report}?Parameters={"selectedDate":…}   its parameters as one JSON object
 *     reporting/{report}?format=excel
 *     reporting/report?report={report}&selectedDate=…
 *     reporting/participants                                list of participants to choose from
 *     the other address of a call (`otherPath`)
 *     …&endDate=…&aggregateToEmployee=…                     aliases of parameters
 *
 * Other addresses are returned unchanged, so that their own endpoint serves them, or the router reports them as missing.
 */
export function reportAddress(url: string): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const [, base, requestedName] = REPORTING.exec(path) ?? [];
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  if (!base || !requestedName) return ownAddress(path, query) ?? url;
  const area = base.toLowerCase();
  const isRequested = requestedName.toLowerCase() === 'report';
  if (requestedName.toLowerCase() === 'participants') return `${area}/participant/participants?${query}`;
  const location = locationOf(area, isRequested ? extractParameter(query, 'report') : requestedName.toLowerCase());
  if (!location) return url;
  if (isRequested) drop(query, 'report');
  for (const [name, value] of parametersIn(query)) query.append(name, value);
  for (const [parameter, name] of parameterNames) {
    const value = extractParameter(query, parameter);
    if (value === undefined) continue;
    drop(query, parameter);
    query.append(name, value);
  }
  // The shared address of all reports accepts a date for each of them, including reports that don't need one.
  if (isRequested && !location.parameters.includes('selectedDate')) drop(query, 'selectedDate');
  return `${location.path}?${query}`;
}

/** Query names are accepted with either case of the first letter. */
const spelled = (name: string) => [name, name.charAt(0).toUpperCase() + name.slice(1)];
const extractParameter = (query: URLSearchParams, name: string): string | undefined =>
  spelled(name).flatMap((spelling) => query.get(spelling) ?? [])[0];
const drop = (query: URLSearchParams, name: string): void => {
  for (const spelling of spelled(name)) query.delete(spelling);
};

/** Takes the JSON object out of the query. An unreadable one stays there and is refused by its name. */
function parametersIn(query: URLSearchParams): readonly (readonly [string, string])[] {
  try {
    const found: unknown = JSON.parse(extractParameter(query, 'parameters') ?? '{}');
    if (found === null || typeof found !== 'object' || Array.isArray(found)) return [];
    drop(query, 'parameters');
    return Object.entries(found).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, String(value)] as const],
    );
  } catch {
    return [];
  }
}
