import { z } from 'zod';
import type { Endpoint, Endpoints } from './endpoint.ts';
import { permissionRequirement } from './permissions.ts';
import { queryName, wireName } from './wireNames.ts';

type Json = { readonly [key: string]: unknown };

/**
 * Returns the contract as an OpenAPI 3.1 document, with wire names.
 *
 * Decimals are strings. Each call lists its permission and the failure codes of its rules. This takes a second of CPU time, so it pauses after each
 * concept to let other requests through.
 */
export async function buildOpenApi(
  contract: Readonly<Record<string, Endpoints>>,
  pause: () => Promise<void>,
): Promise<Json> {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas: Record<string, Json> = { Error: errorSchema };
  for (const [concept, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(concept, name, endpoint, schemas) };
    }
    await pause();
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carrara',
      version: '1',
      description: 'All API calls of Carrara. Decimals are strings, dates are YYYY-MM-DD, and instants are in UTC.',
    },
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        authToken: { type: 'apiKey', in: 'header', name: 'AuthToken' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'AuthToken' },
      },
      schemas,
    },
  };
}

const errorSchema: Json = {
  type: 'object',
  properties: {
    Message: { type: 'string' },
    ExceptionMessage: { type: 'string' },
    Errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          Path: { type: 'string' },
          Code: { type: 'string' },
          Message: { type: 'string' },
          Records: {
            type: 'array',
            items: {
              type: 'object',
              properties: { Type: { type: 'string' }, Id: { type: 'string' }, Name: { type: 'string' } },
            },
          },
        },
      },
    },
  },
};

function operationOf(concept: string, name: string, endpoint: Endpoint, schemas: Record<string, Json>): Json {
  const bodySchema = (schema: z.ZodType, io: 'input' | 'output') =>
    withParts(jsonSchema(schema, io), `${name}.${io}`, schemas);
  const failures = endpoint.failures?.length ? ` Refused with: ${endpoint.failures.join(', ')}.` : '';
  return {
    operationId: name,
    tags: [concept],
    summary: endpoint.summary,
    description: `${accessText(endpoint)}${failures}`,
    ...(endpoint.permission === 'public' ? {} : { security: [{ authToken: [] }, { cookie: [] }] }),
    parameters: parametersOf(endpoint),
    ...bodyOf(endpoint, bodySchema),
    responses: {
      200: { description: 'OK', content: answerOf(endpoint, bodySchema) },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function accessText({ permission }: Endpoint): string {
  if (permission === 'public') return 'Needs no sign-in.';
  if (permission === 'signedIn') return 'Needs a sign-in.';
  if (permission === 'member') return 'Requires any role in the tenant.';
  if (permission === 'staff') return 'Requires a role in a module of the tenant other than the portal.';
  const { applications, role, or } = permissionRequirement(permission);
  const also = or ? `, or the role ${or.role} or higher in ${or.applications.join(', ')}` : '';
  return `Requires ${permission}: the role ${role} or higher in ${applications.join(', ')}${also}.`;
}

function parametersOf(endpoint: Endpoint): readonly Json[] {
  const tenant = { name: 'TenantId', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } };
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } };
  return [
    ...(endpoint.permission === 'public' || endpoint.permission === 'signedIn' ? [] : [tenant]),
    ...(endpoint.idempotent ? [key] : []),
    ...named(endpoint.params, 'path', (name) => name),
    ...named(endpoint.query, 'query', queryName),
  ];
}

function named(schema: z.ZodObject | undefined, location: 'path' | 'query', spell: (name: string) => string): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name: spell(name),
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

type BodySchema = (schema: z.ZodType, io: 'input' | 'output') => unknown;

function bodyOf(endpoint: Endpoint, bodySchema: BodySchema): Json {
  if (endpoint.accepts === 'upload') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!endpoint.body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: bodySchema(endpoint.body, 'input') } },
    },
  };
}

function answerOf(endpoint: Endpoint, bodySchema: BodySchema): Json {
  if (endpoint.answers === 'file')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: endpoint.result ? bodySchema(endpoint.result, 'output') : {} } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
}

/**
 * Returns a schema with wire names. The parts that it refers to, such as those that contain themselves, go to the
 * components of the document under the name of the call.
 */
function withParts({ $defs = {}, ...schema }: Json, name: string, schemas: Record<string, Json>): unknown {
  const own = `"#/components/schemas/${name}`;
  const located = (part: unknown): unknown =>
    spelled(
      JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `${own}.`).replaceAll('"$ref":"#"', `"$ref":${own}"`)),
    );
  for (const [key, part] of Object.entries($defs as Json)) schemas[`${name}.${key}`] = located(part) as Json;
  const whole = located(schema) as Json;
  if (!JSON.stringify(whole).includes(`${own}"`)) return whole;
  schemas[name] = whole;
  return { $ref: `#/components/schemas/${name}` };
}

/** Converts the property names of a JSON schema to wire names. */
function spelled(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(spelled);
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema as Json).map(([key, value]) => {
      if (key === 'properties' && value !== null && typeof value === 'object') {
        return [
          key,
          Object.fromEntries(Object.entries(value as Json).map(([name, item]) => [wireName(name), spelled(item)])),
        ];
      }
      if (key === 'required' && Array.isArray(value)) return [key, value.map((name) => wireName(String(name)))];
      return [key, spelled(value)];
    }),
  );
}
