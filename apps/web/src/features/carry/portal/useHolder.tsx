import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/calls.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import type { PortalHome } from './portalHome.ts';

/** Returns the holder that the page displays: the participant or one of their trusts, chosen by its index in the address. */
export function useHolder(): {
  readonly holder: number;
  readonly home: PortalHome | undefined;
  readonly choice: ReactNode;
} {
  const [requested, choose] = useInAddress('holder');
  const { data: home } = useRead('getPortalHome', undefined);
  const holder = Number(requested ?? 0) || 0;
  const holders = home?.holders ?? [];
  const choice =
    holders.length > 1 ? (
      <Select
        label="Held by"
        w={280}
        maw="100%"
        allowDeselect={false}
        data={holders.map((item) => ({ value: String(item.holder), label: item.name }))}
        value={String(holder)}
        onChange={(next) => choose(next === '0' ? null : next)}
      />
    ) : null;
  return { holder, home, choice };
}
