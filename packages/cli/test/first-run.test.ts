import { expect, test } from 'vitest'
import { firstRunNote, firstRunText } from '../src/commands/serve.ts'

const first = {
  organizationId: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
  key: { id: 'key-id', secret: 'key-secret', role: 'all-permissions', auth: ['hmac', 'basic'] },
  setUpUrl: 'http://127.0.0.1:4600/set-up#code',
  file: '/data/first-run.json',
} as const

test('a terminal shows link and secret of the first start, a log only where they are', () => {
  const [shown, noted] = [firstRunText, firstRunNote].map((text) => text('http://127.0.0.1:4600', first))
  for (const text of [first.organizationId, first.key.id, first.file]) {
    expect(shown).toContain(text)
    expect(noted).toContain(text)
  }
  for (const secret of [first.key.secret, first.setUpUrl]) {
    expect(shown).toContain(secret)
    expect(noted).not.toContain(secret)
  }
})
