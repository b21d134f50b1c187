import type { DatabaseMachine } from './database-machine.ts'
import { until } from './until.ts'

export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

/** The members as Patroni sees them; any machine that answers may say. */
export const listMembers = async (machines: readonly DatabaseMachine[]): Promise<Member[]> => {
  for (const { api } of machines) {
    const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** Whether this machine itself says that it is the primary. */
const isPrimary = async ({ api }: DatabaseMachine): Promise<boolean> =>
  fetch(`${api}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Waits until one machine is the primary. */
export const findPrimary = async (machines: readonly DatabaseMachine[]): Promise<DatabaseMachine> => {
  let found: DatabaseMachine[] = []
  await until(async () => {
    const primaries = await Promise.all(machines.map(isPrimary))
    found = machines.filter((_, index) => primaries[index])
    return found.length
  }, 1)
  return found[0] as DatabaseMachine
}

/** Waits until all members run, and as many of them as asked acknowledge commits. */
export const waitForMembers = async (machines: readonly DatabaseMachine[], synchronous: number): Promise<void> => {
  await until(
    async () => {
      const members = await listMembers(machines)
      const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
      return {
        running: running.length,
        leaders: running.filter(({ role }) => role === 'leader').length,
        synchronous: running.filter(({ role }) => role === 'sync_standby').length,
        timelines: new Set(running.map(({ timeline }) => timeline)).size,
      }
    },
    { running: machines.length, leaders: 1, synchronous, timelines: 1 },
  )
}

/** The machine whose member of etcd leads. */
export const findEtcdLeader = async (machines: readonly DatabaseMachine[]): Promise<DatabaseMachine> => {
  for (const machine of machines) {
    const answer = await fetch(`${machine.etcdUrl}/v3/maintenance/status`, { method: 'POST', body: '{}' })
    const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader: string }
    if (header.member_id === leader) return machine
  }
  throw new Error('No member of etcd leads')
}
