import type { View } from '../../frame/screenTypes.ts';

/** The funds and coinvestments of a firm, as a tab of its profile. */
export const firmFundsView: View = {
  id: 'funds',
  title: 'Funds',
  permission: 'fundLedger.view',
  load: async () => (await import('../../features/performance/firm/FirmScreens.tsx')).FirmFunds,
};
