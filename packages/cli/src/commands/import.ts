import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { AppError, ImportRefused, importDirectory } from '@rollcall/server'
import { Command } from 'commander'
import { showWarnings } from '../import-warnings.ts'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { startProgress } from '../progress.ts'

interface ImportCommandOptions {
  org?: string
  dryRun?: boolean
  force?: boolean
  json?: boolean
}

export const importCommand = (): Command =>
  new Command('import')
    .description('import buildings, groups, people, plans, bookings and events from a JSON file')
    .argument('<file>', 'JSON file, or - for standard input; its form is in docs/operators/import.md')
    .option('--org <org>', 'organisation, by id or name; not needed where there is only one')
    .option('--dry-run', 'check the file and show what would change')
    .option('--force', 'import even where so much is set inactive or moved that the import guard would refuse')
    .option('--json', 'print the report as JSON')
    .action(async (path: string, { org, dryRun = false, force = false, json }: ImportCommandOptions) => {
      const file = await readJson(path)
      const progress = startProgress(dryRun ? 'Checking' : 'Importing')
      const report = await operateOn(org, ({ db }, orgId) =>
        importDirectory(db, orgId, file, {
          dryRun,
          force,
          onProgress: ({ section, done, total }) => progress.update(done, total, section),
        }),
      ).catch((error) => {
        progress.finish('Nothing was changed')
        if (json && error instanceof ImportRefused) print(json, { faults: error.faults, warnings: error.warnings }, () => '')
        throw error
      })
      progress.finish(dryRun ? 'Checked: nothing was changed' : 'Imported')
      if (!json) showWarnings(report.warnings)
      const rows = Object.entries(report.changes).map(([what, { created, updated, unchanged, removed }]) => [
        what,
        created,
        updated,
        unchanged,
        removed ?? 0,
      ])
      print(json, report, () => table(['', 'created', 'updated', 'unchanged', 'removed'], rows, 'The file is empty.'))
    })

const readJson = async (path: string): Promise<unknown> => {
  // Standard input may be a socket, which cannot be opened by a path such as /dev/stdin.
  const text = await (path === '-' ? textOf(process.stdin) : readFile(path, 'utf8')).catch((cause) => {
    throw new AppError('invalid_request', { detail: `Cannot read ${path}: ${cause.message}`, cause })
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_json', { detail: `${path} is not valid JSON: ${(cause as Error).message}`, cause })
  }
}
