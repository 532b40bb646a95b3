interface MainTerms {
  readonly carry: string;
  /** In percent. Zero means no tier, and null a tier without a rate. */
  readonly hurdle: string | null;
  readonly catchUp: string | null;
  readonly effectiveDate?: string;
}

/** Returns a version of whole-fund carry terms, to save. */
export function wholeFundTerms(
  vehicleId: string,
  { carry, hurdle, catchUp, effectiveDate = '2000-01-01' }: MainTerms = { carry: '20', hurdle: '8', catchUp: '100' },
) {
  const tiers = [
    { kind: { code: 'RETURN_OF_CAPITAL' } },
    ...(hurdle === '0' ? [] : [{ kind: { code: 'PREFERRED_RETURN' }, rate: hurdle }]),
    ...(catchUp === '0' ? [] : [{ kind: { code: 'CATCH_UP' }, gpShare: catchUp, target: carry }]),
    { kind: { code: 'SPLIT' }, gpShare: carry },
  ];
  return { vehicle: { id: vehicleId }, effectiveDate, basis: { code: 'WHOLE_FUND' }, tiers };
}
