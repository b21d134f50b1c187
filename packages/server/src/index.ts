/** Exports what the command line uses of the service: starting it, and the operator commands. */

import './polyfills.ts'

export { DataDirInUseError } from '@rollcall/embedded-postgres'
export {
  type AccountHolder,
  ensureUser,
  getAccountHolder,
  type ListedAccount,
  listAccounts,
} from './directory/accounts/account-directory.ts'
export { dropAccount, saveAccount } from './directory/accounts/account-service.ts'
export { setUpCode, setUpLink } from './directory/accounts/set-up.ts'
export { listAttributeMappings, mapAttribute, unmapAttribute } from './directory/attributes/mapping-service.ts'
export { setHierarchyGuard } from './directory/hierarchy/hierarchy-guard.ts'
export {
  blockKey,
  type CreatedKey,
  createKey,
  listKeys,
  listKeyUsage,
  revokeKey,
  rotateKey,
  unblockKey,
} from './directory/keys/key-service.ts'
export {
  blockOrganization,
  createOrganization,
  getOrganization,
  listOrganizations,
} from './directory/organizations/organization-service.ts'
export { setRetention } from './directory/settings/settings-service.ts'
export { rotateSealingKey, type SealingRotation } from './gate/sealing/sealing-rotation.ts'
export { rotateSigningKey } from './gate/tokens/signing-keys.ts'
export { listSources } from './intake/sources/source-service.ts'
export type { Finding } from './operations/doctor/finding.ts'
export { setImportGuard } from './operations/imports/import-guard.ts'
export { type ImportProgress, ImportRefused, importDirectory } from './operations/imports/import-service.ts'
export { erasePerson } from './operations/privacy/erasure-service.ts'
export { findNamedUser } from './operations/privacy/person.ts'
export { openPersonalData } from './operations/privacy/personal-data.ts'
export { type RetentionReport, runRetention } from './operations/privacy/retention-service.ts'
export { readPrivacyStatus } from './operations/privacy/retention-store.ts'
export { EVENT_KIND_NAMES } from './operations/quarantine/quarantine-kinds.ts'
export { countQuarantine, listQuarantine, replayQuarantine } from './operations/quarantine/quarantine-service.ts'
export { boot, type RunningService } from './operator/boot.ts'
export { examineService } from './operator/examine-service.ts'
export { firstRun, renewSetUp } from './operator/first-run.ts'
export { DEMO_DATABASE_NAME, findInstance } from './operator/instance-file.ts'
export { type Operator, openOperator } from './operator/operator.ts'
export { upgradeDatabase } from './operator/upgrade-database.ts'
export { directoryConsequences } from './planning/consequences/directory-consequences.ts'
export { type HorizonReport, listHorizonLocations, runHorizon } from './planning/horizon/horizon-service.ts'
export { type Config, ConfigError, readConfig } from './platform/config.ts'
export { AppError } from './platform/errors.ts'
export { ATTENDANCE_ROWS } from './warehouse/attendance/attendance-rows.ts'
export { type FeedTimeline, isTimelineHere, listTimelines, startTimeline } from './warehouse/feed/feed-timeline.ts'
export { exportLake, type LakeReport } from './warehouse/lake/lake-service.ts'
export type { LakeStorage } from './warehouse/lake/lake-storage.ts'
export { openLake } from './warehouse/lake/open-lake.ts'
export { type LakeVerification, verifyLake } from './warehouse/lake/verify-lake.ts'
export type { RefreshScope } from './warehouse/refresh/refresh-plan.ts'
export { listRuns as listRefreshRuns } from './warehouse/refresh/refresh-runs.ts'
export { type RefreshReport, runRefresh } from './warehouse/refresh/refresh-service.ts'
