/**
 * SQL that limits a report to sources `f` of the fund, of the coinvestment, or of both if both are given. A missing
 * parameter is null.
 */
export const holderCondition =
  '(coalesce(:fundId::uuid, :coinvestmentId::uuid) IS NULL OR f.fund_id = :fundId::uuid OR f.coinvestment_id = :coinvestmentId::uuid)';
