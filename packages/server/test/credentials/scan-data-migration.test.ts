import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { startTestService } from '../../src/testing/test-service.ts'
import { addUser } from '../ingest/support.ts'

const MIGRATION = new URL('../../src/platform/db/migrations/0042-scan-data.sql', import.meta.url)

it('a scan datum that was stored with its card goes to the list, with the holder and whether the card is active', async () => {
  await using service = await startTestService()
  const { pool } = service.database
  const org = await service.createOrganization()
  const ada = await addUser(service, org.id, { userName: 'ada' })
  // The shape before the migration.
  await pool.query('drop table credential_scan_data')
  await pool.query('alter table access_credentials drop constraint access_credentials_holder')
  await pool.query('alter table access_credentials add column scan_data text')
  await pool.query(
    `insert into access_credentials (org_id, facility_code, card_number, user_id, scan_data, credential_type, active)
     values ($1, '', '1', $2, 'in use', 'badge', true), ($1, '', '2', $2, 'retired', 'badge', false),
       ($1, '', '3', $2, null, 'badge', true)`,
    [org.id, ada],
  )

  await pool.query(await readFile(MIGRATION, 'utf8'))

  const { rows } = await pool.query(
    'select card_number, scan_datum, user_id, active from credential_scan_data where org_id = $1 order by card_number',
    [org.id],
  )
  expect(rows).toEqual([
    { card_number: '1', scan_datum: 'in use', user_id: ada, active: true },
    { card_number: '2', scan_datum: 'retired', user_id: ada, active: false },
  ])
})
