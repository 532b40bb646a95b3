import { buffer } from 'node:stream/consumers';
import type { ReadLimits } from './limits.ts';
import { parseWorkbook } from './parseWorkbook.ts';

/**
 * Child process that reads one workbook. It reads bytes from stdin and writes the sheets or the failures to stdout as
 * JSON.
 */
const limits = JSON.parse(process.argv[2] ?? '{}') as ReadLimits;
const result = await parseWorkbook(await buffer(process.stdin), limits);
const answer = result.isOk() ? { sheets: result.value } : { failures: result.error };
process.stdout.end(JSON.stringify(answer));
