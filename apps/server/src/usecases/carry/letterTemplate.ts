import { saveSettings, type StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import {
  initialLetterTemplate,
  type LetterPart,
  type LetterTemplate,
  letterTemplateFailures,
} from '@carrara/domain/carry/letterTemplate';
import { err, fail, type Failures } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import { letterTemplateSetting } from '../platform/settings.ts';
import type { Outcome } from '../outcome.ts';

/** Returns the texts of a firm's letters: those it changed, otherwise the defaults. */
export const storedLetterTemplate = ({ settings }: Pick<StoredTenant, 'settings'>): LetterTemplate => ({
  ...initialLetterTemplate,
  ...(settings[letterTemplateSetting] as Partial<LetterTemplate> | undefined),
});

/** Returns the texts that a firm changed. Only they are stored, so that all others follow the defaults. */
export const changedTexts = (template: LetterTemplate): Partial<LetterTemplate> =>
  Object.fromEntries(
    (Object.keys(initialLetterTemplate) as LetterPart[])
      .filter((part) => template[part] !== initialLetterTemplate[part])
      .map((part) => [part, template[part]]),
  );

/** Returns a failure for each text with letters that no font has. */
export async function unprintableParts(template: LetterTemplate): Promise<Failures> {
  // Loads the fonts only when a template is saved.
  const { unprintableIn } = await import('@carrara/adapters/pdf/printable');
  return (Object.keys(initialLetterTemplate) as LetterPart[]).flatMap((part) => {
    const letters = unprintableIn(template[part]);
    const text = `The fonts of the letters don’t contain ${letters.join(', ')}. Remove what can’t be printed.`;
    return letters.length > 0 ? [fail('NOT_PRINTABLE', [part], text)] : [];
  });
}

/** Stores the parts of the firm's letters that differ from the standard ones. Returns the new version. Fails: STALE_VERSION, NOT_PRINTABLE, and those of `letterTemplateFailures`. */
export async function saveLetterTemplate(
  { tx, tenant }: RequestContext,
  template: LetterTemplate,
  rowVersion: number | null | undefined,
): Outcome<number> {
  const refused = [...letterTemplateFailures(template), ...(await unprintableParts(template))];
  if (refused.length > 0) return err(refused);
  const settings = { ...tenant.settings, [letterTemplateSetting]: changedTexts(template) };
  return saveSettings(tx, tenant, settings, rowVersion, 'saveLetterTemplate');
}
