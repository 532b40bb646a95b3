import type { Answer } from '../../../api/operations.ts';

export type PortalHome = Answer<'getPortalHome'>;

/** Returns the address of a distribution as it paid the participant or one of their trusts. */
export const paymentHref = (distributionId: string, holder: number): string =>
  `#/participant-portal/distribution/${distributionId}${holder === 0 ? '' : `?holder=${String(holder)}`}`;
