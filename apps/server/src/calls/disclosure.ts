import type { Endpoint } from '@carrara/contract/core/endpoint';
import { isPayFile } from '@carrara/contract/core/fileTypes';
import { fail, type Failure } from '@carrara/domain/kernel';
import type { FileAnswer } from '../core/operations.ts';

/** Sensitive data that a response discloses: the people whose pay it contains. */
export interface Disclosure {
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

const everybody: Disclosure = { employees: [], number: null };

/**
 * Returns a collector of the people whose pay the parts of a response disclose. Undefined for an endpoint that
 * discloses none.
 */
export function gatherDisclosure(sensitive: Endpoint['sensitive']) {
  if (sensitive !== 'always' && sensitive !== 'byRecord') return undefined;
  const isAll = sensitive === 'always';
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
    disclosed(): Disclosure | undefined {
      if (!isPay) return undefined;
      return isOfEverybody ? everybody : { employees: [...employees], number: employees.size };
    },
  };
}

/** Returns whose pay the JSON of a response contains. Undefined if it contains none. */
export function disclosureInJson({ sensitive }: Endpoint, value: unknown): Disclosure | undefined {
  if (sensitive === 'byFile')
    return isPayFile((value as { readonly fileType: string }).fileType) ? everybody : undefined;
  const gathered = gatherDisclosure(sensitive);
  // An endpoint that discloses no pay may return nothing at all.
  if (gathered === undefined || value === null || value === undefined) return undefined;
  for (const part of partsOf(value)) gathered.see(part);
  const disclosed = gathered.disclosed();
  // A response that names nobody and isn't a list, such as an explanation, is about the requested person.
  return disclosed?.number === 0 && !isList(value) ? everybody : disclosed;
}

/** Returns whose pay a file contains. Undefined if it contains none. */
export function disclosureInFile({ sensitive }: Endpoint, { isOfPay, employees }: FileAnswer): Disclosure | undefined {
  if (sensitive === undefined || (sensitive !== 'always' && !isOfPay)) return undefined;
  return employees ? { employees, number: employees.length } : everybody;
}

/**
 * Returns true if the response of a request is sensitive by the call's declaration, or by the type of file in its
 * address. For other calls, only the response shows it.
 */
export function isDisclosing({ sensitive }: Endpoint, params: unknown): boolean {
  if (sensitive !== 'byFile') return sensitive === 'always';
  const { fileType } = params as { readonly fileType?: string };
  return fileType !== undefined && isPayFile(fileType);
}

/** Name of sensitive files in the log of downloads. Their real name could reveal to its readers whose pay it is. */
export const sensitiveFileName = 'Compensation file';
/** The refusal of a response if its access can't be logged. */
export const accessNotLogged: Failure = fail(
  'UNAVAILABLE',
  [],
  'Pay can’t be displayed right now because pay reads can’t be logged. Try again in a moment.',
);
/** The refusal of a repeated response whose reader has lost access since. */
export const accessEnded: Failure = fail('FORBIDDEN', [], 'You no longer have access to this pay.');

const ofEmployee = '/api/comp/employee/:id/';
/** Returns whose pay it is: for an endpoint below an employee, that employee if the response names nobody. */
export function completeDisclosure({ path }: Endpoint, params: unknown, disclosed: Disclosure): Disclosure {
  if (disclosed.employees.length > 0 || !path.startsWith(ofEmployee)) return disclosed;
  return { employees: [(params as { readonly id: string }).id], number: 1 };
}

const isList = (value: unknown): boolean => Array.isArray(value) || 'pageData' in (value as object);

/** Returns the rows of a page or list, or the single record. */
function partsOf(value: unknown): readonly Part[] {
  if (Array.isArray(value)) return value as readonly Part[];
  return (value as { readonly pageData?: readonly Part[] }).pageData ?? [value as Part];
}
