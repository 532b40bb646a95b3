import { displayedStatus } from '../participant/statusOnDay.ts';

/**
 * Returns SQL for the profile by which an entity's members share: the default one, otherwise the latest effective on a
 * date.
 */
export const profileOfEntity = (entity: string, day: string): string => `(SELECT ap.id FROM allocation_profile ap
  WHERE ap.tenant_id = $1 AND ap.container_id = ${entity} AND (ap.effective_date IS NULL OR ap.effective_date <= ${day})
  ORDER BY ap.is_current DESC, ap.effective_date DESC NULLS LAST, ap.version DESC LIMIT 1)`;

/** SQL for the members of an entity, and for the participants in its default profile. */
const members = (entity: string) =>
  `SELECT m.participant_id FROM entity_member m WHERE m.tenant_id = $1 AND m.entity_id = ${entity}`;
const entries = (entity: string) =>
  `SELECT x.participant_id FROM allocation_entry x JOIN allocation_profile ap ON ap.tenant_id = x.tenant_id AND ap.id = x.allocation_profile_id
   WHERE x.tenant_id = $1 AND ap.container_id = ${entity} AND ap.is_current`;

export const addedMembers = (entity: string): string => `(${members(entity)} EXCEPT ${entries(entity)})`;
export const removedMembers = (entity: string): string => `(${entries(entity)} EXCEPT ${members(entity)})`;

/** Returns SQL that is true if an entity's members differ from those in its default profile. False if it has none. */
export const mismatchOfEntity = (entity: string): string => `(EXISTS (SELECT FROM allocation_profile ap
    WHERE ap.tenant_id = $1 AND ap.container_id = ${entity} AND ap.is_current)
  AND (EXISTS ${addedMembers(entity)} OR EXISTS ${removedMembers(entity)}))`;

export const participantType = `CASE b.kind WHEN 'employee' THEN 'Employee' WHEN 'trust' THEN 'Trust' ELSE 'Entity' END`;
export const participantStatus = displayedStatus('b');
