import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { displayParticipantSql } from '../../people/participant/displayParticipantSql.ts';
import { holdingParts, investedIn } from '../../portfolio/container/containerInvestments.ts';
import { profileEndedBy } from '../carryViews/weightedTranches.ts';
import { holderCondition } from './holderCondition.ts';

const sources = {
  tranche: {
    kinds: `f.kind = 'tranche'`,
    invested: '(SELECT t.invested_amount FROM tranche t WHERE t.tenant_id = f.tenant_id AND t.id = f.id)',
  },
  investment: {
    kinds: `f.kind IN ('fundInvestment', 'coinvestmentInvestment')`,
    invested: `(SELECT ${investedIn('h')} FROM ${holdingParts} h WHERE h.tenant_id = f.tenant_id AND h.id = f.id)`,
  },
} as const;
const added = ['predilute', 'fixed', 'discretionary', 'shares', 'effective'];

/**
 * Returns SQL for the tranches or investments of funds and coinvestments with the profile that applies on the date.
 * There is one row per participant, with trusts if requested. A source without a profile or entries has one row without
 * a participant.
 */
export const sourcesWithProfiles = (type: keyof typeof sources): string => {
  const { kinds, invested } = sources[type];
  return `SELECT f.tenant_id, coalesce(f.fund_id, f.coinvestment_id) AS holder,
      CASE WHEN f.fund_id IS NULL THEN 'Coinvestment' ELSE 'Fund' END AS "holderType", f.id AS source, ${currencyCodeSql('f')} AS currency,
      ${invested} AS "investedAmount", p.id AS profile, p.version, e.participant, initcap(w.kind) AS type,
      ${added.map((field) => `e.${field}`).join(', ')}
    FROM source_facts f
    LEFT JOIN LATERAL ${profileEndedBy('coalesce(:selectedDate::date, :today::date)')} p ON true
    LEFT JOIN LATERAL (
      SELECT s.id AS participant, ${added.map((field) => `sum(x.${field}) AS ${field}`).join(', ')}
      FROM allocation_entry x
      JOIN ${displayParticipantSql('coalesce(:aggregateTrust::boolean, false)')} s ON s.tenant_id = x.tenant_id AND s.own_id = x.participant_id
      WHERE x.tenant_id = f.tenant_id AND x.allocation_profile_id = p.id GROUP BY s.id) e ON true
    LEFT JOIN participant w ON w.tenant_id = f.tenant_id AND w.id = e.participant
    WHERE ${kinds} AND ${holderCondition}`;
};
