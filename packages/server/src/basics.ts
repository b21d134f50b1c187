/** Exports what commands that only talk to a service need: it loads in a moment, where the service itself takes a second. */

export { DataDirInUseError, EmbeddedPostgresUnavailableError } from '@rollcall/embedded-postgres/errors'
export { ImportRefused } from './operations/imports/import-errors.ts'
export { DEMO_DATABASE_NAME, findInstance } from './operator/instance-file.ts'
export { ConfigError, readConfig } from './platform/config.ts'
export { AppError } from './platform/errors.ts'
export { replaceFile } from './platform/replace-file.ts'
export { LakeError } from './warehouse/lake/lake-error.ts'
