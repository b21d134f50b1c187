/** What commands need that only talk to a service: loaded in a moment, where the service itself takes a second. */
export { ConfigError, readConfig } from './config.ts'
export { DataDirInUseError } from './db/embedded/errors.ts'
export { AppError } from './errors.ts'
export { ImportRefused } from './imports/import-faults.ts'
export { LakeError } from './lake/lake-error.ts'
export { DEMO_DATABASE_NAME, findInstance } from './operator/instance-file.ts'
export { VERSION } from './version.ts'
