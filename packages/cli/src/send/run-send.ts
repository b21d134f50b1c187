import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type ConnectionOptions, clientOptions } from '../connection.ts'
import { explainFailure } from '../failure.ts'
import { print } from '../output.ts'
import { startProgress } from '../progress.ts'
import { INTERRUPTED, untilStopped } from '../until-stopped.ts'
import { WrongUse } from '../wrong-use.ts'
import { defaultRefusedPath, openRefusedFile } from './delivery/refused-file.ts'
import { type Sent, sendFiles, tryFiles } from './delivery/send-files.ts'
import { numberText, reportOf, summaryText, trialText } from './delivery/summary.ts'
import type { Tally } from './delivery/tally.ts'
import { parseMapping } from './events/assignments.ts'
import { readDoorList } from './events/door-list.ts'
import { fieldsOf, type SentKind } from './events/event-kinds.ts'
import { timeReader } from './events/local-time.ts'
import { madeEvents, type Source } from './events/made-events.ts'
import type { FORMATS, RowOptions } from './rows/rows.ts'
import { STDIN } from './rows/text-input.ts'

/** Options of the command. */
export interface SendOptions extends ConnectionOptions {
  sourceId: string
  map?: string[]
  set?: string[]
  locations?: string
  timeZone?: string
  timeFormat?: string
  format?: (typeof FORMATS)[number]
  delimiter?: string
  encoding?: string
  errors?: string
  fromLine: number
  dryRun?: boolean
  json?: boolean
}

const PROGRESS_EVERY_ROWS = 100

const MAX_SOURCE_ID = 128

const isSourceId = (text: string): boolean => text !== '' && text.length <= MAX_SOURCE_ID && text.isWellFormed()

/** Standard input must be piped; on a terminal the command would wait silently. */
const filesOf = (files: readonly string[]): readonly string[] => {
  if (files.length === 0 && process.stdin.isTTY) throw new WrongUse('Give files to send, or - for standard input.')
  if (new Set(files).size < files.length) throw new WrongUse('A file is given twice.')
  return files.length > 0 ? files : [STDIN]
}

const sourceOf = async (kind: SentKind, files: readonly string[], given: SendOptions): Promise<Source> => {
  const { sourceId, timeZone, timeFormat, format, delimiter, encoding, locations, fromLine } = given
  if (!isSourceId(sourceId)) throw new WrongUse(`--source-id takes 1 to ${MAX_SOURCE_ID} characters.`)
  const mapping = parseMapping(given.map ?? [], given.set ?? [], fieldsOf(kind))
  const readTime = timeReader({ timeZone, timeFormat })
  const doors = locations === undefined ? undefined : await readDoorList(locations, encoding)
  return { files, rules: { kind, sourceId, mapping, doors, readTime }, rowOptions: { format, delimiter, encoding }, fromLine }
}

/** On some systems these names reopen the same file, which continues at its current position. */
const OPEN_FILE = /^\/dev\/(?:stdin|fd\/\d+)$/

/** A pipe or device can be read only once. */
const isReadOnce = (file: string, stats: Stats | undefined): boolean =>
  file === STDIN || OPEN_FILE.test(file) || (stats !== undefined && !stats.isFile() && !stats.isDirectory())

/** Starts to read each file, so that an error in the last file is reported before the first is sent. Returns their size. */
const lookInto = async (source: Source): Promise<number> => {
  let bytes = 0
  for (const file of source.files) {
    const stats = await stat(file).catch(() => undefined)
    if (isReadOnce(file, stats)) continue
    for await (const _ of madeEvents({ ...source, files: [file], fromLine: 1 })) break
    bytes += stats?.size ?? 0
  }
  return bytes
}

const progressOf = (
  given: SendOptions,
  bytes: number,
): { onProgress: (tally: Tally) => void; rows: RowOptions; finish: (text: string) => void } => {
  const progress = startProgress(given.dryRun ? 'Reading' : 'Sending')
  let read = 0
  return {
    rows: {
      onBytes: (count) => {
        read += count
      },
    },
    onProgress: ({ rows, refused }) => {
      if (rows % PROGRESS_EVERY_ROWS > 0) return
      progress.update(read, bytes, `${numberText(rows)} rows, ${numberText(refused)} refused`)
    },
    finish: progress.finish,
  }
}

/** Quotes a word for a shell. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

const resumeText = ({ resumeAt }: Sent, files: readonly string[], refusedPath: string): string => {
  if (!resumeAt) return 'Sent'
  const later = files.slice(files.indexOf(resumeAt.file))
  // Another first file would have another default file of refused events.
  const errors = defaultRefusedPath(files) === refusedPath && defaultRefusedPath(later) !== refusedPath
  const words = [...later, ...(errors ? ['--errors', refusedPath] : []), '--from-line', `${resumeAt.line}`].map(word).join(' ')
  return `Everything before line ${resumeAt.line} of ${resumeAt.file} is done. Resume with ${words}, or repeat the command: recorded events stay unchanged.`
}

/** Sends the files, or runs a dry run. @throws WrongUse, AppError */
export const runSend = async (kind: SentKind, given: SendOptions, names: readonly string[]): Promise<void> => {
  const files = filesOf(names)
  const refusedPath = given.errors ?? defaultRefusedPath(files)
  const source = await sourceOf(kind, files, given)
  const refusedFile = given.dryRun ? undefined : openRefusedFile(refusedPath, files, given.fromLine)
  const connection = given.dryRun ? undefined : clientOptions(given, ['submitting-events', 'all-permissions'])
  const progress = progressOf(given, await lookInto(source))
  const stop = new AbortController()
  void untilStopped().then(() => stop.abort())
  const watched: Source = { ...source, rowOptions: { ...source.rowOptions, ...progress.rows } }
  const common = { signal: stop.signal, onProgress: progress.onProgress }
  const begin = performance.now()
  if (!refusedFile || !connection) {
    const { tally, examples } = await tryFiles(watched, common).finally(() => progress.finish('Nothing was sent'))
    print(given.json, { dryRun: true, ...reportOf(tally), events: examples.map(({ event }) => event) }, () =>
      trialText(tally, examples),
    )
    process.exitCode = stop.signal.aborted ? INTERRUPTED : Math.min(tally.refused, 1)
    return
  }
  const sent = await sendFiles(watched, { ...common, connection, refusedFile })
  const seconds = (performance.now() - begin) / 1000
  if (!sent.resumeAt) refusedFile.finish()
  refusedFile.close()
  progress.finish(resumeText(sent, files, refusedPath))
  const written = refusedFile.isWritten() ? refusedPath : null
  const report = {
    ...reportOf(sent.tally),
    goOn: sent.resumeAt ?? null,
    refusedFile: written,
    seconds,
  }
  print(given.json, report, () => summaryText(sent.tally, seconds, written))
  process.exitCode = exitStatusOf(sent, stop.signal)
}

const exitStatusOf = ({ resumeAt, failure, tally }: Sent, signal: AbortSignal): number => {
  if (resumeAt && signal.aborted) return INTERRUPTED
  if (failure !== undefined) return explainFailure(failure)
  return tally.refused > 0 ? 1 : 0
}
