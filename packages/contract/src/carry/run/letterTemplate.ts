import { initialLetterTemplate, type LetterPart } from '@carrara/domain/carry/letterTemplate';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { letterheadAddress, longText } from '../../core/schema.ts';

const text = longText(2000);
const parts = Object.fromEntries(Object.keys(initialLetterTemplate).map((part) => [part, text])) as Record<
  LetterPart,
  typeof text
>;
const letterTemplate = z.object({
  /** The version of the firm's settings, which contain the template. */
  rowVersion: z.int(),
  ...parts,
});

const path = '/api/carry/letter-template';

/** The wording of the firm's letters. */
export const letterTemplateEndpoints = defineEndpoints({
  getLetterTemplate: {
    method: 'GET',
    path,
    summary: "The wording of the firm's letters, with its merge fields",
    permission: 'letterTemplate.view',
    result: letterTemplate,
    tags: ['LetterTemplate'],
  },
  saveLetterTemplate: {
    method: 'POST',
    path,
    summary: "Change the wording of the firm's letters. Released letters don’t change",
    permission: 'letterTemplate.edit',
    body: z.strictObject({ rowVersion: z.int(), ...parts, senderAddress: letterheadAddress(2000) }),
    result: letterTemplate,
    failures: [
      'STALE_VERSION',
      'UNKNOWN_MERGE_FIELD',
      'BRACKET_OPEN',
      'BRACKET_WITHOUT_FIELD',
      'NOT_PRINTABLE',
      'REQUIRED',
    ],
    tags: ['LetterTemplate'],
  },
});
