import { callsByConcept } from '@carrara/contract/contract';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { type Application, permissionRequirement } from '@carrara/contract/core/permissions';
import type { ListDefinition } from '@carrara/contract/core/paging';
import type { ReportDefinition } from '@carrara/contract/core/report';

export type ListCall = Endpoint & { readonly list: ListDefinition };
export type ReportCall = ListCall & { readonly report: ReportDefinition };

/** `listFundInvestments` is `list-fund-investments`, `selectedDate` is `selected-date`. */
export const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every call of the contract by its name. */
export const calls: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(callsByConcept).flatMap((endpoints) => Object.entries(endpoints)),
);

const isList = (endpoint: Endpoint): endpoint is ListCall => endpoint.list !== undefined;
const isReport = (endpoint: Endpoint): endpoint is ReportCall => endpoint.report !== undefined;

/** Every report by its name. */
export const reportCalls: ReadonlyMap<string, ReportCall> = new Map(
  [...calls.values()].filter(isReport).map((endpoint) => [endpoint.report.name, endpoint]),
);

/** Every other list by its name here: `funds`, `fund-investments`. */
export const listCalls: ReadonlyMap<string, ListCall> = new Map(
  [...calls].flatMap(([name, endpoint]) =>
    isList(endpoint) && !isReport(endpoint) ? [[kebabCase(name).replace(/^list-/, ''), endpoint] as const] : [],
  ),
);

/** Returns the name of another list with the same title that needs no record, in one of the modules. */
export const otherList = (call: ListCall, modules: readonly Application[]): string | undefined =>
  [...listCalls].find(
    ([, { list, params, permission }]) =>
      list.title === call.list.title &&
      params === undefined &&
      permission !== 'public' &&
      permission !== 'signedIn' &&
      permission !== 'member' &&
      permission !== 'staff' &&
      permissionRequirement(permission).applications.some((application) => modules.includes(application)),
  )?.[0];

/** The parameters of every list, in addition to its own filters. */
const pageParameters = ['startPage', 'pageSize', 'sortColumn', 'sortAsc', 'searchQuery', 'format'] as const;

/** The filters of a list or a report. */
export const queryFilters = ({ query }: Endpoint): readonly string[] =>
  Object.keys(query?.shape ?? {}).filter((name) => !(pageParameters as readonly string[]).includes(name));
