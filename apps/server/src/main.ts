import { serve } from './serve.ts';

await serve({ environment: process.env, args: process.argv.slice(2) });
