import { hasPermission, hasAccessAs } from '@carrara/contract/core/permissions';
import { callOfAddress, type FoundCall } from './callOfAddress.ts';
import type { RequestContext } from '../core/operations.ts';
import { isFileAnswer, runsOffThread } from './offThreadCalls.ts';

/**
 * Returns the call behind a file that a background job can create. Undefined if the person lacks the permission, or if
 * the call doesn't run off the request thread. Pay files are excluded, because each access is logged with its request.
 */
export function exportCall(
  { grants }: Pick<RequestContext, 'grants'>,
  { call = '', address = '' }: Readonly<Record<string, string>>,
): FoundCall | undefined {
  const found = callOfAddress(call, address);
  if (!found) return undefined;
  const { endpoint, input } = found;
  const { permission, sensitive, requiresStrength: requiredStrength } = endpoint;
  const isExport = isFileAnswer(endpoint, input) && runsOffThread(endpoint, input);
  if (!isExport || sensitive || requiredStrength || permission === 'public' || permission === 'signedIn')
    return undefined;
  const isAllowed =
    permission === 'member' || permission === 'staff'
      ? hasAccessAs(grants, permission)
      : hasPermission(grants, permission);
  return isAllowed ? found : undefined;
}
