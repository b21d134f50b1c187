/**
 * Exports what the command line uses of the service: starting it, and the operator commands. Each function loads its module when it
 * is called first, because loading all of them takes longer than most commands.
 */

import './polyfills.ts'

export { DataDirInUseError } from '@rollcall/embedded-postgres/errors'
export type { AccountHolder, ListedAccount } from './directory/accounts/account-directory.ts'
export type { CreatedKey } from './directory/keys/key-service.ts'
export type { OperatorTest } from './directory/sso/for-operators.ts'
export { runAct } from './gate/audit/act.ts'
export type { SealingRotation } from './gate/sealing/sealing-rotation.ts'
export type { Finding } from './operations/doctor/finding.ts'
export { ImportRefused } from './operations/imports/import-errors.ts'
export type { ImportProgress } from './operations/imports/import-service.ts'
export type { Cells } from './operations/moving/cells.ts'
export type { CellContent, MoveOf, Progressed, RemainingOrganization } from './operations/moving/drain-cell.ts'
export type { MoveProgress } from './operations/moving/move-organization.ts'
export type { Move } from './operations/moving/move-store.ts'
export type { RetentionReport } from './operations/privacy/retention-service.ts'
export type { SampleApi, SampleCompany, SampleSource } from './operations/sample/sample-source.ts'
export type { RunningService } from './operator/boot.ts'
export type { CellState } from './operator/cells.ts'
export { DEMO_DATABASE_NAME, findInstance } from './operator/instance-file.ts'
export type { ControlOperator, Operator } from './operator/operator.ts'
export type { PlacedOrganization } from './operator/organizations.ts'
export type { HorizonReport } from './planning/horizon/horizon-service.ts'
export type { Config } from './platform/config.ts'
export { ConfigError, readConfig } from './platform/config.ts'
export { AppError } from './platform/errors.ts'
export { ATTENDANCE_ROWS } from './warehouse/attendance/attendance-rows.ts'
export type { FeedTimeline } from './warehouse/feed/feed-timeline.ts'
export type { LakeReport } from './warehouse/lake/lake-service.ts'
export type { LakeStorage } from './warehouse/lake/lake-storage.ts'
export type { LakeVerification } from './warehouse/lake/verify-lake.ts'
export type { RefreshScope } from './warehouse/refresh/refresh-plan.ts'
export type { RefreshReport } from './warehouse/refresh/refresh-service.ts'

const onDemand = <F extends (...args: never[]) => Promise<unknown>>(load: () => Promise<F>): F =>
  (async (...args) => (await load())(...args)) as F

