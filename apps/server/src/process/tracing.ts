import type { InSpan } from '@carrara/adapters/postgres/engine/unitOfWork/inSpan';
import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Tracing {
  readonly inSpan: InSpan;
  /** Creates a span for every request, as the parent of its work. */
  readonly traceRequests: (app: FastifyInstance) => void;
}

export interface TracingOptions {
  /**
   * True if the server is behind a proxy, which may supply the trace of a request. Anybody else could force all of
   * their requests to be recorded.
   */
  readonly behindProxy: boolean;
}

/**
 * Reports work and its duration to the OpenTelemetry SDK that the operator loaded before the product. Without one,
 * nothing is reported.
 *
 * Spans contain nothing about persons, pay or input: names are those of routes and kinds, and an error is only its
 * code.
 */
export async function openTracing({ behindProxy }: TracingOptions): Promise<Tracing> {
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const tracer = trace.getTracer('carrara');
  const failed = (span: Span, type: string) =>
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
  const inSpan: InSpan = ({ name, awaitsOther, facts }, work) =>
    tracer.startActiveSpan(
      name,
      { kind: awaitsOther ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: { ...facts } },
      async (span) => {
        try {
          return await work((more) => void span.setAttributes({ ...more }));
        } catch (error) {
          failed(span, codeOf(error));
          throw error;
        } finally {
          span.end();
        }
      },
    );

  const traceRequests = (app: FastifyInstance) => {
    const under = new WeakMap<FastifyRequest, { readonly span: Span; readonly within: Context }>();
    app.addHook('onRequest', (request, _reply, done) => {
      const { url: route } = request.routeOptions;
      if (route !== undefined && /^\/(health|metrics)/.test(route)) return done();
      const outside = context.active();
      // Instrumentation of the server itself may already have started a span.
      const parent = behindProxy && !trace.getSpan(outside) ? propagation.extract(outside, request.headers) : outside;
      const span = tracer.startSpan(
        route === undefined ? request.method : `${request.method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': request.method,
            ...(route === undefined ? {} : { 'http.route': route }),
            'carrara.request.id': request.id,
          },
        },
        parent,
      );
      const within = trace.setSpan(parent, span);
      under.set(request, { span, within });
      context.with(within, done);
    });
    // A body arrives through events of the connection, outside the request's context.
    app.addHook('preValidation', (request, _reply, done) => {
      const own = under.get(request);
      if (own) context.with(own.within, done);
      else done();
    });
    app.addHook('onResponse', async (request, reply) => {
      const span = under.get(request)?.span;
      if (!span) return;
      const { operation } = request.routeOptions.config as { readonly operation?: string };
      const admission = request.admitted?.admission;
      span.setAttributes({
        'http.response.status_code': reply.statusCode,
        ...(operation === undefined ? {} : { 'carrara.operation': operation }),
        ...(admission?.kind === 'tenant' ? { 'carrara.tenant.id': admission.tenant.id } : {}),
      });
      if (reply.statusCode >= 500) failed(span, String(reply.statusCode));
      span.end();
    });
  };
  return { inSpan, traceRequests };
}

/** Returns the code of an error. Its message may contain user input. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
