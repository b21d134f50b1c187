import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, ROOT } from './tools.ts'

export interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment: Readonly<Record<string, string | null>>
  readonly volumes: readonly { readonly source: string; readonly target: string }[]
  readonly tmpfs?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly mem_limit?: string
  readonly stop_grace_period?: string
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
}

/** The program that resolves the files takes no variables from its environment. */
const withVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name: string, kind?: string, rest = '') => {
    const value = variables[name] || (kind === '-' ? rest : '')
    if (value === '' && kind === '?') throw new Error(rest)
    return value
  })

/** The services of compose files, as Docker would start them with these variables. */
export const resolveCompose = (
  names: readonly string[],
  variables: Readonly<Record<string, string>>,
): Record<string, Service> => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-compose-'))
  try {
    for (const name of names) writeFileSync(join(folder, name), withVariables(readFileSync(join(ROOT, name), 'utf8'), variables))
    const { status, stdout, stderr } = spawnSync(compose(), ['-format', 'json', ...names], { cwd: folder, encoding: 'utf8' })
    if (status !== 0 || stderr !== '') throw new Error(stderr)
    return (JSON.parse(stdout) as { services: Record<string, Service> }).services
  } finally {
    rmSync(folder, { recursive: true })
  }
}
