/** The filter of the dashboard: one fund, or the funds of one family. */
export interface DashboardFilter {
  readonly fundId?: string | undefined;
  readonly fundFamilyId?: string | undefined;
}

/** Filters by a fund and clears the family. Choosing the same fund again clears the filter. */
export const filterByFund = (filter: DashboardFilter, fundId: string | null | undefined): DashboardFilter =>
  !fundId || filter.fundId === fundId ? {} : { fundId };

/** Filters by a family and clears the fund. Choosing the same family again clears the filter. */
export const filterByFamily = (filter: DashboardFilter, fundFamilyId: string | null | undefined): DashboardFilter =>
  !fundFamilyId || filter.fundFamilyId === fundFamilyId ? {} : { fundFamilyId };
