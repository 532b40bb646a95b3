import type { StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import { initialLetterTemplate, type LetterTemplate } from '@carrara/domain/carry/letterTemplate';

/** The wording of the firm's letters, among its settings. */
export const letterTemplateSetting = 'letterTemplate';

/** The wording of a firm's letters: its own where it has saved one. */
export const letterTemplateOf = ({ settings }: Pick<StoredTenant, 'settings'>): LetterTemplate => ({
  ...initialLetterTemplate,
  ...(settings[letterTemplateSetting] as Partial<LetterTemplate> | undefined),
});
