import { emptyId } from '@carrara/contract/core/kinds';

/** A record as the live channel or the trail of changes names it. */
export interface RecordAt {
  /** The concept: `Fund`, or `fund`. */
  readonly type: string;
  readonly id: string;
  /** The record that it hangs on. */
  readonly containerId?: string | null | undefined;
}

const places: Readonly<Record<string, (id: string) => string>> = {
  fund: (id) => `#/carry/fund/${id}/profile/overview`,
  coinvestment: (id) => `#/carry/coinvestment/${id}/profile/overview`,
  investment: (id) => `#/carry/investment/${id}/profile/tranche`,
  employee: (id) => `#/carry/employee/${id}/profile/overview`,
  trust: (id) => `#/carry/trust/${id}/profile/overview`,
  entity: (id) => `#/carry/entity/${id}/profile/overview`,
  vintage: (id) => `#/carry/vintage/${id}/profile/transactions`,
  vestingSchedule: (id) => `#/carry/settings/vestingDetail/${id}`,
  taxProfile: (id) => `#/carry/settings/taxDetail/${id}`,
  allocationProfile: (id) => `#/carry/allocation/${id}/profile/overview`,
  distribution: (id) => `#/carry/distribution/${id}/overview`,
  user: (id) => `#/carry/settings/userProfile/${id}`,
  group: (id) => `#/carry/settings/groupProfile/${id}`,
  upload: (id) => `#/carry/datamanagement/uploads/${id}`,
};

/** What is shown on a screen of many, whichever record it is. */
const shared: Readonly<Record<string, string>> = {
  reference: '#/carry/settings/reference',
  currencyPair: '#/carry/settings/reference/currency-pair',
  exchangeRate: '#/carry/settings/fx',
  tenant: '#/appsettings',
};

/** Where many records of a kind are listed. */
const lists: Readonly<Record<string, string>> = {
  fund: '#/carry/fund',
  coinvestment: '#/carry/coinvestment',
  investment: '#/carry/investment',
  employee: '#/carry/participant/employee',
  trust: '#/carry/participant/trust',
  entity: '#/carry/participant/entity',
  vintage: '#/carry/vintage',
  vestingSchedule: '#/carry/settings/vesting',
  taxProfile: '#/carry/settings/taxes',
  distribution: '#/carry/distribution',
  user: '#/carry/settings/user',
  group: '#/carry/settings/group',
  upload: '#/carry/datamanagement',
};

/** What has no screen of its own and is shown with the record that it hangs on: the kind of that record, where it is always the same. */
const below: Readonly<Record<string, ((containerId: string) => string | undefined) | undefined>> = {
  fundInvestment: places['investment'],
  coinvestmentInvestment: places['investment'],
  accountEntry: places['distribution'],
  escrowEntry: places['distribution'],
};

/** Where a record is shown: on its own screen, else with the record that it hangs on; undefined where it is shown nowhere. */
export function placeOfRecord({ type, id, containerId }: RecordAt): string | undefined {
  const kind = type.charAt(0).toLowerCase() + type.slice(1);
  if (shared[kind]) return shared[kind];
  if (id === emptyId) return lists[kind];
  if (kind === 'tranche') return containerId ? `#/carry/investment/${containerId}/tranche/${id}/profile` : undefined;
  const own = places[kind]?.(id);
  if (own) return own;
  return containerId ? (below[kind]?.(containerId) ?? `#/navigation/${containerId}`) : undefined;
}

/** Where what a record hung on is shown, for one that is not there any more. */
export const placeOfContainer = (containerId: string | null | undefined): string | undefined =>
  containerId ? `#/navigation/${containerId}` : undefined;
