import type { Endpoint } from '@carrara/contract/core/endpoint';
import { isPayFile } from '@carrara/contract/platform/upload';
import type { FileAnswer } from '../operations.ts';

/** Whose pay an answer tells. */
export interface PayTold {
  readonly employees: readonly string[];
  /** Null where it is not known, as of a file of payroll. */
  readonly number: number | null;
}

/** What tells of a part of an answer whose pay it is: a record of pay, a note or a document, an entry of the trail. */
interface Part {
  readonly employeeId?: string;
  readonly employee?: { readonly id: string } | null;
  readonly isOfPay?: boolean;
  readonly application?: string;
  readonly objectType?: string;
  readonly objectId?: string;
  readonly containerId?: string | null;
}

const everybody: PayTold = { employees: [], number: null };

/** Gathers whose pay it is that the parts of an answer tell, one after the other; undefined for a call that tells none. */
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
    told(): PayTold | undefined {
      if (!isPay) return undefined;
      return isOfEverybody ? everybody : { employees: [...employees], number: employees.size };
    },
  };
}

/** Whose pay stands in the JSON of an answer; undefined where none does. */
export function payInJson({ sensitive }: Endpoint, value: unknown): PayTold | undefined {
  if (sensitive === 'payFile')
    return isPayFile((value as { readonly fileType: string }).fileType) ? everybody : undefined;
  const gathered = gatherPay(sensitive);
  // A call that tells of no pay may answer nothing at all.
  if (gathered === undefined || value === null || value === undefined) return undefined;
  for (const part of partsOf(value)) gathered.see(part);
  const told = gathered.told();
  // What names nobody and is no list, such as an explanation, is of whom it was asked about.
  return told?.number === 0 && !isList(value) ? everybody : told;
}

/** Whose pay is in a file that was made as a whole; undefined where none is. */
export function payInFile({ sensitive }: Endpoint, { isOfPay, employees }: FileAnswer): PayTold | undefined {
  if (sensitive === undefined || (sensitive !== 'pay' && !isOfPay)) return undefined;
  return employees ? { employees, number: employees.length } : everybody;
}

const ofEmployee = '/api/comp/employee/:id/';
/** Whose pay it is: of a call below an employee that one's, where the answer names nobody. */
export function whosePay({ path }: Endpoint, params: unknown, told: PayTold): PayTold {
  if (told.employees.length > 0 || !path.startsWith(ofEmployee)) return told;
  return { employees: [(params as { readonly id: string }).id], number: 1 };
}

const isList = (value: unknown): boolean => Array.isArray(value) || 'pageData' in (value as object);

/** The rows of a page or a list, or the one record that is answered. */
function partsOf(value: unknown): readonly Part[] {
  if (Array.isArray(value)) return value as readonly Part[];
  return (value as { readonly pageData?: readonly Part[] }).pageData ?? [value as Part];
}
