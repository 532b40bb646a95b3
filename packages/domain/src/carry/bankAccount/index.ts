export * from './bankAccount.ts';
