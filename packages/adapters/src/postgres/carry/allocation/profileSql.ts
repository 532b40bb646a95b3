import { personName } from '../../engine/texts/personName.ts';
/** SQL that is true if a distribution uses the profile `b`: it was submitted with it, or a draft names it. */
export const isInUse = `(b.locked_at IS NOT NULL
  OR EXISTS (SELECT FROM distribution_source x WHERE x.tenant_id = b.tenant_id AND x.allocation_profile_id = b.id))`;

/** SQL that is true if something else refers to the profile `b`, so that it can't be deleted. */
const isReferredTo = `(EXISTS (SELECT FROM allocation_entry x WHERE x.tenant_id = b.tenant_id AND x.member_profile_id = b.id)
  OR EXISTS (SELECT FROM forecast_source x WHERE x.tenant_id = b.tenant_id AND x.allocation_profile_id = b.id)
  OR EXISTS (SELECT FROM realization_source x WHERE x.tenant_id = b.tenant_id AND x.allocation_profile_id = b.id))`;

const personAt = (column: string) => personName(`b.${column}`);

/** SQL for the head of a profile as the contract returns it. `b` is the profile, `c` its container. */
export const headSql = `
  SELECT b.id, b.row_version AS "rowVersion", b.created_at AS "createdDate", ${personAt('created_by')} AS "createdBy", b.updated_at AS "updatedDate",
    ${personAt('updated_by')} AS "updatedBy", b.name, b.description, b.container_id AS "containerId",
    jsonb_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'code', c.code) AS container,
    coalesce(f.id, part.fund_id, v.fund_id) AS "fundId", coalesce(t.investment_id, part.investment_id, holding.investment_id) AS "investmentId",
    CASE c.kind WHEN 'fund' THEN 'Fund' WHEN 'coinvestment' THEN 'Coinvestment' WHEN 'fundInvestment' THEN 'Fund Investment'
      WHEN 'coinvestmentInvestment' THEN 'Coinvestment Investment' WHEN 'entity' THEN 'Entity' WHEN 'tranche' THEN 'Tranche' ELSE 'Vintage' END AS "profileTarget",
    coalesce(b.effective_date, b.created_at::date) AS "effectiveDate", b.is_current AS "isCurrent", b.is_share_based AS "isShareBased",
    b.is_valid AS "isValid", b.version, NOT ${isInUse} AS "canEdit", NOT (${isInUse} OR ${isReferredTo}) AS "canDelete",
    b.total_shares AS "totalShares",
    coalesce(b.total_effective, (SELECT sum(e.effective) FROM allocation_entry e WHERE e.tenant_id = b.tenant_id AND e.allocation_profile_id = b.id), 0) AS "totalEffective",
    (SELECT count(*)::int FROM allocation_entry e WHERE e.tenant_id = b.tenant_id AND e.allocation_profile_id = b.id) AS "numberOfEntries"
  FROM allocation_profile b
  JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.container_id
  LEFT JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.container_id
  LEFT JOIN vintage v ON v.tenant_id = b.tenant_id AND v.id = b.container_id
  LEFT JOIN tranche t ON t.tenant_id = b.tenant_id AND t.id = b.container_id
  LEFT JOIN fund_investment part ON part.tenant_id = b.tenant_id AND part.id = coalesce(t.fund_investment_id, b.container_id)
  LEFT JOIN coinvestment_investment holding ON holding.tenant_id = b.tenant_id AND holding.id = coalesce(t.coinvestment_investment_id, b.container_id)`;

/** SQL for the default profile of an entry's entity. Other profiles are compared with its members as of today. */
const currentOfEntity = `(SELECT p.id FROM allocation_profile p WHERE p.tenant_id = b.tenant_id AND p.container_id = b.participant_id AND p.is_current)`;

/**
 * SQL for the profile that an entity's share is passed on by: the one entered with the entry, otherwise its default
 * one.
 */
export const memberProfile = `coalesce(b.member_profile_id, ${currentOfEntity})`;

/** Returns SQL for the members of the entity of the entry `b` in one of its profiles. */
const membersOf = (profile: string) => `(SELECT m.participant_id, m.effective, m.position FROM allocation_entry m
  WHERE m.tenant_id = b.tenant_id AND m.allocation_profile_id = ${profile})`;

/**
 * SQL for today's members of the entity. These are the members it names, with their shares in its default profile, or
 * the members of that profile if it names none.
 */
const membersToday = `(SELECT w.participant_id, m.effective, w.position FROM (
    SELECT x.participant_id, x.position FROM entity_member x WHERE x.tenant_id = b.tenant_id AND x.entity_id = b.participant_id
    UNION ALL
    SELECT x.participant_id, x.position FROM ${membersOf(currentOfEntity)} x
      WHERE NOT EXISTS (SELECT FROM entity_member y WHERE y.tenant_id = b.tenant_id AND y.entity_id = b.participant_id)) w
  LEFT JOIN ${membersOf(currentOfEntity)} m ON m.participant_id = w.participant_id)`;

/** Returns SQL for a short hash of members and shares. Equal members give equal hashes. */
const markOf = (members: string) =>
  `(SELECT md5(coalesce(string_agg(x.participant_id || '=' || coalesce(x.effective::text, ''), ',' ORDER BY x.participant_id), '')) FROM ${members} x)`;

/** Hash of today's members. A settled entry stores it until the members change again. */
export const currentMembersHash = markOf(membersToday);

/**
 * SQL that is true if the entity of the entry `b` had other members when it was entered, and nobody has settled that.
 */
export const memberMismatch = `(b.member_mismatch OR (${markOf(membersOf(memberProfile))} <> ${currentMembersHash}
  AND b.settled_members IS DISTINCT FROM ${currentMembersHash}))`;

const profileJson = (
  members: string,
) => `(SELECT coalesce(jsonb_agg(jsonb_build_object('participantId', q.id, 'type', initcap(q.kind), 'name', q.name,
    'effective', trim_scale(x.effective)::text) ORDER BY x.position, q.name, q.id), '[]')
  FROM ${members} x JOIN participant q ON q.tenant_id = b.tenant_id AND q.id = x.participant_id)`;

/** SQL for the members as of the entry, and for the entity's current ones. */
export const originalMembers = profileJson(membersOf(memberProfile));
export const currentMembers = profileJson(membersToday);
