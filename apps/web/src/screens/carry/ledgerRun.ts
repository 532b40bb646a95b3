import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';

const views: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/carry/ledgerRun/LedgerRunOverview.tsx')).LedgerRunOverview,
  },
  documentView('ledgerRun'),
  activityView(),
];
const editor = async () => (await import('../../features/carry/ledgerRun/LedgerRunEditor.tsx')).LedgerRunEditor;
const ofRuns = { section: 'ledger' } as const;

export const ledgerRunScreens: readonly Screen[] = [
  {
    ...ofRuns,
    path: '/carry/ledger',
    title: 'Escrow and balances',
    kind: 'list',
    permission: 'ledgerRun.view',
    load: async () => (await import('../../features/carry/ledgerRun/LedgerRunList.tsx')).LedgerRunList,
  },
  {
    ...ofRuns,
    path: '/carry/ledger/create',
    title: 'Create ledger run',
    kind: 'add',
    permission: 'ledgerRun.edit',
    load: editor,
  },
  {
    ...ofRuns,
    path: '/carry/ledger/:id/edit',
    title: 'Edit ledger run',
    kind: 'edit',
    permission: 'ledgerRun.edit',
    load: editor,
  },
  {
    ...ofRuns,
    path: '/carry/ledger/:id',
    title: 'Ledger run',
    kind: 'profile',
    permission: 'ledgerRun.view',
    load: async () => (await import('../../features/carry/ledgerRun/LedgerRunScreen.tsx')).LedgerRunScreen,
    views,
  },
];
