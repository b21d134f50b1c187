import { listSources } from '@rollcall/server'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'

const HEADINGS = [
  'source',
  'last event',
  'last received',
  'accepted',
  'repeated',
  'no user',
  'no location',
  'refused',
  'clock skew',
]

export const sourcesCommand = (): Command =>
  new Command('sources').description('sending systems and their health').addCommand(
    new Command('list')
      .description('list every source seen, with its health')
      .option('--org <org>', 'organization, by id or name; not needed if there is only one')
      .option('--json', 'print JSON')
      .action(async ({ org, json }: { org?: string; json?: boolean }) => {
        const sources = await operateOn(org, ({ db }, orgId) => listSources(db, orgId))
        const rows = sources.map((source) => [
          source.sourceId,
          source.lastEventAt?.toISOString(),
          source.lastReceivedAt?.toISOString(),
          source.accepted,
          source.repeated,
          source.userNotFound,
          source.locationNotFound,
          source.refused,
          source.clockSkewMs === null ? source.lastEventAt && 'history' : `${(source.clockSkewMs / 1000).toFixed(0)} s`,
        ])
        print(json, sources, () => table(HEADINGS, rows, 'No source has sent anything yet.'))
      }),
  )
