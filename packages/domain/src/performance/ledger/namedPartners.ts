import { keysOfShares } from './entryType.ts';
import type { Posting } from './ledgerState.ts';

/** True if somebody entered the partners' shares of an entry. All other entries are split by the commitments. */
export const namesPartners = ({ key }: Pick<Posting, 'key'>): boolean => keysOfShares.has(key);

/** Returns the ids of the commitments that entries name. */
export const namedPartners = (postings: readonly Pick<Posting, 'key' | 'shares'>[]): ReadonlySet<string> =>
  new Set(postings.filter(namesPartners).flatMap(({ shares }) => shares.map(({ commitmentId }) => commitmentId)));

/** The maximum number of partners named in a warning or refusal. */
const MOST_NAMED = 3;

/** Lists the first partners, and counts the others. */
export function listedPartners(partners: readonly string[]): string {
  const more = partners.length - MOST_NAMED;
  const named = partners.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named;
}
