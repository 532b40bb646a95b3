export { type ApiClient, createClient, type DownloadedFile } from './client.ts';
export { type ApiFailure } from './failure.ts';
