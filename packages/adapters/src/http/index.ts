export { type ApiClient, type CallOptions, type ClientOptions, createClient, type DownloadedFile } from './client.ts';
export { type ApiFailure, failureOfAnswer, unavailableText, unreachable } from './failure.ts';
export { requestOf, type WireRequest } from './request.ts';
export { resultOf } from './result.ts';
