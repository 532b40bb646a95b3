import { serve } from './serve.ts';

/** The server itself, as one process. */
await serve({ environment: process.env, args: process.argv.slice(2) });
