export * from './lifecycle.ts';
export * from './payAccess.ts';
