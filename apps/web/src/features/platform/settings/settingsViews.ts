import { moduleOfPath } from '@carrara/contract/core/modules';
import type { Application } from '@carrara/contract/core/permissions';
import {
  currencyPairView,
  type ReferenceType,
  referenceTypes,
} from '@carrara/contract/platform/reference/referenceTypes';

export interface SubViewGroup {
  readonly title: string;
  readonly views: readonly { readonly name: string; readonly title: string }[];
}

const referenceGroups: Readonly<Record<string, readonly ReferenceType[]>> = {
  General: ['country', 'currency', 'region', 'platform', 'document-category'],
  Funds: ['fund-family', 'fund-status', 'coinvestment-status'],
  Investments: ['investment-status', 'investment-type', 'sector', 'sub-sector', 'industry', 'tranche-status'],
  Deals: ['deal-type', 'deal-sub-type', 'deal-source', 'exit-method', 'exit-buyer-type', 'geo-region'],
  Valuation: ['debt-type', 'equity-type', 'valuation-method'],
  Investors: ['investor-type'],
  Participants: ['participant-class', 'title', 'office', 'trust-type', 'entity-type', 'tax-characterization'],
};

const reference: readonly SubViewGroup[] = Object.entries(referenceGroups).map(([title, types]) => ({
  title,
  views: [
    ...types.map((name) => ({ name, title: referenceTypes[name] })),
    ...(title === 'General' ? [currencyPairView] : []),
  ],
}));

const fx: readonly SubViewGroup[] = [
  {
    title: 'Exchange rates',
    views: [
      { name: 'rates', title: 'Rates of a day' },
      { name: 'history', title: 'Entered rates' },
    ],
  },
];

export const subViews = (view: string): readonly SubViewGroup[] =>
  view === 'reference' ? reference : view === 'fx' ? fx : [];

/** Returns the module whose settings are open. Addresses without a module belong to carry. */
export const settingsModule = (pathname: string): Application => moduleOfPath(pathname) ?? 'carry';

/** The views that have a page. The server's list determines which of them the person may open. */
export const settingsScreens: readonly string[] = [
  'user',
  'group',
  'apiToken',
  'reference',
  'fx',
  'activity',
  'menu',
  'mail',
  'vesting',
  'taxes',
  'payAccess',
  'payRead',
  'approvals',
  'letters',
  'portal',
];
