import { expect, it } from 'vitest';
import { callsByConcept } from '../contract.ts';
import { openApiOf } from './openApi.ts';

it('refers to nothing that the document does not have', async () => {
  const document = await openApiOf(callsByConcept, async () => {});
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, unknown>> };
  const refs = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
  const names = refs.map((ref) => ref.slice('"$ref":"#/components/schemas/'.length, -1));
  expect(names.length).toBeGreaterThan(800);
  expect([...new Set(names)].filter((name) => !(name in schemas))).toEqual([]);
});
