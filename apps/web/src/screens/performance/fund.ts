import type { Screen, View } from '../../frame/screenTypes.ts';
import { activityView } from '../../record/screens/annotations.ts';
import { fundCapitalAccountView } from './statements.ts';

const base = '/performance/fund';
const section = 'performanceFund';
const permission = 'fundLedger.view';
const parts = () => import('../../features/performance/fund/FundScreens.tsx');
const tables = () => import('../../features/performance/fund/FundTables.tsx');
const termsEditor = {
  section,
  permission: 'carryTerms.edit',
  load: async () => (await import('../../features/performance/fund/CarryTermsEditor.tsx')).CarryTermsEditor,
} as const;
const editor = { section, permission: 'fundLedger.edit', load: async () => (await parts()).FundEditor } as const;

/** The tabs of a fund, in order. */
const views: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/performance/fund/FundOverview.tsx')).FundOverview,
  },
  { id: 'investments', title: 'Investments', load: async () => (await tables()).FundHoldings },
  { id: 'investors', title: 'Investors', load: async () => (await tables()).FundInvestors },
  fundCapitalAccountView,
  {
    id: 'ledger',
    title: 'Ledger',
    load: async () => (await import('../../features/performance/ledger/FundLedger.tsx')).FundLedger,
  },
  {
    id: 'carry',
    title: 'Carry',
    permission: 'carryTerms.view',
    load: async () => (await import('../../features/performance/fund/FundCarry.tsx')).FundCarry,
  },
  // The documents of carry are hidden from people who may not read them there.
  { id: 'document', title: 'Documents', permission: 'document.view', load: async () => (await parts()).FundDocuments },
  activityView(),
];

/** Funds and coinvestments in the performance module. */
export const fundPerformanceScreens: readonly Screen[] = [
  {
    path: base,
    title: 'Funds',
    kind: 'list',
    section,
    permission,
    load: async () => (await import('../../features/performance/fund/FundList.tsx')).FundList,
  },
  { ...editor, path: `${base}/add`, title: 'Add fund', kind: 'add' },
  {
    ...editor,
    path: `${base}/:id/edit`,
    aliases: [`${base}/:id/:endDate/profile/edit/full-page`],
    title: 'Edit fund',
    kind: 'edit',
  },
  { ...termsEditor, path: `${base}/:fundId/carry-terms/add`, title: 'Add carry terms', kind: 'add' },
  { ...termsEditor, path: `${base}/:fundId/carry-terms/:id/edit`, title: 'Edit carry terms', kind: 'edit' },
  {
    path: `${base}/:id`,
    title: 'Fund',
    kind: 'profile',
    section,
    permission,
    load: async () => (await import('../../features/performance/fund/FundProfile.tsx')).FundProfile,
    views,
  },
];
