import { saveSettings } from '@carrara/adapters/postgres/platform/tenant';
import type { letterTemplateEndpoints } from '@carrara/contract/carry/letterTemplate';
import { letterTemplateFailures } from '@carrara/domain/carry/letterTemplate';
import { err, fail, ok } from '@carrara/domain/kernel';
import { changedParts, letterTemplateOf, letterTemplateSetting } from '../../letters/letterTemplate.ts';
import type { Operations } from '../../core/operations.ts';

/** Operations on the texts of the firm's letters. */
export const letterTemplateOperations: Operations<typeof letterTemplateEndpoints> = {
  getLetterTemplate: async ({ tenant }) => ok({ rowVersion: tenant.rowVersion, ...letterTemplateOf(tenant) }),
  async saveLetterTemplate({ tx, tenant }, { body }) {
    const { rowVersion, ...template } = body;
    const refused = letterTemplateFailures(template);
    if (refused.length > 0) return err(refused);
    const settings = { ...tenant.settings, [letterTemplateSetting]: changedParts(template) };
    const saved = await saveSettings(tx, tenant, settings, rowVersion, 'saveLetterTemplate');
    if (saved === undefined) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
    return ok({ rowVersion: saved, ...template });
  },
};