export const ensureUser = onDemand(async () => (await import('./directory/accounts/account-directory.ts')).ensureUser)
export const getAccountHolder = onDemand(async () => (await import('./directory/accounts/account-directory.ts')).getAccountHolder)
export const listAccounts = onDemand(async () => (await import('./directory/accounts/account-directory.ts')).listAccounts)
export const dropAccount = onDemand(async () => (await import('./directory/accounts/account-service.ts')).dropAccount)
export const saveAccount = onDemand(async () => (await import('./directory/accounts/account-service.ts')).saveAccount)
export const copyAccountLink = onDemand(async () => (await import('./directory/accounts/account-link-service.ts')).copyLink)
export const loadSetUp = () => import('./directory/accounts/set-up.ts')
export const listAttributeMappings = onDemand(
  async () => (await import('./directory/attributes/mapping-service.ts')).listAttributeMappings,
)
export const mapAttribute = onDemand(async () => (await import('./directory/attributes/mapping-service.ts')).mapAttribute)
export const unmapAttribute = onDemand(async () => (await import('./directory/attributes/mapping-service.ts')).unmapAttribute)
export const setHierarchyGuard = onDemand(
  async () => (await import('./directory/hierarchy/hierarchy-guard.ts')).setHierarchyGuard,
)
export const blockKey = onDemand(async () => (await import('./directory/keys/key-service.ts')).blockKey)
export const createKey = onDemand(async () => (await import('./directory/keys/key-service.ts')).createKey)
export const listKeys = onDemand(async () => (await import('./directory/keys/key-service.ts')).listKeys)
export const listKeyUsage = onDemand(async () => (await import('./directory/keys/key-service.ts')).listKeyUsage)
export const revokeKey = onDemand(async () => (await import('./directory/keys/key-service.ts')).revokeKey)
export const rotateKey = onDemand(async () => (await import('./directory/keys/key-service.ts')).rotateKey)
export const unblockKey = onDemand(async () => (await import('./directory/keys/key-service.ts')).unblockKey)
export const blockOrganization = onDemand(
  async () => (await import('./directory/organizations/organization-service.ts')).blockOrganization,
)
export const createOrganization = onDemand(
  async () => (await import('./directory/organizations/organization-service.ts')).createOrganization,
)
export const listOrganizations = onDemand(
  async () => (await import('./directory/organizations/organization-service.ts')).listOrganizations,
)
export const setRetention = onDemand(async () => (await import('./directory/settings/settings-service.ts')).setRetention)
export const loadSso = () => import('./directory/sso/for-operators.ts')
export const recordChange = onDemand(async () => (await import('./gate/audit/audit-log.ts')).recordChange)
export const recordRead = onDemand(async () => (await import('./gate/audit/audit-log.ts')).recordRead)
export const rotateSealingKey = onDemand(async () => (await import('./gate/sealing/sealing-rotation.ts')).rotateSealingKey)
export const rotateSigningKey = onDemand(async () => (await import('./gate/tokens/signing-keys.ts')).rotateSigningKey)
export const listSources = onDemand(async () => (await import('./intake/sources/source-service.ts')).listSources)
export const setImportGuard = onDemand(async () => (await import('./operations/imports/import-guard.ts')).setImportGuard)
export const importDirectory = onDemand(async () => (await import('./operations/imports/import-service.ts')).importDirectory)
export const confirmCopies = onDemand(async () => (await import('./operations/moving/drain-cell.ts')).confirmCopies)
export const drainCell = onDemand(async () => (await import('./operations/moving/drain-cell.ts')).drainCell)
export const readCellContent = onDemand(async () => (await import('./operations/moving/drain-cell.ts')).readCellContent)
export const moveOrganization = onDemand(async () => (await import('./operations/moving/move-organization.ts')).moveOrganization)
export const cancelMove = onDemand(async () => (await import('./operations/moving/move-organization.ts')).cancelMove)
export const confirmMove = onDemand(async () => (await import('./operations/moving/move-organization.ts')).confirmMove)
export const listMoves = onDemand(async () => (await import('./operations/moving/move-store.ts')).listMoves)
export const erasePerson = onDemand(async () => (await import('./operations/privacy/erasure-service.ts')).erasePerson)
export const findNamedUser = onDemand(async () => (await import('./operations/privacy/person.ts')).findNamedUser)
export const openPersonalData = onDemand(async () => (await import('./operations/privacy/personal-data.ts')).openPersonalData)
export const runRetention = onDemand(async () => (await import('./operations/privacy/retention-service.ts')).runRetention)
export const readPrivacyStatus = onDemand(async () => (await import('./operations/privacy/retention-store.ts')).readPrivacyStatus)
export const countQuarantine = onDemand(
  async () => (await import('./operations/quarantine/quarantine-service.ts')).countQuarantine,
)
export const listQuarantine = onDemand(async () => (await import('./operations/quarantine/quarantine-service.ts')).listQuarantine)
export const replayQuarantine = onDemand(
  async () => (await import('./operations/quarantine/quarantine-service.ts')).replayQuarantine,
)
export const boot = onDemand(async () => (await import('./operator/boot.ts')).boot)
export const checkUpgrade = onDemand(async () => (await import('./operator/check-upgrade.ts')).checkUpgrade)
export const examineService = onDemand(async () => (await import('./operator/examine-service.ts')).examineService)
export const firstRun = onDemand(async () => (await import('./operator/first-run.ts')).firstRun)
export const renewSetUp = onDemand(async () => (await import('./operator/first-run.ts')).renewSetUp)
export const checkCells = onDemand(async () => (await import('./operator/check-cells.ts')).checkCells)
export const addCell = onDemand(async () => (await import('./operator/cells.ts')).addCell)
export const listCellStates = onDemand(async () => (await import('./operator/cells.ts')).listCellStates)
export const assertMayDrain = onDemand(async () => (await import('./operator/cells.ts')).assertMayDrain)
export const markDraining = onDemand(async () => (await import('./operator/cells.ts')).markDraining)
export const removeCell = onDemand(async () => (await import('./operator/cells.ts')).removeCell)
export const createOrganizationIn = onDemand(async () => (await import('./operator/organizations.ts')).createOrganizationIn)
export const forgetOrganization = onDemand(async () => (await import('./operator/organizations.ts')).forgetOrganization)
export const listPlacedOrganizations = onDemand(async () => (await import('./operator/organizations.ts')).listPlacedOrganizations)
export const openCellOfKey = onDemand(async () => (await import('./operator/organizations.ts')).openCellOfKey)
export const openOrganization = onDemand(async () => (await import('./operator/organizations.ts')).openOrganization)
export const openOperator = onDemand(async () => (await import('./operator/operator.ts')).openOperator)
export const upgradeDatabase = onDemand(async () => (await import('./operator/upgrade-database.ts')).upgradeDatabase)
export const loadDirectoryConsequences = async () =>
  (await import('./planning/consequences/directory-consequences.ts')).directoryConsequences
export const listHorizonLocations = onDemand(
  async () => (await import('./planning/horizon/horizon-service.ts')).listHorizonLocations,
)
export const getCalendar = onDemand(async () => (await import('./planning/calendar/calendar-service.ts')).getCalendar)
export const importHolidays = onDemand(async () => (await import('./planning/calendar/calendar-service.ts')).importHolidays)
export const runHorizon = onDemand(async () => (await import('./planning/horizon/horizon-service.ts')).runHorizon)
export const isTimelineHere = onDemand(async () => (await import('./warehouse/feed/feed-timeline.ts')).isTimelineHere)
export const listTimelines = onDemand(async () => (await import('./warehouse/feed/feed-timeline.ts')).listTimelines)
export const startTimeline = onDemand(async () => (await import('./warehouse/feed/feed-timeline.ts')).startTimeline)
export const exportLake = onDemand(async () => (await import('./warehouse/lake/lake-service.ts')).exportLake)
export const openLake = onDemand(async () => (await import('./warehouse/lake/open-lake.ts')).openLake)
export const verifyLake = onDemand(async () => (await import('./warehouse/lake/verify-lake.ts')).verifyLake)
export const listRefreshRuns = onDemand(async () => (await import('./warehouse/refresh/refresh-runs.ts')).listRuns)
export const setPolicy = onDemand(async () => (await import('./warehouse/policies/policy-service.ts')).setPolicy)
export const runRefresh = onDemand(async () => (await import('./warehouse/refresh/refresh-service.ts')).runRefresh)
