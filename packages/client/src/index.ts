export { createClient } from './client.ts'
export type { CallOptions, OpenOptions, OpenRows, RollcallClient, RowsOperation } from './operations.ts'
export type { ClientOptions } from './options.ts'
export { type ProblemBody, RollcallError } from './rollcall-error.ts'
