import type { letterTemplateEndpoints } from '@carrara/contract/carry/run/letterTemplate';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { storedLetterTemplate, saveLetterTemplate } from '../../../usecases/carry/letterTemplate.ts';

/** Operations on the texts of the firm's letters. */
export const letterTemplateOperations: Operations<typeof letterTemplateEndpoints> = {
  getLetterTemplate: async ({ tenant }) => ok({ rowVersion: tenant.rowVersion, ...storedLetterTemplate(tenant) }),
  async saveLetterTemplate(context, { body: { rowVersion, ...template } }) {
    const saved = await saveLetterTemplate(context, template, rowVersion);
    return saved.map((version) => ({ rowVersion: version, ...template }));
  },
};
