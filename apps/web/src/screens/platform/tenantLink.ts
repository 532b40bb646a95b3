import type { Redirect, Screen } from '../../frame/screenTypes.ts';

const base = '/performance/datamanagement/tenantlinkrequest';
const transfers = '/performance/datamanagement/tenantlinkdatatransfer';

/** Links with other tenants and data transfers, in the data management of the performance module. */
export const tenantLinkScreens: readonly Screen[] = [
  {
    path: base,
    aliases: [`${base}/pending`, `${base}/resolved`],
    title: 'Tenant links',
    kind: 'list',
    section: 'performanceData',
    permission: 'tenantLink.view',
    load: async () => (await import('../../features/platform/tenantLink/TenantLinks.tsx')).TenantLinks,
  },
  {
    path: transfers,
    aliases: [`${transfers}/pending`, `${transfers}/resolved`],
    title: 'Data transfers',
    kind: 'list',
    section: 'performanceData',
    permission: 'dataTransfer.view',
    load: async () => (await import('../../features/platform/dataTransfer/DataTransfers.tsx')).DataTransfers,
  },
  {
    path: `${transfers}/:id`,
    title: 'Data transfer',
    kind: 'profile',
    section: 'performanceData',
    permission: 'dataTransfer.view',
    load: async () => (await import('../../features/platform/dataTransfer/TransferReview.tsx')).TransferReview,
  },
];
export const tenantLinkRedirects: readonly Redirect[] = [
  { from: '/performance/settings/tenantlinkrequest', to: base },
  { from: '/performance/settings/tenantlinkrequest/pending', to: `${base}/pending` },
  { from: '/performance/settings/tenantlinkrequest/resolved', to: `${base}/resolved` },
  { from: '/performance/settings/tenantlinkrequest/:id/profile/overview', to: `${base}/pending` },
  { from: '/performance/tenantlinkrequest/:id/profile/overview', to: `${base}/pending` },
  { from: `${transfers}/:id/profile/overview`, to: `${transfers}/:id` },
  { from: `${base}/:id/profile/overview`, to: `${base}/pending` },
];
