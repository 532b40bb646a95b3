import type { Answer } from '../../../api/operations.ts';

export type PortalHome = Answer<'getPortalHome'>;

/** The page of a distribution, as it paid one of the own holders. */
export const paymentHref = (distributionId: string, holder: number): string =>
  `#/participant-portal/distribution/${distributionId}${holder === 0 ? '' : `?holder=${String(holder)}`}`;
