import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendDueMails } from '../../src/directory/mail/send-mails.ts'
import { openMailServer } from '../../src/platform/mail/mail-server.ts'
import { startTestService } from '../../src/testing/test-service.ts'
import { headerOf, openMailbox } from './mailbox.ts'
import { createPerson, mailsOf, mailTo, write } from './support.ts'

const PROCESS = join(import.meta.dirname, 'mail-process.ts')

test('a node that is killed after the server took a mail leaves it to another node, which sends it with the same Message-ID', async () => {
  let node: ChildProcess | undefined
  await using mailbox = await openMailbox({
    // The server has the whole mail, and the node has no answer yet.
    onData: async () => {
      if (!node) return
      node.kill('SIGKILL')
      await once(node, 'close')
      node = undefined
    },
  })
  await using service = await startTestService({ mail: undefined })
  const { id: orgId } = await service.createOrganization()
  const { userId } = await createPerson(service, orgId)
  await write(service, orgId, { kind: 'test', userId })
  node = spawn(process.execPath, [PROCESS, service.database.url, mailbox.url], { stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(() => mailbox.arrived.length).toBe(1)
  const [claimed] = await mailsOf(service, orgId)
  expect(claimed).toMatchObject({ status: 'waiting', attempts: 1, address: null })

  // The claim of the killed node ends.
  await service.database.pool.query('update outgoing_mails set claimed_until = now() where org_id = $1', [orgId])
  await using server = await openMailServer(mailTo(mailbox.url))
  await sendDueMails({
    db: service.database.db,
    server,
    config: mailTo(mailbox.url),
    sealer: service.sealer,
    telemetry: { mailAttempted: () => {}, backgroundFailed: () => {} },
    makeLink: async () => undefined,
    readReport: async () => undefined,
  })
  const ids = mailbox.arrived.map((mail) => headerOf(mail, 'Message-ID'))
  expect(ids).toHaveLength(2)
  expect(ids[1]).toBe(ids[0])
  expect(await mailsOf(service, orgId)).toMatchObject([{ status: 'sent', attempts: 2 }])
})
