import type { Screen, View } from '../../frame/screenTypes.ts';
import { activityView } from '../../record/annotations.ts';
import { fundCapitalAccountView } from '../performance/statements.ts';

const base = '/performance/fund';
const section = 'performanceFund';
const parts = () => import('../../features/portfolio/vehicle/VehicleScreens.tsx');
const editor = { section, permission: 'fundLedger.edit', load: async () => (await parts()).VehicleEditor } as const;

/** The funds and coinvestments of a firm, as a tab of its profile. */
export const firmFundsView: View = {
  id: 'funds',
  title: 'Funds',
  permission: 'fundLedger.view',
  load: async () => (await parts()).FirmFunds,
};

/** Funds and coinvestments as performance knows them. */
export const vehicleScreens: readonly Screen[] = [
  {
    path: base,
    title: 'Funds',
    kind: 'list',
    section,
    permission: 'fundLedger.view',
    load: async () => (await parts()).VehicleList,
  },
  { ...editor, path: `${base}/add`, title: 'Add fund', kind: 'add' },
  {
    ...editor,
    path: `${base}/:id/edit`,
    aliases: [`${base}/:id/:endDate/profile/edit/full-page`],
    title: 'Edit fund',
    kind: 'edit',
  },
  {
    path: `${base}/:id`,
    title: 'Fund',
    kind: 'profile',
    section,
    permission: 'fundLedger.view',
    load: async () => (await parts()).VehicleProfile,
    views: [
      { id: 'overview', title: 'Overview', load: async () => (await parts()).VehicleOverview },
      fundCapitalAccountView,
      // Notes, documents and what happened hang on the record that carry has: they are for who may read it there.
      {
        id: 'document',
        title: 'Documents',
        permission: 'fund.view',
        load: async () => (await parts()).VehicleDocuments,
      },
      { ...activityView(), permission: 'fund.view' },
    ],
  },
];
