import {
  ConfigError,
  exportLake,
  type LakeReport,
  type LakeStorage,
  type LakeVerification,
  openLake,
  readConfig,
  recordChange,
  verifyLake,
} from '@rollcall/server'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'
import { waitForTurn } from '../wait-for-turn.ts'

interface LakeOptions {
  readonly org?: string
  readonly all?: boolean
  readonly json?: boolean
}

const ORG = ['--org <org>', 'organization, by id or name; not needed if there is only one'] as const

export const lakeCommand = (): Command =>
  new Command('lake')
    .description('published days as Parquet files in a folder or a bucket')
    .addCommand(
      new Command('export')
        .description('export everything published since the last export, now; a running service does so within a minute')
        .option(...ORG)
        .option('--all', 'write everything again, regardless of the lake, and remove what is not published')
        .option('--json', 'print JSON')
        .action(exportNow),
    )
    .addCommand(
      new Command('verify')
        .description('compare the lake with what is published: every file exists and is unchanged, and there are no others')
        .option(...ORG)
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExit status: 0 if the lake is correct, 1 otherwise.')
        .action(verifyNow),
    )

/** Opened before the database, so that a wrong setting is reported first. */
const openConfigured = async (): Promise<LakeStorage> => {
  const { lake } = readConfig()
  if (lake) return openLake(lake)
  throw new ConfigError('There is no lake. Set ROLLCALL_LAKE_DIR to a folder, or ROLLCALL_LAKE_S3 to s3://bucket/prefix.')
}

const exportNow = async ({ org, all = false, json }: LakeOptions): Promise<void> => {
  const lake = await openConfigured()
  const stopping = new AbortController()
  const { signal } = stopping
  void untilStopped().then(() => stopping.abort())
  try {
    const report = await operateOn(org, async ({ db, pool }, orgId) => {
      // Recorded before, because files outside of the database are no part of a transaction.
      await recordChange(db, orgId, { entity: { type: 'lake', name: lake.address }, after: { all } })
      const message = 'The service is writing to the lake. Waiting until it has finished.'
      return waitForTurn(() => exportLake({ db, pool }, lake, orgId, { all, signal }), { message, signal })
    })
    print(json, report, () => reportText(lake.address, report))
  } catch (error) {
    if (!signal.aborted) throw error
    process.stderr.write('Stopped. All written files are complete; the next export resumes there.\n')
    process.exitCode = INTERRUPTED
  }
}

const REASONS: Record<NonNullable<LakeReport['rewritten']>, string> = {
  restored: 'An older backup was restored since the last export, so every file was compared with what is published.',
  incomplete: 'The last manifest of the lake is missing, so every file was compared with what is published.',
  format: 'The files of the lake have an older format, so all were written again.',
  asked: 'All files were written again.',
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const reportText = (address: string, report: LakeReport): string => {
  const { rewritten, segments, removed, unchanged, stale, rows, bytes } = report
  if (segments === 0 && !rewritten) return `Nothing was published since the last export to ${address}.`
  const written = `${counted(segments - removed, 'file')} with ${counted(rows, 'row')} (${bytes} bytes) written to ${address}, ${removed + stale} removed`
  return rewritten ? `${REASONS[rewritten]}\n${written}, ${unchanged} unchanged.` : `${written}.`
}

const verifyNow = async ({ org, json }: LakeOptions): Promise<void> => {
  const lake = await openConfigured()
  const progress = startProgress('Comparing')
  try {
    const verification = await operateOn(org, ({ db }, orgId) => verifyLake(db, lake, orgId, { onProgress: progress.update }))
    progress.finish('Compared')
    print(json, verification, () => verificationText(lake.address, verification))
    if (verification.differences.length > 0) process.exitCode = 1
  } catch (error) {
    progress.abandon()
    throw error
  }
}

const verificationText = (address: string, { segments, files, behind, differences }: LakeVerification): string => {
  const compared = `${counted(segments, 'segment')} compared with ${address}, ${counted(files, 'file')} as they should be`
  const later = behind === 0 ? '' : ` ${counted(behind, 'segment')} published since the last export: the next one writes them.`
  if (differences.length === 0) return `${compared}.${later}`
  const rows = differences.map(({ path, problem }) => [path, problem])
  return [
    `${compared}: ${counted(differences.length, 'difference')}.${later}`,
    '',
    table(['path', 'difference'], rows, ''),
    '',
    '`rollcall lake export --all` writes everything again.',
  ].join('\n')
}
