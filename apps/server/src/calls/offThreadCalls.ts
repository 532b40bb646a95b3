import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { DecodedInput } from '../core/operations.ts';
import { requestedFormat } from '../files/exportList.ts';

/** True if the response is a file. */
export const isFileAnswer = (endpoint: Endpoint, input: DecodedInput): boolean =>
  endpoint.answers === 'file' || requestedFormat(endpoint, input) !== undefined;

/** True if the worker pool answers a call: every file created for its reader, and reads that compute for long. */
export const runsOffThread = (endpoint: Endpoint, input: DecodedInput): boolean =>
  endpoint.method === 'GET' &&
  (isFileAnswer(endpoint, input) ? endpoint.offThread !== false : endpoint.offThread === true);
