/** A distribution uses the profile `b`: it was submitted with it, or a draft names it. */
export const isInUse = `(b.locked_at IS NOT NULL
  OR EXISTS (SELECT FROM distribution_source x WHERE x.tenant_id = b.tenant_id AND x.allocation_profile_id = b.id))`;

/** Something else refers to the profile `b`, so that it cannot go. */
const isReferredTo = `(EXISTS (SELECT FROM allocation_entry x WHERE x.tenant_id = b.tenant_id AND x.member_profile_id = b.id)
  OR EXISTS (SELECT FROM forecast_source x WHERE x.tenant_id = b.tenant_id AND x.allocation_profile_id = b.id)
  OR EXISTS (SELECT FROM realization_source x WHERE x.tenant_id = b.tenant_id AND x.allocation_profile_id = b.id))`;

const who = (column: string) =>
  `coalesce((SELECT trim(p.first_name || ' ' || p.last_name) FROM person p WHERE p.id = b.${column}), '')`;

/** The head of a profile as the contract shows it; `b` is the profile, `c` its container. */
export const headSql = `
  SELECT b.id, b.row_version AS "rowVersion", b.created_at AS "createdDate", ${who('created_by')} AS "createdBy", b.updated_at AS "updatedDate",
    ${who('updated_by')} AS "updatedBy", b.name, b.description, b.container_id AS "containerId",
    jsonb_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'code', c.code) AS container,
    coalesce(f.id, part.fund_id, v.fund_id) AS "fundId", coalesce(t.investment_id, part.investment_id, held.investment_id) AS "investmentId",
    CASE c.kind WHEN 'fund' THEN 'Fund' WHEN 'coinvestment' THEN 'Coinvestment' WHEN 'fundInvestment' THEN 'Fund Investment'
      WHEN 'coinvestmentInvestment' THEN 'Coinvestment Investment' WHEN 'entity' THEN 'Entity' WHEN 'tranche' THEN 'Tranche' ELSE 'Vintage' END AS "profileTarget",
    coalesce(b.effective_date, b.created_at::date) AS "effectiveDate", b.is_current AS "isCurrent", b.is_share_based AS "isShareBased",
    b.is_valid AS "isValid", b.version, NOT ${isInUse} AS "canEdit", NOT (b.is_current OR ${isInUse} OR ${isReferredTo}) AS "canDelete",
    b.total_shares AS "totalShares",
    coalesce(b.total_effective, (SELECT sum(e.effective) FROM allocation_entry e WHERE e.tenant_id = b.tenant_id AND e.allocation_profile_id = b.id), 0) AS "totalEffective",
    (SELECT count(*)::int FROM allocation_entry e WHERE e.tenant_id = b.tenant_id AND e.allocation_profile_id = b.id) AS "numberOfEntries"
  FROM allocation_profile b
  JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.container_id
  LEFT JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.container_id
  LEFT JOIN vintage v ON v.tenant_id = b.tenant_id AND v.id = b.container_id
  LEFT JOIN tranche t ON t.tenant_id = b.tenant_id AND t.id = b.container_id
  LEFT JOIN fund_investment part ON part.tenant_id = b.tenant_id AND part.id = coalesce(t.fund_investment_id, b.container_id)
  LEFT JOIN coinvestment_investment held ON held.tenant_id = b.tenant_id AND held.id = coalesce(t.coinvestment_investment_id, b.container_id)`;

/** The default profile of an entity, on today's members of which others are measured. */
const currentOfEntity = `(SELECT p.id FROM allocation_profile p WHERE p.tenant_id = b.tenant_id AND p.container_id = b.participant_id AND p.is_current)`;
const membersOf = (
  profile: string,
) => `(SELECT coalesce(jsonb_agg(jsonb_build_array(m.participant_id, m.effective) ORDER BY m.participant_id), '[]')
  FROM allocation_entry m WHERE m.tenant_id = b.tenant_id AND m.allocation_profile_id = ${profile})`;

/** The entity of the entry `b` was entered with other members than it has now. */
export const memberMismatch = `(b.member_mismatch OR coalesce(b.member_profile_id <> ${currentOfEntity}
  AND ${membersOf('b.member_profile_id')} <> ${membersOf(currentOfEntity)}, false))`;

/** The profile by which an entity's part is passed on: the one it was entered with, else its default one. */
export const memberProfile = `coalesce(b.member_profile_id, ${currentOfEntity})`;
