import { isCancel, text } from '@clack/prompts'
import { type Erasure, MAX_RETENTION_DAYS, MIN_RETENTION_DAYS, type PrivacyStatus } from '@rollcall/contract'
import {
  AppError,
  erasePerson,
  findNamedUser,
  type RetentionReport,
  readPrivacyStatus,
  runRetention,
  setRetention,
} from '@rollcall/server'
import { Command, InvalidArgumentError } from 'commander'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { waitForTurn } from '../wait-for-turn.ts'
import { WrongUse } from '../wrong-use.ts'
import { exportCommand, ORG, USER } from './privacy-export.ts'

interface EraseOptions {
  org?: string
  reason: string
  dryRun?: boolean
  yes?: boolean
  json?: boolean
}

const eraseCommand = (): Command =>
  new Command('erase')
    .description('permanently remove everything that identifies a person; counts stay unchanged')
    .argument('<user>', USER)
    .requiredOption('--reason <text>', 'the reason; it is stored, so it must not name the person')
    .option(...ORG)
    .option('--dry-run', 'only count what would be removed or changed')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action(async (user: string, options: EraseOptions) => {
      const erasure = await operateOn(options.org, async ({ db }, orgId) => {
        const { userId, userName } = await findNamedUser(db, orgId, user)
        const { reason, dryRun = false } = options
        const confirm = dryRun ? null : await confirmed(userName, options)
        return erasePerson(db, orgId, { userId, reason, dryRun, confirm, byUserId: null })
      })
      print(options.json, erasure, () => erasureText(erasure))
    })

/** The name typed to confirm the person. @throws WrongUse, AppError invalid_request if the prompt is canceled */
const confirmed = async (userName: string, { yes }: EraseOptions): Promise<string> => {
  if (yes) return userName
  if (!process.stdin.isTTY)
    throw new WrongUse('There is no terminal for the confirmation: give --yes, or --dry-run to see what would be removed.')
  const answer = await text({
    message: `Type the userName or e-mail of ${userName} to erase them permanently`,
    output: process.stderr,
  })
  if (isCancel(answer)) throw new AppError('invalid_request', { detail: 'Nothing was changed.' })
  return answer
}

const erasureText = ({ userId, erasedAt, restatedDays, tables }: Erasure): string => {
  const rows = tables.map(({ table: name, effect, rows: count }) => [name, effect, count])
  const days = `${restatedDays} day${restatedDays === 1 ? '' : 's'}`
  const summary =
    erasedAt === null
      ? `Nothing was changed. ${days} would be published again.`
      : `User ${userId} was erased at ${erasedAt}. The next refresh publishes ${days} again; rollcall refresh does so now.`
  return `${table(['table', 'rows are', 'rows'], rows, 'No stored data names this user.')}\n\n${summary}`
}

interface RetainOptions {
  org?: string
  presence?: number | false
  occupancy?: number | false
  log?: number | false
  visitors?: number
  audit?: number | false
  deleted?: number | false
  json?: boolean
}

const retention = (value: string): number | false => {
  if (value === 'off') return false
  const days = Number(value)
  if (!/^\d+$/.test(value) || days < MIN_RETENTION_DAYS || days > MAX_RETENTION_DAYS) {
    throw new InvalidArgumentError(`Give ${MIN_RETENTION_DAYS} to ${MAX_RETENTION_DAYS} days, or off.`)
  }
  return days
}

