import type { StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import { initialLetterTemplate, type LetterTemplate } from '@carrara/domain/carry/letterTemplate';

/** Setting that stores the texts of the firm's letters. */
export const letterTemplateSetting = 'letterTemplate';

/** Returns the texts of a firm's letters: its own if saved, otherwise the defaults. */
export const letterTemplateOf = ({ settings }: Pick<StoredTenant, 'settings'>): LetterTemplate => ({
  ...initialLetterTemplate,
  ...(settings[letterTemplateSetting] as Partial<LetterTemplate> | undefined),
});
