import { readConfig, rotateSealingKey, rotateSigningKey, type SealingRotation } from '@rollcall/server'
import { Command } from 'commander'
import { operate } from '../operate.ts'
import { print } from '../output.ts'

export const rotateSigningKeyCommand = (): Command =>
  new Command('rotate-signing-key')
    .description('sign bearer tokens with a new key from now on; issued tokens stay valid until they expire')
    .option('--end-tokens', 'invalidate all tokens immediately, for example after a leak; callers then need new ones')
    .option('--json', 'print JSON')
    .action(async ({ endTokens = false, json }: { endTokens?: boolean; json?: boolean }) => {
      await operate(({ db, sealer }) => rotateSigningKey(db, sealer, { endTokens }))
      const ended = endTokens ? 'All issued tokens are invalid.' : 'Issued tokens stay valid until they expire.'
      print(json, { endedTokens: endTokens }, () => `Tokens are signed with a new key. ${ended}`)
    })

export const rotateSealingKeyCommand = (): Command =>
  new Command('rotate-sealing-key')
    .description('seal all secrets in the database with a new key; nodes keep running (docs/operators/rotation.md)')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { secretKey, dataDir } = readConfig()
      const report = await operate(async (main) => {
        const others = main.cells.filter(({ name }) => name !== main.cell).map(({ name }) => main.openCell(name))
        return rotateSealingKey(main, { secretKey, dataDir }, await Promise.all(others))
      })
      print(json, report, () => rotationText(report))
    })

const rotationText = ({ resealed, fingerprint, keysIn }: SealingRotation): string => {
  const sealed = `${resealed} secret${resealed === 1 ? ' is' : 's are'} sealed with the new key (${fingerprint}).`
  if (keysIn === 'file') return `${sealed} The key is in secret.key; older backups need the older file.`
  return `${sealed} Remove the old key from ROLLCALL_SECRET_KEY at the next restart; keep it as long as older backups.`
}
