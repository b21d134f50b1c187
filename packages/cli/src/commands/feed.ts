import { type FeedTimeline, isTimelineHere, listTimelines, startTimeline } from '@rollcall/server'
import { Command } from 'commander'
import { operate } from '../operate.ts'
import { print, table } from '../output.ts'

const AFTER_RESTORE =
  'Earlier cursors are rejected from now on: `rollcall load incremental` compares and repairs its copy, and the lake is compared file by file.'

const CELL = ['--cell <cell>', 'database, where there are several', 'main'] as const

export const feedCommand = (): Command =>
  new Command('feed')
    .description('the change feed and its timelines')
    .addCommand(
      new Command('status')
        .description('list the timelines of the change feed, the current one first')
        .option(...CELL)
        .option('--json', 'print JSON')
        .action(showStatus),
    )
    .addCommand(
      new Command('new-timeline')
        .description('after an older backup was restored: make every copy of the warehouse compare its data')
        .option(...CELL)
        .option('--json', 'print JSON')
        .action(startNew),
    )

interface FeedOptions {
  cell: string
  json?: boolean
}

const showStatus = async ({ cell, json }: FeedOptions): Promise<void> => {
  const { timelines, isHere } = await operate(async (main) => {
    const { db } = await main.openCell(cell)
    return { timelines: await listTimelines(db), isHere: await isTimelineHere(db) }
  })
  print(json, timelines, () => statusText(timelines, isHere))
}

const CAUSES: Record<FeedTimeline['cause'], string> = {
  first: 'the feed started',
  restored: 'the database was restored or moved',
  command: 'rollcall feed new-timeline',
}

const statusText = (timelines: readonly FeedTimeline[], isHere: boolean | undefined): string => {
  const rows = timelines.map(({ id, startedAt, cause }) => [id, startedAt.toISOString(), CAUSES[cause]])
  const listed = table(['timeline', 'since', 'because'], rows, 'The change feed has no timeline yet: the next start creates one.')
  return isHere !== false
    ? listed
    : `${listed}\nThe database differs from that of the last timeline: the service will start a new timeline.`
}

const startNew = async ({ cell, json }: FeedOptions): Promise<void> => {
  const timeline = await operate(async (main) => startTimeline((await main.openCell(cell)).db))
  print(json, timeline, () => `The change feed has a new timeline, ${timeline.id}. ${AFTER_RESTORE}`)
}
