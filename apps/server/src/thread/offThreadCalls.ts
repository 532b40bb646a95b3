import type { Endpoint } from '@carrara/contract/core/endpoint';
import type { Decoded } from '../http/decode.ts';
import { wantedFormat } from '../http/exportList.ts';

/** Files that are stored as they are, or that the letters' own threads create: nothing of them is computed where requests are answered. */
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

/** Reads that compute for longer than other requests should wait, measured by `npm run bench -- stalls`. */
const computedReads: ReadonlySet<string> = new Set([
  'getFundProfile',
  'getIlpaProfile',
  'getInvestorIlpaProfile',
  'getInvestorLookThrough',
  'reportVestingAhead',
  'reportVestingForfeiture',
]);

/** Whether this answer is a file. */
export const isFileAnswer = (endpoint: Endpoint, input: Decoded): boolean =>
  endpoint.answers === 'file' || wantedFormat(endpoint, input) !== undefined;

/** Whether a call is answered by the pool: every file that is created for its reader, and reads that compute for long. */
export const runsOffThread = (name: string, endpoint: Endpoint, input: Decoded): boolean =>
  endpoint.method === 'GET' && (isFileAnswer(endpoint, input) ? !storedFiles.has(name) : computedReads.has(name));
