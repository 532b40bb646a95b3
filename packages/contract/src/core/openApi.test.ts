import { expect, it } from 'vitest';
import { callsByConcept } from '../contract.ts';
import { buildOpenApi } from './openApi.ts';

it('has no reference outside the document', async () => {
  const document = await buildOpenApi(callsByConcept, async () => {});
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, unknown>> };
  const refs = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
  const names = refs.map((ref) => ref.slice('"$ref":"#/components/schemas/'.length, -1));
  expect(names.length).toBeGreaterThan(800);
  expect([...new Set(names)].filter((name) => !(name in schemas))).toEqual([]);
});

it('says which participants a list has by default', async () => {
  const document = await buildOpenApi(callsByConcept, async () => {});
  const paths = document['paths'] as Readonly<
    Record<string, { readonly get: { readonly parameters: readonly object[] } }>
  >;
  expect(paths['/api/carry/trust']?.get.parameters).toContainEqual(
    expect.objectContaining({
      name: 'IsCarryEligible',
      schema: expect.objectContaining({
        description: 'By default, the list has carry-eligible participants only. With false, it has all.',
      }),
    }),
  );
});
