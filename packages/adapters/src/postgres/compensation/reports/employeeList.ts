import { employeeList as report } from '@carrara/contract/compensation/reports/employeeList';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { displayedTermination, statusOnDay } from '../../people/participant/statusOnDay.ts';

export const employeeList = defineReportQuery(report, {
  source: 'rows',
  from: `SELECT b.tenant_id, b.id, b.id AS employee, b.code, t.business_title AS "businessTitle", t.title_id AS title, t.office_id AS office,
      t.department, t.manager_id AS manager, t.hire_date AS "hireDate", ${displayedTermination('b')} AS "terminationDate", ${statusOnDay('b')} AS status
    FROM participant b JOIN employee t ON t.tenant_id = b.tenant_id AND t.id = b.id
    WHERE b.kind = 'employee' AND (:status::text IS NULL OR ${statusOnDay('b')} = :status)`,
});
