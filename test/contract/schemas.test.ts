import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSources } from '../architecture/sources.ts';
import { calls } from './servedCalls.ts';

/** Returns the paths at which a schema accepts unknown fields. */
function openPaths(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodObject) {
    const strict = schema.def.catchall instanceof z.ZodNever;
    const inside = Object.entries<unknown>(schema.shape).flatMap(([name, field]) =>
      openPaths(field, `${path}.${name}`),
    );
    return strict ? inside : [path, ...inside];
  }
  if (schema instanceof z.ZodArray) return openPaths(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => openPaths(option, path));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return openPaths(schema.def.innerType, path);
  }
  if (schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return [path];
  return [];
}

/** S40 for the contract: no request accepts a field that is not declared. */
describe('request schemas', () => {
  it.each(calls)('$concept $name accepts only the fields it lists', ({ endpoint }) => {
    const { params, query, body } = endpoint;
    expect([...openPaths(params, 'params'), ...openPaths(query, 'query'), ...openPaths(body, 'body')]).toEqual([]);
  });

  it('list only refusals that some rule returns', () => {
    const sources = ['packages/domain/src', 'packages/adapters/src', 'apps/server/src'].flatMap((folder) =>
      readSources(folder),
    );
    const allText = sources.map(({ text }) => text).join('\n');
    const named = calls.flatMap(({ name, endpoint }) => (endpoint.failures ?? []).map((code) => ({ name, code })));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ code }) => !allText.includes(`'${code}'`))).toEqual([]);
  });

  it('have the calls of carry below its base, and use GET for reads unless a body is needed [U-C-142]', () => {
    const base = '/api/carry/';
    const below = calls.filter(({ endpoint }) => endpoint.path.startsWith(base));
    // Activity, pictures and background jobs belong to every module. Carry only has additional paths for the first two.
    const shared = ['activity', 'image', 'task'];
    const concepts = new Set(below.map(({ concept }) => concept).filter((concept) => !shared.includes(concept)));
    const elsewhere = calls.filter(({ concept, endpoint }) => concepts.has(concept) && !endpoint.path.startsWith(base));
    expect(elsewhere.map(({ endpoint }) => endpoint.path)).toEqual(['/api/performance/fund/:id/source-list']);
    const reads = below.filter(({ endpoint: { method, readOnly } }) => method === 'GET' || readOnly);
    expect(reads.filter(({ endpoint: { method, body } }) => (method === 'GET') === (body !== undefined))).toEqual([]);
    expect(below.length).toBeGreaterThan(200);
  });

  it('have one call for each method and path, and a unique name for each call', () => {
    const routes = calls.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:[A-Za-z]+/g, ':').toLowerCase()}`,
    );
    expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([]);
    const names = calls.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
