import { lstat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { findNamedUser, openPersonalData, recordChange } from '@rollcall/server'
import { replaceFile } from '@rollcall/server/basics'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { WrongUse } from '../wrong-use.ts'

export const ORG = ['--org <org>', 'organization, by id or name; not needed if there is only one'] as const
export const USER = 'id, userName or e-mail'

export const exportCommand = (): Command =>
  new Command('export')
    .description('write all stored data about a person as one JSON document')
    .argument('<user>', USER)
    .option(...ORG)
    .option('--out <file>', 'write to this new file, readable only by you, instead of standard output')
    .action(async (user: string, { org, out }: { org?: string; out?: string }) => {
      if (out !== undefined && (await lstat(out).catch(() => undefined)))
        throw new WrongUse(`${out} already exists: name a new file.`)
      await operateOn(org, async ({ db, pool }, orgId) => {
        const { userId } = await findNamedUser(db, orgId, user)
        await recordChange(db, orgId, { entity: { type: 'user', id: userId } })
        const { pieces, close } = await openPersonalData(pool, orgId, userId)
        try {
          if (out === undefined) await pipeline(pieces, process.stdout, { end: false })
          else {
            await replaceFile(out, pieces)
            const { size: bytes } = await lstat(out)
            console.error(`Wrote ${out}, readable only by you: ${bytes} bytes with all stored data about user ${userId}.`)
          }
        } finally {
          close()
        }
      })
    })
