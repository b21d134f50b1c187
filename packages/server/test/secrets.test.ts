import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOURCE } from './house/read-house.ts'

/** Where secrets are compared, and with what: a comparison that ends early tells how much was right. */
const COMPARING: Record<string, string> = {
  'directory/accounts/passwords.ts': 'sameSecret(derived, expected) && stored !== undefined',
  'gate/authentication/session-authentication.ts': 'sameSecretText(given, csrfToken)',
  'gate/secrets/key-secret.ts': 'sameSecret(hashSecret(secret), stored ?? NO_SECRET_HASH) && stored !== undefined',
}

test('secrets are compared in one module, in constant time', async () => {
  const comparing: string[] = []
  for (const path of await readdir(SOURCE, { recursive: true })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const text = await readFile(join(SOURCE, path), 'utf8')
    if (text.includes('timingSafeEqual')) expect(path).toBe('gate/secrets/constant-time.ts')
    if (text.includes('/constant-time.ts')) comparing.push(path)
  }
  expect(comparing.sort()).toEqual(Object.keys(COMPARING))
  for (const [path, expression] of Object.entries(COMPARING)) {
    expect(await readFile(join(SOURCE, path), 'utf8')).toContain(expression)
  }
  const digests = await readFile(join(SOURCE, 'gate/secrets/key-secret.ts'), 'utf8')
  expect(digests).toContain('sameSecret(Buffer.from(given.toLowerCase()), Buffer.from(expected))')
  const metrics = await readFile(join(SOURCE, 'gate/http/discovery-routes.ts'), 'utf8')
  expect(metrics).toContain(`digestsMatch(hmacHex('metrics', given), hmacHex('metrics', expected))`)
  expect(await readFile(join(SOURCE, 'gate/secrets/constant-time.ts'), 'utf8')).toContain('timingSafeEqual(a, b)')
})
