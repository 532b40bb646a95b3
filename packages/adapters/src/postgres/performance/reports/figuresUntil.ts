/** The figures of a subject at the reporting date that a report is asked with (`:endDate`, else the last): the last that there are until then. */
export const figuresUntil = (subject: 'VEHICLE' | 'COMMITMENT' | 'HOLDING', of: string): string =>
  `JOIN LATERAL (SELECT g.* FROM period_figure g WHERE g.tenant_id = ${of}.tenant_id AND g.subject = '${subject}' AND g.subject_id = ${of}.id
     AND (:endDate::date IS NULL OR g.period_end <= :endDate::date) ORDER BY g.period_end DESC LIMIT 1) f ON true
   JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id`;

/** The parts of investments that vehicles hold. */
export const heldParts = `(SELECT x.tenant_id, x.id, x.investment_id, x.fund_id AS vehicle_id FROM fund_investment x
  UNION ALL SELECT x.tenant_id, x.id, x.investment_id, x.coinvestment_id FROM coinvestment_investment x)`;
