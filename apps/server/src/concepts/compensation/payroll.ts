import { payrollFileList, payrollList } from '@carrara/adapters/postgres/compensation/payroll';
import type { payrollEndpoints } from '@carrara/contract/compensation/payroll';
import type { Operations } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';

export const payrollOperations: Operations<typeof payrollEndpoints> = {
  listPayroll: listOperation(payrollList),
  listPayrollFiles: listOperation(payrollFileList),
};
