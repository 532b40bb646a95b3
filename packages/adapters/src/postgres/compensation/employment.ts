import { calendarDate } from '@carrara/domain/kernel';
import { employedSpans, type EmployedSpan, employmentHistory } from '@carrara/domain/people/participant';

/** An employment as `employmentSql` selects it. */
export interface StoredEmployment {
  readonly hireDate: string | null;
  readonly terminationDate: string | null;
  readonly events: readonly { readonly kind: 'HIRED' | 'TERMINATED' | 'REHIRED'; readonly eventDate: string }[];
}

/** Selects the employment of an employee `e` and participant `p`. */
export const employmentSql = `e.hire_date::text AS "hireDate", p.termination_date::text AS "terminationDate",
  coalesce((SELECT jsonb_agg(jsonb_build_object('kind', x.kind, 'eventDate', x.event_date) ORDER BY x.event_date, x.created_at)
    FROM employment_event x WHERE x.tenant_id = e.tenant_id AND x.employee_id = e.id), '[]') AS events`;

const day = (text: string | null) => (text === null ? null : calendarDate(text));

/** Returns the days of an employment. */
export const readSpans = ({ hireDate, terminationDate, events }: StoredEmployment): readonly EmployedSpan[] =>
  employedSpans(
    employmentHistory(
      events.map(({ kind, eventDate }) => ({ kind, eventDate: calendarDate(eventDate) })),
      { hireDate: day(hireDate), terminationDate: day(terminationDate) },
    ),
  );
