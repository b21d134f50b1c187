import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

interface Section {
  readonly title: string
  readonly isCollapsed?: boolean
  /** Markdown files from the root, in reading order. */
  readonly files: readonly string[]
}

const docs = (folder: string, ...names: string[]): string[] => names.map((name) => `docs/${folder}/${name}.md`)

/** What readers find in the sidebar. A test compares it with the files of `docs/`. */
export const SECTIONS: readonly Section[] = [
  { title: 'Start', files: ['docs/tour.md', 'README.md'] },
  {
    title: 'Employees',
    files: docs('employees', 'your-days'),
  },
  {
    title: 'Administrators',
    files: docs(
      'administrators',
      'first-hour',
      'analytics',
      'policies',
      'administration',
      'single-sign-on',
      'provisioning',
      'audit-log',
    ),
  },
  {
    title: 'Integrators',
    files: [
      ...docs('integrators', 'first-calls', 'errors-and-limits', 'typescript-client', 'submitting-events', 'sending-files'),
      ...docs(
        'integrators',
        'credentials-and-visitors',
        'time-off',
        'user-attributes',
        'group-hierarchy',
        'loading',
        'warehouse',
      ),
      ...docs('integrators', 'reading-the-directory', 'parking', 'investigating', 'application-api'),
    ],
  },
  {
    title: 'Connectors',
    isCollapsed: true,
    files: ['connectors/README.md', ...['airbyte', 'singer', 'dlt', 'dbt'].map((name) => `connectors/${name}/README.md`)],
  },
  {
    title: 'Operators',
    files: [
      ...docs(
        'operators',
        'running',
        'deploying',
        'mail',
        'notifications',
        'doctor',
        'monitoring',
        'sizing',
        'scaling',
        'cells',
        'replicas',
        'availability',
      ),
      ...docs('operators', 'faults', 'backup', 'upgrade', 'rotation', 'keys', 'accounts', 'import', 'horizon', 'refresh'),
      ...docs('operators', 'lake', 'quarantine', 'privacy'),
      ...docs('operators', 'simulation'),
      'SECURITY.md',
    ],
  },
  {
    title: 'Reference',
    isCollapsed: true,
    files: ['docs/reference/README.md', 'docs/reference/database.md', 'docs/dependencies.md', 'docs/licenses.md', 'CHANGELOG.md'],
  },
  {
    title: 'Decisions',
    isCollapsed: true,
    files: docs('decisions', 'README', 'integrators', 'administrators', 'operators'),
  },
  {
    title: 'Contributing',
    isCollapsed: true,
    files: [
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      'docs/style.md',
      'docs/design.md',
      'docs/jobs.md',
      'bench/README.md',
      ...globSync('docs/adr/*.md', { cwd: ROOT }).toSorted(
        (a, b) => Number(/^\D/.test(name(b))) - Number(/^\D/.test(name(a))) || (a < b ? -1 : 1),
      ),
    ],
  },
]

function name(file: string): string {
  return file.split('/').at(-1) as string
}

/** The file that has the landing page. */
const HOME = 'packages/guide/index.md'

const MOVED: Readonly<Record<string, string>> = { [HOME]: 'index.md', 'README.md': 'start.md' }

/** Where a file stands in the site: `docs/operators/keys.md` is `operators/keys.md`, and a README is the page of its folder. */
const sitePath = (file: string): string =>
  MOVED[file] ??
  file
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/^[A-Z]+(?=\.md$)/, (word) => word.toLowerCase())

/** Every file of the site, with its path there. */
export const PAGES: ReadonlyMap<string, string> = new Map(
  [HOME, ...SECTIONS.flatMap(({ files }) => files)].map((file) => [file, sitePath(file)]),
)

/** The address of a file below the base, such as `/operators/keys`. */
export const addressOf = (file: string): string | undefined => {
  const path = PAGES.get(file)
  return path === undefined ? undefined : `/${path.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`
}

/** The first heading, which names the page in the sidebar. */
const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]?.replaceAll('`', '') ?? file

const TITLES: Readonly<Record<string, string>> = { 'README.md': 'Try it, run it', 'bench/README.md': 'Measurements' }

export const sidebar = () =>
  SECTIONS.map(({ title, isCollapsed, files }) => ({
    text: title,
    collapsed: isCollapsed ?? false,
    items: files.map((file) => ({ text: TITLES[file] ?? titleOf(file), link: addressOf(file) as string })),
  }))
