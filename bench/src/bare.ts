import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuOf } from './cpu.ts'
import type { Subject } from './subject.ts'

const PROGRAM = fileURLToPath(new URL('bare-service.ts', import.meta.url))

/** Starts the least service that stores events in the same database, to be called in the place of the subject. */
export const startBare = async (subject: Subject): Promise<Subject> => {
  const { connectionString } = subject.pool.options
  const child = spawn(process.execPath, [PROGRAM, connectionString as string, subject.orgId, subject.node.locationId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [undefined])])
  if (port === undefined) throw new Error('The bare service did not start.')
  return {
    ...subject,
    baseUrl: `http://127.0.0.1:${String(port).trim()}`,
    cpu: async () => ({ server: await cpuOf(child.pid as number), database: (await subject.cpu()).database }),
    [Symbol.asyncDispose]: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
