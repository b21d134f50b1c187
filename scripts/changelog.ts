import type { Changelog } from '../packages/contract/src/index.ts'

/**
 * CHANGELOG.md is the one source of what changed. Each of its versions may have a list "API" for programs, with entries such as
 * `- added 2026-11-23: text`; `npm run generate` makes `/changelog.json` of them.
 */
type Change = Changelog['changes'][number]

const UNRELEASED = '## Unreleased\n'
const VERSION_HEADING = /^## (?:Unreleased|(\d+\.\d+\.\d+) – (\d{4}-\d{2}-\d{2}))$/
const ENTRY = /^- (added|changed|deprecated|removed) (\d{4}-\d{2}-\d{2}): (.+)$/

/** Changes of the API, in the order of the page. Those of no release yet belong to the version that is being worked on. */
export const changesOf = (changelog: string, version: string): Change[] =>
  changelog
    .split(/^(?=## )/m)
    .slice(1)
    .flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const released = VERSION_HEADING.exec(heading)
      if (!released) throw new Error(`CHANGELOG.md: "${heading}" is neither "## Unreleased" nor "## 1.2.3 – 2026-01-31".`)
      return apiEntriesOf(lines).map((entry) => {
        const [, kind, date = '', text = ''] = ENTRY.exec(entry) ?? []
        if (!kind) throw new Error(`CHANGELOG.md: "${entry.slice(0, 60)}" is not of the form "- added 2026-01-31: text".`)
        return { version: released[1] ?? version, date, kind: kind as Change['kind'], text }
      })
    })

/** The items of the list "API", each on one line. */
const apiEntriesOf = (lines: readonly string[]): string[] => {
  const start = lines.indexOf('API')
  if (start < 0) return []
  const list = lines.slice(start + 1)
  const end = list.findIndex((line) => !/^(- | {2}\S)/.test(line))
  return list
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .replaceAll(/\n {2}/g, ' ')
    .split('\n')
}

/** What stands under "Unreleased", without its heading. */
export const unreleasedOf = (changelog: string): string => {
  const start = changelog.indexOf(UNRELEASED)
  if (start < 0) throw new Error('CHANGELOG.md has no section "## Unreleased".')
  const [content = ''] = changelog.slice(start + UNRELEASED.length).split(/^## /m)
  return content.trim()
}

/** The changelog once its unreleased changes are those of a version, with an empty section for what follows. */
export const releasedChangelog = (changelog: string, version: string, date: string): string => {
  if (unreleasedOf(changelog) === '')
    throw new Error('CHANGELOG.md says nothing under "## Unreleased": there is nothing to release.')
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} – ${date}\n`)
}