const retainCommand = (): Command =>
  new Command('retain')
    .description(
      'set how many days personal data is kept, or off to keep it; the running service permanently anonymizes older data',
    )
    .option(...ORG)
    .option('--presence <days>', 'presence, plans and bookings', retention)
    .option('--occupancy <days>', 'occupancy events', retention)
    .option('--log <days>', 'people in the log of user actions', retention)
    .option('--visitors <days>', 'names and contact of visitors', retention)
    .option('--audit <days>', 'entries of the audit log, which are deleted (400)', retention)
    .option('--deleted <days>', 'users whom a provider deleted, who are erased (90)', retention)
    .option('--json', 'print JSON')
    .action(async ({ org, json, presence, occupancy, log, visitors, audit, deleted }: RetainOptions) => {
      const changes = {
        ...(presence === undefined ? {} : { presenceRetentionDays: presence || null }),
        ...(occupancy === undefined ? {} : { occupancyRetentionDays: occupancy || null }),
        ...(log === undefined ? {} : { logRetentionDays: log || null }),
        ...(visitors === undefined ? {} : { visitorRetentionDays: visitors || null }),
        ...(audit === undefined ? {} : { auditRetentionDays: audit || null }),
        ...(deleted === undefined ? {} : { deletedUserRetentionDays: deleted || null }),
      }
      const status = await operateOn(org, async ({ db }, orgId) => {
        if (Object.keys(changes).length > 0) await setRetention(db, orgId, changes)
        return readPrivacyStatus(db, orgId)
      })
      print(json, status.retention, () => retentionText(status))
    })

const anonymizeCommand = (): Command =>
  new Command('anonymise')
    .description('anonymize data past its retention now; a running service does so within an hour')
    .option(...ORG)
    .option('--json', 'print JSON')
    .action(async ({ org, json }: { org?: string; json?: boolean }) => {
      const message = 'The service is anonymizing data. Waiting until it has finished.'
      const reports = await operateOn(org, ({ db, pool }, orgId) =>
        waitForTurn(() => runRetention({ db, pool }, orgId), { message }),
      )
      print(json, reports, () => reportsText(reports))
    })

const statusCommand = (): Command =>
  new Command('status')
    .description('show the retention of personal data, what was anonymized, and who was erased')
    .option(...ORG)
    .option('--json', 'print JSON')
    .action(async ({ org, json }: { org?: string; json?: boolean }) => {
      const status = await operateOn(org, ({ db }, orgId) => readPrivacyStatus(db, orgId))
      print(json, status, () => [retentionText(status), runsText(status), erasuresText(status)].join('\n\n'))
    })

const retentionText = ({ retention: kinds }: PrivacyStatus): string =>
  table(
    ['kind', 'kept for', 'anonymous up to'],
    kinds.map(({ kind, days, through }) => [kind, days === null ? 'ever' : `${days} days`, through]),
    '',
  )

const runsText = ({ runs }: PrivacyStatus): string =>
  table(
    ['run', 'kind', 'started', 'ended', 'anonymous up to', 'rows', 'error'],
    runs.map(({ runNo, kind, startedAt, endedAt, through, rows, error }) => {
      const counts = Object.entries(rows).map(([name, count]) => `${name} ${count}`)
      return [runNo, kind, startedAt, endedAt, through, counts.join(', ') || null, error]
    }),
    'Nothing has been anonymized yet.',
  )

const erasuresText = ({ erasures }: PrivacyStatus): string =>
  table(
    ['erased user', 'when', 'by', 'reason'],
    erasures.map(({ userId, erasedAt, erasedByUserId, reason }) => [userId, erasedAt, erasedByUserId, reason]),
    'No one has been erased yet.',
  )

const reportsText = (reports: readonly RetentionReport[]): string => {
  const rows = reports.map(({ kind, lastDay, through }) => [
    kind === 'deletedUsers' ? 'deleted users' : kind,
    through,
    through === lastDay ? '' : `${lastDay}, after a refresh`,
  ])
  return table(['kind', 'anonymous up to', 'still to come'], rows, 'No data is past its retention.')
}

export const privacyCommand = (): Command =>
  new Command('privacy')
    .description('personal data: export or erase the data of a person; retention')
    .addCommand(exportCommand())
    .addCommand(eraseCommand())
    .addCommand(retainCommand())
    .addCommand(anonymizeCommand())
    .addCommand(statusCommand())
