import type { View } from '../../frame/screenTypes.ts';

/** Returns the tab with the participants' balances at a container and below it, as of any date. */
export const balanceView = (kind: 'Fund' | 'Coinvestment' | 'Investment'): View => ({
  id: 'investorBalance',
  title: 'Investor balances',
  permission: 'participant.view',
  load: async () => (await import('../../features/portfolio/fund/InvestorBalances.tsx')).investorBalancesView(kind),
});
