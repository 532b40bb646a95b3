import type { Screen, Section } from '../frame/screenTypes.ts';

const base = '/participant-portal';
const page = { module: 'participant-portal', group: 'Your carry', permission: 'portal.view' } as const;
const documents = async () => import('../features/carry/portal/PortalDocuments.tsx');
const lists = async () => import('../features/carry/portal/PortalLists.tsx');

/** The sections of the participant portal. The firm's settings determine which of them are offered. */
export const portalSections: readonly Section[] = [
  { ...page, id: 'portal', title: 'Overview', icon: 'home', path: base },
  { ...page, id: 'portalAllocation', title: 'Allocations', icon: 'merge', path: `${base}/allocation` },
  { ...page, id: 'portalVesting', title: 'Vesting', icon: 'timeline', path: `${base}/vesting` },
  { ...page, id: 'portalCarryAtNav', title: 'Carry at NAV', icon: 'trending', path: `${base}/carry-at-nav` },
  { ...page, id: 'portalLeaving', title: 'Leaving', icon: 'calendar', path: `${base}/leaving` },
  { ...page, id: 'portalDistribution', title: 'Distributions', icon: 'coins', path: `${base}/distribution` },
  { ...page, id: 'portalForecast', title: 'Forecasts', icon: 'forecast', path: `${base}/forecast` },
  { ...page, id: 'portalTax', title: 'Tax', icon: 'receipt', path: `${base}/tax` },
  { ...page, id: 'portalDocument', title: 'Documents', icon: 'report', path: `${base}/document` },
  { ...page, id: 'portalPay', title: 'Pay', icon: 'briefcase', path: `${base}/pay` },
];

const loads: Readonly<Record<string, Screen['load']>> = {
  portal: async () => (await import('../features/carry/portal/PortalHome.tsx')).PortalHome,
  portalAllocation: async () => (await lists()).PortalAllocations,
  portalVesting: async () => (await import('../features/carry/portal/PortalVesting.tsx')).PortalVesting,
  portalCarryAtNav: async () => (await import('../features/carry/portal/PortalCarryAtNav.tsx')).PortalCarryAtNav,
  portalLeaving: async () => (await import('../features/carry/portal/PortalLeaving.tsx')).PortalLeaving,
  portalDistribution: async () => (await lists()).PortalDistributions,
  portalForecast: async () => (await lists()).PortalForecasts,
  portalTax: async () => (await import('../features/carry/portal/PortalTax.tsx')).PortalTax,
  portalDocument: async () => (await documents()).PortalDocuments,
  portalPay: async () => (await documents()).PortalPay,
};

/** The pages of a participant, limited to their own carry. */
export const portalScreens: readonly Screen[] = [
  ...portalSections.map(({ id: section, path, title, permission }): Screen => {
    const load = loads[section];
    if (!load) throw new Error(`the portal has no screen ${section}`);
    return { path, title, kind: 'list', section, permission, load };
  }),
  {
    path: `${base}/distribution/:id`,
    title: 'Distribution',
    kind: 'profile',
    section: 'portalDistribution',
    permission: 'portal.view',
    load: async () => (await import('../features/carry/portal/PortalDistribution.tsx')).PortalDistribution,
  },
  {
    path: `${base}/document/:id`,
    title: 'Document',
    kind: 'profile',
    section: 'portalDocument',
    permission: 'portal.view',
    load: async () => (await import('../features/carry/portal/PortalDocument.tsx')).PortalDocument,
  },
];

/** The pages of document releases, for the people who release them. */
export const deliveryScreens: readonly Screen[] = [
  {
    path: '/carry/delivery',
    title: 'Deliveries',
    kind: 'list',
    section: 'delivery',
    permission: 'delivery.view',
    load: async () => (await import('../features/platform/delivery/DeliveryList.tsx')).DeliveryList,
  },
  {
    path: '/carry/delivery/:id',
    title: 'Delivery',
    kind: 'profile',
    section: 'delivery',
    permission: 'delivery.view',
    load: async () => (await import('../features/platform/delivery/DeliveryProfile.tsx')).DeliveryProfile,
  },
];
