import { codeText } from '../../engine/texts/text.ts';
import { payAccess as report } from '@carrara/contract/compensation/reports/payAccess';
import { payAccessKinds } from '@carrara/domain/compensation/access';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { personName } from '../../engine/texts/personName.ts';

const names = (table: string, ids: string, name: string) =>
  `(SELECT string_agg(o.${name}, ', ' ORDER BY lower(o.${name})) FROM ${table} o WHERE o.tenant_id = b.tenant_id AND o.id = ANY (b.${ids}))`;

/** Report on all pay access for people who may see everybody's pay, and on their own access for all others. */
export const payAccess = defineReportQuery(report, {
  source: 'rows',
  from: `SELECT b.tenant_id, b.id, ${personName('b.person_id')} AS person, ${codeText('b.kind', payAccessKinds)} AS access,
      concat_ws(', ', ${names('participant', 'employees', 'name')}, ${names('reference_entry', 'offices', 'description')},
        ${names('reference_entry', 'titles', 'description')}) AS employees,
      b.status, b.ends_on AS "endsOn", b.reason, coalesce(${personName('b.requested_by')}, '') AS "requestedBy", b.created_at AS "requestedAt",
      ${personName('b.answered_by')} AS "answeredBy"
    FROM pay_access b
    WHERE ((SELECT can_view_all_pay()) OR b.person_id = current_person()) AND (:status::text IS NULL OR b.status = :status)`,
});
