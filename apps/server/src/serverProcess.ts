import { serve } from './process/serve.ts';

/** Runs the server itself as a single process. */
await serve({ environment: process.env, args: process.argv.slice(2) });
