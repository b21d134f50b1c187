import { ConfigError, exportLake, type LakeReport, openLake, readConfig } from '@rollcall/server'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { print } from '../output.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'

export const lakeCommand = (): Command =>
  new Command('lake')
    .description('published days as Parquet files in a folder or a bucket')
    .addCommand(
      new Command('export')
        .description('write what was published since the last export, now; a running service does so within a minute')
        .option('--org <org>', 'organisation, by id or name; not needed where there is only one')
        .option('--json', 'print JSON')
        .action(exportNow),
    )

const exportNow = async ({ org, json }: { org?: string; json?: boolean }): Promise<void> => {
  const { lake: config } = readConfig()
  if (!config)
    throw new ConfigError('There is no lake. Set ROLLCALL_LAKE_DIR to a folder, or ROLLCALL_LAKE_S3 to s3://bucket/prefix.')
  const lake = await openLake(config)
  const stopping = new AbortController()
  const { signal } = stopping
  void untilStopped().then(() => stopping.abort())
  try {
    const report = await operateOn(org, ({ db, ingest: { pool } }, orgId) => exportLake({ db, pool }, lake, orgId, signal))
    print(json, report ?? null, () => reportText(lake.address, report))
  } catch (error) {
    if (!signal.aborted) throw error
    process.stderr.write('Stopped. What was written is whole; the next export continues there.\n')
    process.exitCode = INTERRUPTED
  }
}

const reportText = (address: string, report: LakeReport | undefined): string => {
  if (!report) return 'The running service is writing to the lake already.'
  const { segments, removed, rows, bytes } = report
  if (segments === 0) return `Nothing was published since the last export to ${address}.`
  const files = segments - removed
  return `${files} file${files === 1 ? '' : 's'} with ${rows} row${rows === 1 ? '' : 's'} (${bytes} bytes) written to ${address}, ${removed} removed.`
}
