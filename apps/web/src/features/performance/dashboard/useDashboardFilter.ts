import { useSearchParams } from 'react-router-dom';
import { type DashboardFilter, filterByFamily, filterByFund } from './dashboardFilter.ts';

const names = { fundId: 'fund', fundFamilyId: 'strategy' } as const;
const periodName = 'period';

/** The periods to choose from. The default is since inception. */
export const periods = [
  { value: 'ITD', label: 'ITD' },
  { value: 'YTD', label: 'YTD' },
  { value: 'QTD', label: 'QTD' },
] as const;
const defaultPeriod = 'ITD';

/** Manages the filter of the dashboard in the address. */
export function useDashboardFilter() {
  const [query, setQuery] = useSearchParams();
  const filter: DashboardFilter = {
    fundId: query.get(names.fundId) ?? undefined,
    fundFamilyId: query.get(names.fundFamilyId) ?? undefined,
  };
  const requested = query.get(periodName);
  const set = (next: DashboardFilter) =>
    setQuery((before) => {
      for (const [field, name] of Object.entries(names)) {
        const value = next[field as keyof DashboardFilter];
        if (value) before.set(name, value);
        else before.delete(name);
      }
      return before;
    });
  return {
    filter,
    period: periods.find(({ value }) => value === requested)?.value ?? defaultPeriod,
    chooseFund: (id: string | null | undefined) => set(filterByFund(filter, id)),
    chooseFamily: (id: string | null | undefined) => set(filterByFamily(filter, id)),
    choosePeriod: (period: string) =>
      setQuery((before) => {
        if (period === defaultPeriod) before.delete(periodName);
        else before.set(periodName, period);
        return before;
      }),
  };
}
