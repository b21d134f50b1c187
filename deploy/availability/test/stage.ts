import { randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { checkSealer, createSealer, type Sealer } from '../../../packages/server/src/gate/sealing/sealing.ts'
import { type Database, openDatabase } from '../../../packages/server/src/platform/db/database.ts'
import { migrate } from '../../../packages/server/src/platform/db/migrate.ts'
import { makeScratchFolder } from '../../../packages/server/src/testing/scratch-folder.ts'
import { Node } from '../../../packages/server/test/faults/support/node.ts'
import { type LedgerOrganization, openOrganization } from '../../../packages/server/test/faults/support/organization.ts'
import { Senders } from '../../../packages/server/test/faults/support/senders.ts'
import { findPrimary, waitForMembers } from './cluster.ts'
import { openNetwork, type Place, writeProxyFile } from './configuration.ts'
import { DatabaseMachine } from './database-machine.ts'
import { copyPatroni } from './programs.ts'
import { Unit } from './unit.ts'
import { until } from './until.ts'

const SENDERS = 8

/** Three machines with the database, two with a node and HAProxy each, and senders that call through one HAProxy. */
export interface Stage extends AsyncDisposable {
  readonly machines: readonly DatabaseMachine[]
  readonly nodes: readonly Node[]
  /** Where callers call. */
  readonly baseUrl: string
  /** Through HAProxy to the primary. */
  readonly database: Database
  readonly sealer: Sealer
  /** Sends to organizations through HAProxy. They stop with the stage. */
  sendTo(organizations: readonly LedgerOrganization[]): Senders
  openOrganization(name: string): Promise<LedgerOrganization>
  /** How many nodes HAProxy holds for ready. */
  countReady(): Promise<number>
}

export const openStage = async (): Promise<Stage> => {
  await using stack = new AsyncDisposableStack()
  const folder = await makeScratchFolder('rollcall-availability-')
  await chmod(folder, 0o755)
  const network = openNetwork()
  const placeOf = (name: string, last: number): Place => ({ name, address: network.addressOf(last), folder: join(folder, name) })

  const places = [placeOf('db1', 11), placeOf('db2', 12), placeOf('db3', 13)]
  const patroni = copyPatroni(folder)
  const machines = await Promise.all(places.map((place) => DatabaseMachine.start(network, place, patroni)))
  for (const machine of machines) stack.use(machine)
  await findPrimary(machines)
  await waitForMembers(machines, 1)

  const apps = [placeOf('app1', 21), placeOf('app2', 22)]
  for (const place of apps) {
    await mkdir(place.folder)
    const command = ['haproxy', '-db', '-f', await writeProxyFile(network, place)]
    stack.use(new Unit({ command, log: join(place.folder, 'haproxy.log') }))
  }
  // HAProxy takes each server for up until its first checks have failed.
  for (const place of apps) await until(() => countUp(place, 'postgres'), 1)
  const databaseAt = ({ address }: Place, as: string) => `postgres://${as}@${address}:5000`
  const [first] = apps as [Place]
  await prepareDatabase(`${databaseAt(first, 'postgres:superuser-secret')}/postgres`)
  const url = (place: Place) => `${databaseAt(place, 'rollcall:secret')}/rollcall`
  const database = stack.use(openDatabase({ url: url(first), poolSize: 4 }))
  await migrate(database.db)
  const secretKey = randomBytes(32)
  const sealer = createSealer(secretKey)
  await checkSealer(database.db, sealer)

  const nodes: Node[] = []
  for (const place of apps) {
    const node = await Node.start({
      ...{ HOST: place.address, PORT: '4600', DATABASE_URL: url(place), ROLLCALL_DATA_DIR: join(place.folder, 'data') },
      ...{ ROLLCALL_SECRET_KEY: secretKey.toString('base64'), ROLLCALL_METRICS_TOKEN: 'token' },
      ...{ ROLLCALL_TRUST_PROXY: network.addressOf(21) },
    })
    nodes.push(stack.use(node))
  }
  const baseUrl = `http://${first.address}:8080`
  const countReady = () => countUp(first, 'ready')
  await until(countReady, nodes.length)
  const open = stack.move()
  return {
    ...{ machines, nodes, baseUrl, database, sealer, countReady },
    sendTo(organizations) {
      const senders = new Senders({ organizations, baseUrls: [baseUrl], count: SENDERS })
      open.defer(() => senders.giveUp())
      return senders
    },
    openOrganization: (name) => openOrganization(database, sealer, name),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** What the documents say to do once, as the superuser. */
const prepareDatabase = async (url: string): Promise<void> => {
  const statements = [`create role rollcall login password 'secret'`, 'create database rollcall owner rollcall']
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Asks the socket of HAProxy how many servers of a backend are up, or are still held for up while checks fail, as an operator does. */
const countUp = async ({ folder }: Place, backend: string): Promise<number> => {
  const socket = connect(join(folder, 'admin.sock'))
  socket.end('show stat\n')
  const lines = (await text(socket).catch(() => '')).split('\n').map((line) => line.split(','))
  return lines.filter((cells) => cells[0] === backend && cells[1] !== 'BACKEND' && cells.some((cell) => /^UP\b/.test(cell)))
    .length
}
