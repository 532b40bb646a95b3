import type { Section } from '../frame/screenTypes.ts';

const carry = { module: 'carry', group: 'Carry' } as const;
const setup = { module: 'carry', group: 'Setup' } as const;

/** The parts of each module, in the order of its sidebar. */
export const sections: readonly Section[] = [
  {
    ...carry,
    id: 'participant',
    title: 'Participants',
    icon: 'participants',
    path: '/carry/participant',
    permission: 'participant.view',
  },
  { ...carry, id: 'fund', title: 'Funds', icon: 'funds', path: '/carry/fund', permission: 'fund.view' },
  {
    ...carry,
    id: 'coinvestment',
    title: 'Coinvestments',
    icon: 'coinvestments',
    path: '/carry/coinvestment',
    permission: 'coinvestment.view',
  },
  {
    ...carry,
    id: 'investment',
    title: 'Investments',
    icon: 'investments',
    path: '/carry/investment',
    permission: 'investment.view',
  },
  {
    ...carry,
    id: 'vintage',
    title: 'Vintages',
    icon: 'vintages',
    path: '/carry/vintage',
    permission: 'vintage.view',
  },
  {
    ...carry,
    id: 'distribution',
    title: 'Distributions',
    icon: 'distributions',
    path: '/carry/distribution',
    permission: 'distribution.view',
  },
  {
    ...setup,
    id: 'vesting',
    title: 'Vesting schedules',
    icon: 'vesting',
    path: '/carry/settings/vesting',
    permission: 'vesting.view',
  },
  {
    ...setup,
    id: 'taxes',
    title: 'Tax profiles',
    icon: 'taxes',
    path: '/carry/settings/taxes',
    permission: 'taxProfile.view',
  },
  {
    ...setup,
    id: 'datamanagement',
    title: 'Data management',
    icon: 'data',
    path: '/carry/datamanagement',
    permission: 'upload.view',
  },
  {
    ...setup,
    id: 'settings',
    title: 'Settings',
    icon: 'settings',
    path: '/carry/settings',
    permission: 'reference.view',
  },
];
