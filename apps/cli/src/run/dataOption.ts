/** The option of commands that read an installation's data directly, instead of calling its server. */
export const dataOption = [
  '--data <folder>',
  'data folder of the installation; to use a database server instead, set DATABASE_URL',
] as const;
