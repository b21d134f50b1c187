import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestService, type TestService } from '../../server/src/testing/test-service.ts'
import { addBuilding, addIdentity, addUser, type Nodes } from '../../server/test/ingest/support.ts'
import { type Finished, run, temporaryFolder } from './support.ts'

/** An office in Berlin whose badge readers know two people, and a folder for exports. */
export interface BadgeOffice extends AsyncDisposable {
  readonly service: TestService
  readonly orgId: string
  readonly nodes: Nodes
  readonly folder: string
  readonly env: Record<string, string>
  readonly path: (name: string) => string
  /** Writes an export and returns its path. */
  readonly write: (name: string, content: string | Buffer) => Promise<string>
  /** `rollcall send presence` for the source `badges`. */
  readonly send: (args: readonly string[], input?: string) => Promise<Finished>
  /** Refused events of a file; `undefined` if there is no file. */
  readonly refused: (name: string) => Promise<Record<string, unknown>[] | undefined>
  /** The stored events of a source, ordered by time. */
  readonly stored: (sourceId?: string) => Promise<{ at: string; card: string | null; eventId: string; node: string }[]>
}

export const CARD = '0004711'
export const OTHER_CARD = '0004712'

export const openBadgeOffice = async (): Promise<BadgeOffice> => {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startTestService())
  const { path: folder } = stack.use(await temporaryFolder())
  const { id: orgId, keys } = await service.createOrganization()
  const nodes = await addBuilding(service, orgId, 'Europe/Berlin')
  const user = await addUser(service, orgId)
  for (const card of [CARD, OTHER_CARD]) await addIdentity(service, orgId, ['badges', card, user])
  const { id, secret } = keys['submitting-events']
  const env = {
    ...{ ROLLCALL_URL: service.baseUrl, ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret },
    ROLLCALL_DATA_DIR: join(folder, 'data'),
  }
  const path = (name: string) => join(folder, name)
  const open = stack.move()
  return {
    ...{ service, orgId, nodes, folder, env, path },
    write: async (name, content) => {
      await writeFile(path(name), content)
      return path(name)
    },
    send: (args, input) => run(['send', 'presence', '--source-id', 'badges', ...args], env, input),
    refused: async (name) => {
      const text = await readFile(path(name), 'utf8').catch(() => undefined)
      return text?.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    },
    stored: async (sourceId = 'badges') => {
      const { rows } = await service.database.pool.query(
        `select iso_timestamp(e.occurred_at) as at, e.source_user_id as card, e.event_id as "eventId", e.node_id as node
         from presence_events e
         join sources s on s.org_id = e.org_id and s.source_no = e.source_no
         where e.org_id = $1 and s.source_id = $2
         order by e.occurred_at, e.event_id`,
        [orgId, sourceId],
      )
      return rows
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** A row of NDJSON with the names of the contract. */
export const eventLine = (event: object): string => `${JSON.stringify(event)}\n`
