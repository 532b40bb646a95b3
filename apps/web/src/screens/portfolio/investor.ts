import type { Redirect, Screen } from '../../frame/screenTypes.ts';
import { activityView, documentView } from '../../record/screens/annotations.ts';
import { investorStatementViews } from '../performance/statements.ts';

const base = '/performance/investor';
const section = 'investor';
const parts = () => import('../../features/portfolio/investor/InvestorScreens.tsx');
const editor = { section, permission: 'investor.edit', load: async () => (await parts()).InvestorEditor } as const;

/** The investors in funds and coinvestments. */
export const investorScreens: readonly Screen[] = [
  {
    path: base,
    title: 'Investors',
    kind: 'list',
    section,
    permission: 'investor.view',
    load: async () => (await parts()).InvestorList,
  },
  { ...editor, path: `${base}/add`, title: 'Add investor', kind: 'add' },
  { ...editor, path: `${base}/:id/edit`, title: 'Edit investor', kind: 'edit' },
  {
    path: `${base}/:id`,
    title: 'Investor',
    kind: 'profile',
    section,
    permission: 'investor.view',
    load: async () => (await import('../../features/performance/investor/InvestorProfile.tsx')).InvestorProfile,
    views: [
      {
        id: 'overview',
        title: 'Overview',
        load: async () => (await import('../../features/performance/investor/InvestorOverview.tsx')).InvestorOverview,
      },
      ...investorStatementViews,
      documentView('investor'),
      activityView(),
    ],
  },
];
export const investorRedirects: readonly Redirect[] = [
  { from: `${base}/:id/profile/:view?`, to: `${base}/:id/:view?` },
];
