/**
 * Each participant (`own_id`) with the one that its rows are shown with: itself, or the employee of a trust where `together` holds. The
 * columns are those of the latter.
 */
export const shownWith = (together: string): string =>
  `(SELECT o.id AS own_id, p.* FROM participant o
    LEFT JOIN trust t ON ${together} AND t.tenant_id = o.tenant_id AND t.id = o.id
    JOIN participant p ON p.tenant_id = o.tenant_id AND p.id = coalesce(t.employee_id, o.id))`;
