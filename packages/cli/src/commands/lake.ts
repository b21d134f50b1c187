import {
  ConfigError,
  exportLake,
  type LakeReport,
  type LakeStorage,
  type LakeVerification,
  openLake,
  readConfig,
  verifyLake,
} from '@rollcall/server'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'

interface LakeOptions {
  readonly org?: string
  readonly all?: boolean
  readonly json?: boolean
}

const ORG = ['--org <org>', 'organization, by id or name; not needed where there is only one'] as const

export const lakeCommand = (): Command =>
  new Command('lake')
    .description('published days as Parquet files in a folder or a bucket')
    .addCommand(
      new Command('export')
        .description('write what was published since the last export, now; a running service does so within a minute')
        .option(...ORG)
        .option('--all', 'write everything anew, whatever the lake has, and remove what is not published')
        .option('--json', 'print JSON')
        .action(exportNow),
    )
    .addCommand(
      new Command('verify')
        .description('compare the lake with what is published: every file is there, is what was written, and nothing else')
        .option(...ORG)
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExit status: 0 where the lake is as it should be, 1 where it is not.')
        .action(verifyNow),
    )

/** Opened before the database, so that a wrong setting is told at once. */
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
    const report = await operateOn(org, ({ db, ingest: { pool } }, orgId) =>
      exportLake({ db, pool }, lake, orgId, { all, signal }),
    )
    print(json, report ?? null, () => reportText(lake.address, report))
  } catch (error) {
    if (!signal.aborted) throw error
    process.stderr.write('Stopped. What was written is whole; the next export continues there.\n')
    process.exitCode = INTERRUPTED
  }
}

const REASONS: Record<NonNullable<LakeReport['rewritten']>, string> = {
  restored: 'An older backup was restored since the last export, so every file was compared with what is published.',
  incomplete: 'The last manifest of the lake is gone, so every file was compared with what is published.',
  format: 'The files of the lake are of an older format, so all were written anew.',
  asked: 'All files were written anew.',
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const reportText = (address: string, report: LakeReport | undefined): string => {
  if (!report) return 'The running service is writing to the lake already.'
  const { rewritten, segments, removed, unchanged, stale, rows, bytes } = report
  if (segments === 0 && !rewritten) return `Nothing was published since the last export to ${address}.`
  const written = `${counted(segments - removed, 'file')} with ${counted(rows, 'row')} (${bytes} bytes) written to ${address}, ${removed + stale} removed`
  return rewritten ? `${REASONS[rewritten]}\n${written}, ${unchanged} left as they were.` : `${written}.`
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
    '`rollcall lake export --all` writes everything anew.',
  ].join('\n')
}
