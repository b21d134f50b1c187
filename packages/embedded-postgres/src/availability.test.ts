import { expect, it } from 'vitest'
import { assertAvailable } from './availability.ts'

it.each([
  ['Linux', 'linux', 'x64', true],
  ['Linux on ARM', 'linux', 'arm64', true],
  ['macOS', 'darwin', 'arm64', false],
] as const)('is available on %s', (_, platform, arch, hasGlibc) => {
  expect(() => assertAvailable({ platform, arch, hasGlibc })).not.toThrow()
})

it.each([
  ['Windows', 'win32', 'x64', false],
  ['Linux with musl, such as Alpine', 'linux', 'x64', false],
  ['Linux on riscv64', 'linux', 'riscv64', true],
  ['freebsd on x64', 'freebsd', 'x64', false],
] as const)('is not available on %s, and the error says what to do', (name, platform, arch, hasGlibc) => {
  expect(() => assertAvailable({ platform, arch, hasGlibc })).toThrow(
    `There is no embedded database for ${name}. Set DATABASE_URL to a PostgreSQL 15 or newer, such as postgres://`,
  )
})

it('is available on the machine of this test', () => {
  expect(() => assertAvailable()).not.toThrow()
})
