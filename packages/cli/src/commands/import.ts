import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { AppError, ImportRefused, importDirectory } from '@rollcall/server'
import { Command } from 'commander'
import { showImport } from '../import-progress.ts'
import { showWarnings } from '../import-warnings.ts'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'

interface ImportCommandOptions {
  org?: string
  dryRun?: boolean
  force?: boolean
  json?: boolean
}

const HELP = `
The file is applied as a whole or not at all. The same file again changes nothing.

Examples:
  $ rollcall import acme.json --dry-run
  $ rollcall import acme.json

Exit status: 0 imported; 1 refused or failed, nothing was changed; 2 wrong usage; 130 stopped by Ctrl+C, the last line says whether
anything was changed.`

export const importCommand = (): Command =>
  new Command('import')
    .description('import buildings, groups, people, plans, bookings and events from a JSON file')
    .argument('<file>', 'JSON file, or - for standard input; see docs/operators/import.md for the format')
    .option('--org <org>', 'organization, by id or name; not needed if there is only one')
    .option('--dry-run', 'check the file and show what would change')
    .option('--force', 'import even if the import guard would reject the number of deactivated or moved entities')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(importFile)

const importFile = async (path: string, { org, dryRun = false, force = false, json }: ImportCommandOptions): Promise<void> => {
  const file = await readJson(path)
  const stopping = new AbortController()
  const { signal } = stopping
  void untilStopped().then(() => {
    stopping.abort()
    process.stderr.write('\nStopping …\n')
  })
  const progress = startProgress(dryRun ? 'Checking' : 'Importing')
  try {
    const report = await operateOn(org, ({ db }, orgId) =>
      importDirectory(db, orgId, file, { dryRun, force, signal, onProgress: showImport(progress) }),
    )
    progress.finish(dryRun ? 'Checked: nothing was changed' : 'Imported')
    if (!json) showWarnings(report.warnings)
    print(json, report, () => reportText(report))
    if (signal.aborted) process.stderr.write('The import was already complete.\n')
  } catch (error) {
    progress.finish(signal.aborted ? 'Stopped: nothing was changed' : 'Nothing was changed')
    if (json && error instanceof ImportRefused) print(json, { faults: error.faults, warnings: error.warnings }, () => '')
    if (!signal.aborted) throw error
  }
  if (signal.aborted) process.exitCode = INTERRUPTED
}

const reportText = ({ changes }: Awaited<ReturnType<typeof importDirectory>>): string => {
  const rows = Object.entries(changes).map(([what, { created, updated, unchanged, removed }]) => [
    what,
    created,
    updated,
    unchanged,
    removed ?? 0,
  ])
  return table(['', 'created', 'updated', 'unchanged', 'removed'], rows, 'The file is empty.')
}

const FORM = 'An import is one JSON object such as {"locations": […], "users": […]}; see docs/operators/import.md.'

const readJson = async (path: string): Promise<unknown> => {
  // Standard input may be a socket, which cannot be opened through a path such as /dev/stdin.
  const text = await (path === '-' ? textOf(process.stdin) : readFile(path, 'utf8')).catch((cause) => {
    throw new AppError('invalid_request', { detail: `Cannot read ${path}: ${cause.message}`, cause })
  })
  const name = path === '-' ? 'Standard input' : path
  try {
    // Some editors and spreadsheets start a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new AppError('invalid_json', { detail: `${name} ${notJson(text, cause as Error)} ${FORM}`, cause })
  }
}

/** Guesses the type of a file that does not start like JSON. */
const notJson = (text: string, { message }: Error): string => {
  if (text.trim() === '') return 'is empty.'
  if (/^\s*[[{]/.test(text)) return `is not valid JSON: ${message}.`
  if (text.startsWith('PK')) return 'is a spreadsheet or an archive, not JSON.'
  const [line = ''] = text.trimStart().split(/\r?\n/, 1)
  return /[,;\t]/.test(line) ? 'looks like CSV, not JSON.' : 'is not JSON.'
}
