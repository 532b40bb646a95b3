import type { Column } from '@carrara/contract/core/fields';
import { toastError, toastSuccess } from '../feedback/toasts.ts';

/** Copies rows to the clipboard, for a spreadsheet. */
export async function copyTable(columns: readonly Column[], rows: readonly unknown[]): Promise<void> {
  const { tableText } = await import('./tableText.ts');
  try {
    await navigator.clipboard.writeText(tableText(columns, rows as readonly Readonly<Record<string, unknown>>[]));
    toastSuccess(rows.length === 1 ? '1 row copied' : `${String(rows.length)} rows copied`);
  } catch {
    toastError('The browser didn’t allow copying. Export the list instead.');
  }
}
