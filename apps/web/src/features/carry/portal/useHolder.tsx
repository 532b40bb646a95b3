import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { useInAddress } from '../../../period/useInAddress.ts';

export type PortalHome = Answer<'getPortalHome'>;

/** Of whom the page tells: oneself, or an own trust, which the address names by its place. */
export function useHolder(): {
  readonly holder: number;
  readonly home: PortalHome | undefined;
  readonly choice: ReactNode;
} {
  const [asked, choose] = useInAddress('holder');
  const { data: home } = useRead('getPortalHome', undefined);
  const holder = Number(asked ?? 0) || 0;
  const holders = home?.holders ?? [];
  const choice =
    holders.length > 1 ? (
      <Select
        label="Held by"
        w={280}
        maw="100%"
        allowDeselect={false}
        data={holders.map((one) => ({ value: String(one.holder), label: one.name }))}
        value={String(holder)}
        onChange={(next) => choose(next === '0' ? null : next)}
      />
    ) : null;
  return { holder, home, choice };
}

const base = '#/participant-portal';
/** The page of a distribution, as it paid one of the own holders. */
export const paymentHref = (distributionId: string, holder: number): string =>
  `${base}/distribution/${distributionId}${holder === 0 ? '' : `?holder=${String(holder)}`}`;
