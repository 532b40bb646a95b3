import type { View } from '../../frame/screenTypes.ts';

const parts = () => import('../../features/portfolio/vehicle/VehicleScreens.tsx');

/** The funds and coinvestments of a firm, as a tab of its profile. */
export const firmFundsView: View = {
  id: 'funds',
  title: 'Funds',
  permission: 'fundLedger.view',
  load: async () => (await parts()).FirmFunds,
};
