import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { Decoded } from '../core/operations.ts';
import { wantedFormat } from '../files/exportList.ts';

/**
 * Files that are stored, or that the letters' own threads create, so that nothing is computed on the request thread.
 */
const storedFiles: ReadonlySet<string> = new Set([
  'downloadDelivered',
  'downloadDeliveryPackage',
  'downloadDocument',
  'downloadEscrowLetter',
  'downloadEscrowLetters',
  'downloadLetter',
  'downloadLetterPackage',
  'downloadPdfLetter',
  'downloadPdfLetterPackage',
  'downloadPortalDocument',
  'downloadTask',
  'downloadUpload',
  'getImage',
  'getTenantLogo',
  'printPayStatement',
  'printPayStatements',
]);

/** Reads that would block other requests for too long, as measured by `npm run bench -- stalls`. */
const computedReads: ReadonlySet<string> = new Set([
  'getFundProfile',
  'getIlpaProfile',
  'getInvestorIlpaProfile',
  'getInvestorLookThrough',
  'reportVestingAhead',
  'reportVestingForfeiture',
]);

/** True if the response is a file. */
export const isFileAnswer = (endpoint: Endpoint, input: Decoded): boolean =>
  endpoint.answers === 'file' || wantedFormat(endpoint, input) !== undefined;

/** True if the worker pool answers a call: every file created for its reader, and reads that compute for long. */
export const runsOffThread = (name: string, endpoint: Endpoint, input: Decoded): boolean =>
  endpoint.method === 'GET' && (isFileAnswer(endpoint, input) ? !storedFiles.has(name) : computedReads.has(name));
