import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { fileNotReadable, type ReadLimits, Refusal } from './limits.ts';
import { openPackage } from './package.ts';
import { readParts } from './parts.ts';
import { type ReadSheet, readSheet } from './sheet.ts';

/**
 * Reads a workbook in this process. `readWorkbook` runs it in a child process.
 *
 * Fails: FILE_NOT_READABLE, FILE_TOO_LARGE.
 */
export async function parseWorkbook(
  bytes: Uint8Array,
  limits: ReadLimits,
): Promise<Result<readonly ReadSheet[], Failures>> {
  try {
    const pack = await openPackage(bytes, limits);
    const parts = await readParts(pack, limits);
    const budget = { cells: limits.maxCells, characters: limits.maxCharacters };
    const sheets: ReadSheet[] = [];
    for (const sheet of parts.sheets) sheets.push(await readSheet(pack, sheet, parts, limits, budget));
    return ok(sheets);
  } catch (reason) {
    if (reason instanceof Refusal) return err([reason.failure]);
    // Any exception of the libraries means an invalid file, since this process does nothing else. Their messages are
    // meant for programmers.
    return err([
      fileNotReadable(
        'The file isn’t an Excel workbook (.xlsx), or it is damaged or incomplete. Save it again and upload it.',
      ),
    ]);
  }
}
