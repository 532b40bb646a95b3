import { embedUrl } from '@carrara/contract/platform/tenant/tenant';
import type { embeddedReportEndpoints } from '@carrara/contract/performance/reporting/embeddedReport';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';

export const embeddedReportOperations: Operations<typeof embeddedReportEndpoints> = {
  async getEmbeddedReport({ tenant }) {
    const set = embedUrl.safeParse(tenant.settings['biEmbedUrl']);
    return ok({ id: 'tpg', embedUrl: set.success ? set.data : null, embedToken: { token: null } });
  },
};
