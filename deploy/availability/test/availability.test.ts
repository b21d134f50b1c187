import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LedgerOrganization } from '../../../packages/server/test/faults/support/organization.ts'
import type { Senders } from '../../../packages/server/test/faults/support/senders.ts'
import { settle } from '../../../packages/server/test/faults/support/settle.ts'
import { findEtcdLeader, findPrimary, waitForMembers } from './cluster.ts'
import type { DatabaseMachine } from './database-machine.ts'
import { BROKEN_OFF, CLEAR, observe } from './observe.ts'
import { upgradeNodes } from './rolling-upgrade.ts'
import { openStage, type Stage } from './stage.ts'
import { until } from './until.ts'

/** The time that senders send between two faults. */
const QUIET_MS = 3_000

let stage: Stage
let organizations: LedgerOrganization[]
let senders: Senders

beforeAll(async () => {
  stage = await openStage()
  organizations = [await stage.openOrganization('organization-1'), await stage.openOrganization('organization-2')]
  senders = stage.sendTo(organizations)
  await delay(QUIET_MS)
})
afterAll(() => stage?.[Symbol.asyncDispose]())

const others = ({ machines }: Stage, primary: DatabaseMachine) => machines.filter((machine) => machine !== primary)

/** Whether the primary is another one, for the note of a line. */
const successor = async (former: DatabaseMachine): Promise<string> => {
  const { name } = await findPrimary(stage.machines)
  return name === former.name ? `${name} stays primary` : `${name} follows ${former.name}`
}

/** Lets something happen to the primary, and waits until all three machines work together again. */
const observePrimary = async (
  fault: string,
  happen: (primary: DatabaseMachine) => Promise<string | undefined>,
  after: (primary: DatabaseMachine) => Promise<unknown> = async () => {},
  clear = CLEAR,
): Promise<void> => {
  const primary = await findPrimary(stage.machines)
  await observe(stage, senders, { fault, clear }, async () => ({ note: await happen(primary) }))
  await after(primary)
  await waitForMembers(stage.machines, 1)
  await delay(QUIET_MS)
}

test('a planned switchover costs some seconds of 503', () =>
  observePrimary('patronictl switchover', async (primary) => {
    await primary.control('switchover', 'rollcall', '--leader', primary.name, '--force')
    const followed = await successor(primary)
    expect(followed).toContain('follows')
    return followed
  }))

test('PostgreSQL of the primary is killed', () =>
  observePrimary('kill -9 of PostgreSQL on the primary', async (primary) => {
    await primary.killPostgres()
    return successor(primary)
  }))

test('the machine of the primary is lost, and comes back as a standby', () =>
  observePrimary(
    'kill -9 of all on the machine of the primary',
    async (primary) => {
      await primary.killAll()
      const followed = await successor(primary)
      expect(followed).toContain('follows')
      return followed
    },
    async (primary) => primary.start(),
  ))

test('the machine of the primary is lost while its standbys are behind', () =>
  observePrimary(
    'the same, its standbys 1 s behind',
    async (primary) => {
      const resume = await primary.stopSending()
      await delay(1_000)
      await primary.killAll()
      resume()
      return successor(primary)
    },
    async (primary) => primary.start(),
  ))

test('the machine of the primary and a node are lost at once: the node is back when there is a primary', () =>
  observePrimary(
    'kill -9 of all on the machine of the primary, and of a node',
    async (primary) => {
      const [node] = stage.nodes
      await Promise.all([primary.killAll(), node?.kill()])
      const followed = await successor(primary)
      await until(stage.countReady, stage.nodes.length)
      return followed
    },
    async (primary) => primary.start(),
    BROKEN_OFF,
  ))

test('Patroni of the primary is killed, and systemd starts it again', () =>
  observePrimary('kill -9 of Patroni on the primary', async (primary) => {
    await primary.patroni.kill()
    return successor(primary)
  }))

test('Patroni of the primary is killed for good, while its PostgreSQL goes on', () =>
  observePrimary(
    'kill -9 of Patroni on the primary, not started again',
    async (primary) => {
      await primary.patroni.stop('SIGKILL')
      const followed = await findPrimary(others(stage, primary))
      return `${followed.name} follows ${primary.name}, whose PostgreSQL runs on`
    },
    async (primary) => primary.patroni.start(),
  ))

test('the machine of the primary stands still, and goes on when another is primary', () =>
  observePrimary('machine of the primary stopped (SIGSTOP), and on again after the failover', async (primary) => {
    const thaw = await primary.freeze()
    const followed = await findPrimary(others(stage, primary)).finally(thaw)
    return `${followed.name} follows ${primary.name}`
  }))

test('the leader of etcd is killed', async () => {
  const leader = await findEtcdLeader(stage.machines)
  await observe(stage, senders, { fault: 'kill -9 of the leader of etcd', clear: CLEAR }, async () => {
    const primary = await findPrimary(stage.machines)
    await leader.etcd.kill()
    await until(
      () =>
        findEtcdLeader(stage.machines).then(
          () => true,
          () => false,
        ),
      true,
    )
    return { note: await successor(primary) }
  })
  await waitForMembers(stage.machines, 1)
})

test('all of etcd is away for a minute', async () => {
  await observe(stage, senders, { fault: 'all members of etcd stopped', clear: CLEAR }, async () => {
    const primary = await findPrimary(stage.machines)
    await Promise.all(stage.machines.map(({ etcd }) => etcd.stop('SIGKILL')))
    await delay(60_000)
    for (const { etcd } of stage.machines) etcd.start()
    return { note: await successor(primary) }
  })
  await waitForMembers(stage.machines, 1)
})

test.each([0, 1])('a node of the service is killed (%i)', async (index) => {
  await observe(stage, senders, { fault: 'kill -9 of one of two nodes', clear: BROKEN_OFF }, async () => {
    const node = stage.nodes[index] as Stage['nodes'][0]
    const { starts } = node
    await node.kill()
    // HAProxy may not even notice: a call that finds no connection goes to the other node.
    await until(() => node.starts, starts + 1)
    await until(stage.countReady, stage.nodes.length)
    return {}
  })
})

test('nodes are replaced one after the other, and no call fails', () => upgradeNodes(stage, senders, organizations))

test('everything that was acknowledged is stored exactly once and shown by the warehouse, and nothing else is', async () => {
  const { database, nodes } = stage
  expect(await settle({ database, nodes, organizations, senders }, 'synchronous')).toEqual([])
  expect(nodes.map(({ stderr }) => stderr).join('')).not.toMatch(/unhandled|uncaught/i)
})
