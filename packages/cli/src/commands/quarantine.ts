import { QUARANTINE_KINDS, type QuarantineKind, type ResultCode } from '@rollcall/contract'
import {
  AppError,
  countQuarantine,
  listQuarantine,
  listSources,
  type Operator,
  recordRead,
  replayQuarantine,
} from '@rollcall/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { didYouMean } from '../nearest.ts'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { withProgress } from '../progress.ts'

interface FilterOptions {
  org?: string
  kind?: QuarantineKind
  source?: string
  code?: ResultCode
  json?: boolean
}

const withFilters = (command: Command): Command =>
  command
    .option('--org <org>', 'organization, by id or name; not needed if there is only one')
    .addOption(new Option('--kind <kind>', 'only this kind').choices(QUARANTINE_KINDS))
    .option('--source <sourceId>', 'only from this source')
    .addOption(new Option('--code <n>', 'only this result code: 1 user, 2 location, 3 other').argParser(resultCode))
    .option('--json', 'print JSON')

const resultCode = (text: string): ResultCode => {
  if (!/^[123]$/.test(text)) throw new InvalidArgumentError('Choose 1, 2 or 3.')
  return Number(text) as ResultCode
}

const limit = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 100_000)
    throw new InvalidArgumentError('Give a whole number from 1 to 100000.')
  return value
}

/** Rejects a source that never sent anything, as probably misspelled. @throws AppError */
const assertSource = async (db: Operator['db'], orgId: string, source: string | undefined): Promise<void> => {
  if (source === undefined) return
  const known = (await listSources(db, orgId)).map(({ sourceId }) => sourceId)
  if (known.includes(source)) return
  const detail = `There is no source ${source}.${didYouMean(source, known)} See: rollcall sources list`
  throw new AppError('entity_not_found', { detail })
}

export const quarantineCommand = (): Command =>
  new Command('quarantine')
    .description('refused events, kept for 30 days')
    .addCommand(
      withFilters(new Command('list').description('list refused events with the reason'))
        .option('--limit <n>', 'maximum number of events', limit, 100)
        .action(async ({ org, source, code, kind, json, limit: most }: FilterOptions & { limit: number }) => {
          const filter = { kind, sourceId: source, resultCode: code }
          const { events, total } = await operateOn(org, async ({ db }, orgId) => {
            await assertSource(db, orgId, source)
            await recordRead(db, orgId, {
              entity: { type: 'dataset', id: 'quarantine' },
              after: { kind, sourceId: source, resultCode: code },
            })
            return {
              events: await listQuarantine(db, orgId, filter, { limit: most }),
              total: await countQuarantine(db, orgId, filter),
            }
          })
          const rows = events.map((event) => [
            event.kind,
            event.sourceId,
            event.eventId,
            event.utcDay,
            event.resultCode,
            event.reason,
          ])
          const headings = ['kind', 'source', 'event', 'UTC day', 'code', 'reason']
          print(
            json,
            events,
            () => `${table(headings, rows, 'There are no refused events.')}\n\n${events.length} of ${total} shown`,
          )
        }),
    )
    .addCommand(
      withFilters(new Command('replay').description('submit refused events again, after the directory was corrected')).action(
        async ({ org, source, code, kind, json }: FilterOptions) => {
          const filter = { kind, sourceId: source, resultCode: code }
          const report = await withProgress(['Replaying', 'Replayed'], (progress) =>
            operateOn(org, async ({ db, openIngest }, orgId) => {
              await assertSource(db, orgId, source)
              const total = await countQuarantine(db, orgId, filter)
              return replayQuarantine(db, await openIngest(), orgId, filter, ({ accepted, stillRefused }) =>
                progress.update(accepted + stillRefused, total, `${accepted} accepted`),
              )
            }),
          )
          print(json, report, () => `${report.accepted} accepted, ${report.stillRefused} still refused`)
        },
      ),
    )
