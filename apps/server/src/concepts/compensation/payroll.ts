import { payrollFileList, payrollList } from '@carrara/adapters/postgres/compensation/payroll/payrollLists';
import type { payrollEndpoints } from '@carrara/contract/compensation/payroll';
import type { Operations } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import { explainPayroll } from '../../usecases/compensation/payroll.ts';

export const payrollOperations: Operations<typeof payrollEndpoints> = {
  listPayroll: listOperation(payrollList),
  listPayrollFiles: listOperation(payrollFileList),
  async explainPayroll(context, { body }) {
    const id = await explainPayroll(context, body);
    return id.map((explained) => ({ id: explained, employeeId: body.employeeId }));
  },
};
