import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openOffice, shareBench } from '../../../server/test/attendance/support.ts'
import { backfill, future, incremental, type openDestination, repair, verify } from '../../src/index.ts'
import { clientOf, expectExact, FROM, openHistory, startProxy } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

type Client = Parameters<typeof verify>[0]['client']
type Destination = Awaited<ReturnType<typeof openDestination>>

const COMMANDS: Record<string, (client: Client, destination: Destination) => Promise<unknown>> = {
  backfill: (client, destination) => backfill({ client, destination, from: FROM }),
  'backfill of one dataset': (client, destination) => backfill({ client, destination, from: FROM, datasets: ['events'] }),
  incremental: (client, destination) => incremental({ client, destination }),
  'incremental of one dataset': (client, destination) => incremental({ client, destination, datasets: ['events'] }),
  'dry run': (client, destination) => incremental({ client, destination, dryRun: true }),
  future: (client, destination) => future({ client, destination, days: 14 }),
  verify: (client, destination) => verify({ client, destination }),
  repair: (client, destination) => repair({ client, destination }),
}

test.each(['feed', 'windows'])(
  'no command touches a copy of another organization, or of a service that was emptied: %s',
  async (mode) => {
    const { office, copy } = await openHistory(bench)
    const withoutFeed = await startProxy(bench.service.baseUrl, (_, response, { pathname }) => {
      if (!pathname.includes('/changes')) return false
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"code":"not_found"}')
      return true
    })
    const connect = (other: typeof office) => clientOf(bench, other, mode === 'feed' ? undefined : withoutFeed.baseUrl)
    await copy.using((destination) => backfill({ client: connect(office), destination, from: FROM }))
    const remembered = () => copy.using(async (destination) => [...(await destination.readState())])
    const before = await remembered()
    for (const other of [(await openHistory(bench)).office, await openOffice(bench)]) {
      for (const [command, run] of Object.entries(COMMANDS)) {
        const running = copy.using((destination) => run(connect(other), destination))
        await expect(running, command).rejects.toThrow(
          /of another organization or service: none of its 2 locations is known here/,
        )
      }
    }
    expect(await remembered()).toEqual(before)
    await expectExact(bench, copy, office)
    // An additional building does not make another organization.
    await office.addLocation()
    await copy.using((destination) => incremental({ client: connect(office), destination }))
    await expectExact(bench, copy, office)
  },
)
