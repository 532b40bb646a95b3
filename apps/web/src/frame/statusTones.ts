import type { Tone } from '@carrara/ui/value/StatusBadge.tsx';

/** The tone of each status: distributions, releases, people and allocation profiles. All others are neutral. */
export const statusTones: Readonly<Record<string, Tone>> = {
  DRAFT: 'neutral',
  SUB: 'warn',
  APP: 'ok',
  REJ: 'bad',
  DISB: 'info',
  POSTED: 'info',
  REL: 'info',
  WDR: 'bad',
  ACTIVE: 'ok',
  TERMINATED: 'neutral',
  DEFAULT: 'ok',
  INVALID: 'warn',
};
