import type { Endpoint } from '@carrara/contract/core/endpoint';
import { isPayFile } from '@carrara/contract/platform/upload';
import type { FileAnswer } from '../core/operations.ts';

/** People whose pay a response discloses. */
export interface PayDisclosure {
  readonly employees: readonly string[];
  /** Null if unknown, as for a payroll file. */
  readonly number: number | null;
}

/** Part of a response that shows whose pay it is: a pay record, a note or document, an audit entry. */
interface Part {
  readonly employeeId?: string;
  readonly employee?: { readonly id: string } | null;
  readonly isOfPay?: boolean;
  readonly application?: string;
  readonly objectType?: string;
  readonly objectId?: string;
  readonly containerId?: string | null;
}

const everybody: PayDisclosure = { employees: [], number: null };

/**
 * Returns a collector of the people whose pay the parts of a response disclose. Undefined for an endpoint that
 * discloses none.
 */
export function gatherPay(sensitive: Endpoint['sensitive']) {
  if (sensitive !== 'pay' && sensitive !== 'somePay') return undefined;
  const isAll = sensitive === 'pay';
  const employees = new Set<string>();
  let isOfEverybody = false;
  let isPay = isAll;
  return {
    isAll,
    see(part: Part): void {
      if (isAll) {
        const employee = part.employeeId ?? part.employee?.id;
        if (employee) employees.add(employee);
        return;
      }
      const isPaper = part.application === 'comp' && part.objectType === 'employee';
      if (!part.isOfPay && !isPaper) return;
      isPay = true;
      const employee = isPaper ? (part.containerId ?? part.objectId) : part.containerId;
      if (employee) employees.add(employee);
      else isOfEverybody = true;
    },
    told(): PayDisclosure | undefined {
      if (!isPay) return undefined;
      return isOfEverybody ? everybody : { employees: [...employees], number: employees.size };
    },
  };
}

/** Returns whose pay the JSON of a response contains. Undefined if it contains none. */
export function payInJson({ sensitive }: Endpoint, value: unknown): PayDisclosure | undefined {
  if (sensitive === 'payFile')
    return isPayFile((value as { readonly fileType: string }).fileType) ? everybody : undefined;
  const gathered = gatherPay(sensitive);
  // An endpoint that discloses no pay may return nothing at all.
  if (gathered === undefined || value === null || value === undefined) return undefined;
  for (const part of partsOf(value)) gathered.see(part);
  const told = gathered.told();
  // A response that names nobody and isn't a list, such as an explanation, is about the requested person.
  return told?.number === 0 && !isList(value) ? everybody : told;
}

/** Returns whose pay a file contains. Undefined if it contains none. */
export function payInFile({ sensitive }: Endpoint, { isOfPay, employees }: FileAnswer): PayDisclosure | undefined {
  if (sensitive === undefined || (sensitive !== 'pay' && !isOfPay)) return undefined;
  return employees ? { employees, number: employees.length } : everybody;
}

const ofEmployee = '/api/comp/employee/:id/';
/** Returns whose pay it is: for an endpoint below an employee, that employee if the response names nobody. */
export function employeesInAnswer({ path }: Endpoint, params: unknown, told: PayDisclosure): PayDisclosure {
  if (told.employees.length > 0 || !path.startsWith(ofEmployee)) return told;
  return { employees: [(params as { readonly id: string }).id], number: 1 };
}

const isList = (value: unknown): boolean => Array.isArray(value) || 'pageData' in (value as object);

/** Returns the rows of a page or list, or the single record. */
function partsOf(value: unknown): readonly Part[] {
  if (Array.isArray(value)) return value as readonly Part[];
  return (value as { readonly pageData?: readonly Part[] }).pageData ?? [value as Part];
}
