import type { StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import { initialLetterTemplate, type LetterPart, type LetterTemplate } from '@carrara/domain/carry/letterTemplate';

/** Setting that stores the texts of the firm's letters. */
export const letterTemplateSetting = 'letterTemplate';

/** Returns the texts of a firm's letters: those it changed, otherwise the defaults. */
export const letterTemplateOf = ({ settings }: Pick<StoredTenant, 'settings'>): LetterTemplate => ({
  ...initialLetterTemplate,
  ...(settings[letterTemplateSetting] as Partial<LetterTemplate> | undefined),
});

/** Returns the texts that a firm changed. Only they are stored, so that all others follow the defaults. */
export const changedParts = (template: LetterTemplate): Partial<LetterTemplate> =>
  Object.fromEntries(
    (Object.keys(initialLetterTemplate) as LetterPart[])
      .filter((part) => template[part] !== initialLetterTemplate[part])
      .map((part) => [part, template[part]]),
  );
