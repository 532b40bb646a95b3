export * from './accountMapping.ts';
export * from './checkTemplate.ts';
export * from './feeSections.ts';
export * from './flowsOfLedger.ts';
export * from './performanceTemplate.ts';
export * from './performanceTypes.ts';
export * from './readTemplate.ts';
export * from './readTemplateHead.ts';
