import type { Phase } from '../sessionSlice.ts';

/** The page of each phase of a session. In the phase `ready`, the address decides. */
const pages: Readonly<Record<Phase, string | undefined>> = {
  starting: undefined,
  unreachable: undefined,
  signedOut: '/login',
  factorDue: '/second-factor',
  factorRequired: '/second-factor',
  passwordDue: '/new-password',
  choosing: '/select-tenant',
  noApplications: '/no-applications',
  settingsFailed: '/settings-load-failure',
  ready: undefined,
  expired: undefined,
};

export const pageOfPhase = (phase: Phase): string | undefined => pages[phase];
