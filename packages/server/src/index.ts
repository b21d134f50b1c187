/** What the command line uses of the service: booting it, and what operators do. */
export {
  blockKey,
  type CreatedKey,
  createKey,
  listKeys,
  listKeyUsage,
  revokeKey,
  rotateKey,
  unblockKey,
} from './access/key-service.ts'
export { blockOrganization, createOrganization, getOrganization, listOrganizations } from './access/organization-service.ts'
export { rotateSealingKey, type SealingRotation } from './access/sealing-rotation.ts'
export { rotateSigningKey } from './access/signing-keys.ts'
export {
  type AccountHolder,
  ensureUser,
  getAccountHolder,
  type ListedAccount,
  listAccounts,
} from './accounts/account-directory.ts'
export { dropAccount, saveAccount } from './accounts/account-service.ts'
export { setUpCode, setUpLink } from './accounts/set-up.ts'
export { ATTENDANCE_ROWS } from './attendance/attendance-rows.ts'
export { listAttributeMappings, mapAttribute, unmapAttribute } from './attributes/mapping-service.ts'
export { type Config, ConfigError, readConfig } from './config.ts'
export { DataDirInUseError } from './db/embedded/index.ts'
export type { Finding } from './doctor/finding.ts'
export { AppError } from './errors.ts'
export { type FeedTimeline, isTimelineHere, listTimelines, startTimeline } from './feed/feed-timeline.ts'
export { setHierarchyGuard } from './hierarchy/hierarchy-guard.ts'
export { type HorizonReport, listHorizonLocations, runHorizon } from './horizon/horizon-service.ts'
export { setImportGuard } from './imports/import-guard.ts'
export { type ImportProgress, ImportRefused, importDirectory } from './imports/import-service.ts'
export { exportLake, type LakeReport } from './lake/lake-service.ts'
export { type LakeStorage, openLake } from './lake/lake-storage.ts'
export { type LakeVerification, verifyLake } from './lake/verify-lake.ts'
export { boot, type RunningService } from './operator/boot.ts'
export { examineService } from './operator/examine-service.ts'
export { firstRun, renewSetUp } from './operator/first-run.ts'
export { DEMO_DATABASE_NAME, findInstance } from './operator/instance-file.ts'
export { type Operator, openOperator } from './operator/operator.ts'
export { erasePerson } from './privacy/erasure-service.ts'
export { findNamedUser } from './privacy/person.ts'
export { openPersonalData } from './privacy/personal-data.ts'
export { type RetentionReport, runRetention } from './privacy/retention-service.ts'
export { readPrivacyStatus } from './privacy/retention-store.ts'
export { EVENT_KIND_NAMES } from './quarantine/quarantine-kinds.ts'
export { countQuarantine, listQuarantine, replayQuarantine } from './quarantine/quarantine-service.ts'
export type { RefreshScope } from './refresh/refresh-plan.ts'
export { listRuns as listRefreshRuns } from './refresh/refresh-runs.ts'
export { type RefreshReport, runRefresh } from './refresh/refresh-service.ts'
export { setRetention } from './settings/settings-service.ts'
export { listSources } from './sources/source-service.ts'
