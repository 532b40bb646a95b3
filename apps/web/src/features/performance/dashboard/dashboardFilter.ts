/** What a dashboard is narrowed to: one fund, or the funds of one family. */
export interface DashboardFilter {
  readonly fundId?: string | undefined;
  readonly fundFamilyId?: string | undefined;
}

/** Choosing a fund clears the family, and chosen again it is cleared itself. */
export const withFund = (filter: DashboardFilter, fundId: string | null | undefined): DashboardFilter =>
  !fundId || filter.fundId === fundId ? {} : { fundId };

/** Choosing a family again clears it; a fund that was chosen is another question. */
export const withFamily = (filter: DashboardFilter, fundFamilyId: string | null | undefined): DashboardFilter =>
  !fundFamilyId || filter.fundFamilyId === fundFamilyId ? {} : { fundFamilyId };
