import type { Fields } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import type { ReactNode } from 'react';
import { isFailure } from '../../api/failure.ts';
import { openFormDialog } from './FormDialog.tsx';

/** A person's confirmation of the warnings of a save. */
export interface Confirmation {
  readonly warningsConfirmed?: true;
  readonly reason?: string;
}

const reasonField: Fields = { reason: { kind: 'longText', title: 'Reason', required: true } };

interface ConfirmOptions {
  /** Returns a link next to a warning, by the path of its field. */
  readonly linkOf?: (path: string) => ReactNode;
}

/**
 * Saves a record. If the server has warnings, displays them and saves again once the person confirmed them, with a reason if one is required. If the
 * person cancels, the save fails with the warnings.
 */
export async function saveConfirmed<T>(
  save: (confirmation: Confirmation) => Promise<T>,
  { linkOf }: ConfirmOptions = {},
): Promise<T> {
  try {
    return await save({});
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    const warnings = failure.errors.filter(({ code }) => code === 'WARNINGS_NOT_CONFIRMED');
    const needsReason = failure.errors.some(({ code, path }) => code === 'REQUIRED' && path === 'reason');
    if (warnings.length === 0 || failure.errors.length > warnings.length + Number(needsReason)) throw failure;
    let saved: { readonly answer: T } | undefined;
    await openFormDialog({
      title: warnings.length === 1 ? 'Confirm this warning' : 'Confirm these warnings',
      fields: needsReason ? reasonField : {},
      saveLabel: 'Confirm',
      lead: () =>
        warnings.map(({ path, message }) => (
          <Banner key={`${path} ${message}`} tone="warn">
            {message} {linkOf?.(path)}
          </Banner>
        )),
      save: async ({ reason }) => {
        saved = {
          answer: await save({ warningsConfirmed: true, ...(needsReason ? { reason: String(reason ?? '') } : {}) }),
        };
      },
    });
    if (saved === undefined) throw failure;
    return saved.answer;
  }
}
