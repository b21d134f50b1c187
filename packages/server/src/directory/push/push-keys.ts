import type { JWK } from 'jose'
import { type Sealer, sealToStore } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { createSenderKey, type SenderKey } from '../../platform/push/push-message.ts'
import { transact } from '../../platform/transactions/transact.ts'

const purposeOf = (orgId: string): string => `push key ${orgId}`

const findPublicKey = async (db: Db, orgId: string): Promise<string | undefined> =>
  (await db.selectFrom('push_keys').select('public_key').where('org_id', '=', orgId).executeTakeFirst())?.public_key

/** Returns the key that browsers of an organization subscribe to. It is made when the first person looks for it. */
export const getPublicKey = async (db: Db, sealer: Sealer, orgId: string): Promise<string> =>
  (await findPublicKey(db, orgId)) ?? (await makeKey(db, sealer, orgId))

const makeKey = (db: Db, sealer: Sealer, orgId: string): Promise<string> =>
  transact(db, async (trx) => {
    const { publicKey, jwk } = createSenderKey()
    const private_sealed = await sealToStore(trx, sealer, JSON.stringify(jwk), purposeOf(orgId))
    await trx
      .insertInto('push_keys')
      .values({ org_id: orgId, public_key: publicKey, private_sealed })
      .onConflict((conflict) => conflict.column('org_id').doNothing())
      .execute()
    // Another request may have been first.
    return (await findPublicKey(trx, orgId)) ?? publicKey
  })

/** Opens the key of an organization to send with it. */
export const openSenderKey = ({ open }: Pick<Sealer, 'open'>, orgId: string, publicKey: string, sealed: Buffer): SenderKey => ({
  publicKey,
  jwk: JSON.parse(open(sealed, purposeOf(orgId)).toString()) as JWK,
})
