import { reversedDistribution } from '@carrara/contract/lifecycles';
import { textLiteral } from '../../engine/texts/text.ts';
import { statusText } from '../../statusText.ts';

/** Returns SQL that is true if a disbursed distribution reverses the distribution with the alias `row`. */
export const isReversedDistribution = (row: string): string =>
  `EXISTS (SELECT FROM distribution v WHERE v.tenant_id = ${row}.tenant_id AND v.reverses_id = ${row}.id AND v.status = 'DISB')`;

/** Returns SQL for the status text of the distribution with the alias `row`, including that it was reversed. */
export const distributionStatusText = (row: string): string =>
  `CASE WHEN ${isReversedDistribution(row)} THEN ${textLiteral(reversedDistribution)} ELSE ${statusText('distribution', `${row}.status`)} END`;
