import { modules } from '@carrara/contract/modules';
import type { Application } from '@carrara/contract/permissions';

export interface SubViewGroup {
  readonly title: string;
  readonly views: readonly { readonly name: string; readonly title: string }[];
}

const reference: readonly SubViewGroup[] = [
  {
    title: 'General',
    views: [
      { name: 'country', title: 'Countries' },
      { name: 'currency', title: 'Currencies' },
      { name: 'region', title: 'Regions' },
      { name: 'platform', title: 'Platforms' },
      { name: 'document-category', title: 'Document categories' },
    ],
  },
  {
    title: 'Funds',
    views: [
      { name: 'fund-family', title: 'Fund families' },
      { name: 'fund-status', title: 'Fund statuses' },
      { name: 'coinvestment-status', title: 'Coinvestment statuses' },
    ],
  },
  {
    title: 'Investments',
    views: [
      { name: 'investment-status', title: 'Investment statuses' },
      { name: 'investment-type', title: 'Investment types' },
      { name: 'sector', title: 'Sectors' },
      { name: 'industry', title: 'Industries' },
      { name: 'tranche-status', title: 'Tranche statuses' },
    ],
  },
  {
    title: 'Participants',
    views: [
      { name: 'participant-class', title: 'Participant classes' },
      { name: 'title', title: 'Titles' },
      { name: 'office', title: 'Offices' },
      { name: 'trust-type', title: 'Trust types' },
      { name: 'entity-type', title: 'Entity types' },
      { name: 'tax-characterization', title: 'Tax characterizations' },
    ],
  },
];

/** The sub-views of a settings view, in their groups. */
export const subViewsOf = (view: string): readonly SubViewGroup[] => (view === 'reference' ? reference : []);

/** The module whose settings are open; addresses without one belong to carry. */
export function moduleOf(pathname: string): Application {
  const first = pathname.split('/')[1] ?? '';
  return first in modules ? (first as Application) : 'carry';
}

/** The views that have a screen; the server's list says which of them this person may open. */
export const settingsScreens: readonly string[] = ['user', 'group', 'reference', 'vesting', 'taxes'];
