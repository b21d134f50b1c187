import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bundled, listBundled } from './bundled.ts'
import { type Licensed, type Lock, listLicensed } from './licenses.ts'

/**
 * Prints the bill of materials of the runtime as CycloneDX: `npm run -s sbom`. It filters npm's full list by docs/licenses.md,
 * because `npm sbom --omit=dev` also drops packages that a development tool needs too, such as the database driver.
 */
const ROOT = join(import.meta.dirname, '..')

/** Our own packages that are not part of the runtime. */
const TOOLS = new Set(['@rollcall/bench'])

interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly scope: string
  readonly purl: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly licenses: readonly object[]
}

interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

export interface Bom {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly Dependency[]
}

const refOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`

/** npm names our packages by their folders, and counts the package that brings Node as a development tool. */
const corrected = (component: Component): Component => ({
  ...component,
  name: component['bom-ref'].replace(/(?<=.)@[^@]*$/, ''),
  scope: 'required',
  properties: component.properties?.filter(({ name }) => name !== 'cdx:npm:package:development') ?? [],
})

const componentOf = ({ name, version, license }: Bundled): Component => {
  const key = name.toLowerCase().replaceAll(' ', '-')
  return {
    'bom-ref': `generic:${key}@${version}`,
    type: name === 'Node.js' ? 'platform' : name === 'PostgreSQL' ? 'application' : 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:generic/${key}@${version}`,
    // An id must be on the SPDX list.
    licenses: [{ license: license.startsWith('LicenseRef-') ? { name: license } : { id: license } }],
  }
}

/** Reduces the full bill to the runtime, and drops dependencies on what was removed. */
export const sbomOf = <B extends Bom>(full: B, licensed: readonly Licensed[]): B => {
  const bundled = listBundled(licensed).map((program) => ({ ...program, component: componentOf(program) }))
  const kept = new Set(licensed.map(refOf))
  const root = full.metadata.component
  const isOurs = ({ properties, ...component }: Component): boolean =>
    (properties?.some(({ name }) => name === 'cdx:npm:package:private') ?? false) && !TOOLS.has(corrected(component).name)
  const components = full.components.filter((component) => kept.has(component['bom-ref']) || isOurs(component)).map(corrected)
  const refs = new Set([root, ...components].map((component) => component['bom-ref']))
  const dependencies = full.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => {
      const brought = bundled.filter(({ comesWith }) =>
        comesWith.endsWith('/') ? ref.startsWith(comesWith) : ref.startsWith(`${comesWith}@`),
      )
      return {
        ref,
        dependsOn: [...dependsOn.filter((on) => refs.has(on)), ...brought.map(({ component }) => component['bom-ref'])],
      }
    })
  return {
    ...full,
    metadata: { ...full.metadata, component: corrected(root) },
    components: [...components, ...bundled.map(({ component }) => component)],
    dependencies: [...dependencies, ...bundled.map(({ component }) => ({ ref: component['bom-ref'], dependsOn: [] }))],
  }
}

const main = async (): Promise<void> => {
  const { npm_execpath: npm } = process.env
  if (npm === undefined) throw new Error('Run it by npm: npm run sbom')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [npm, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'],
    {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  console.log(JSON.stringify(sbomOf(JSON.parse(stdout) as Bom, listLicensed(lock)), null, 2))
}

if (import.meta.main) await main()
