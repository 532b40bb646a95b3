/**
 * What a report about funds and coinvestments is narrowed to: sources `f` of the fund, of the coinvestment, or of both where both are named. A parameter
 * that is not given is null.
 */
export const ofHolder =
  '(coalesce(:fundId::uuid, :coinvestmentId::uuid) IS NULL OR f.fund_id = :fundId::uuid OR f.coinvestment_id = :coinvestmentId::uuid)';
